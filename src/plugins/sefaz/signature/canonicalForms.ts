import type { XmlElement } from 'libxml2-wasm'

/**
 * The canonical form of an element (C14N 2001, without comments), first as it stands, then as if its document stood alone. They differ
 * where an envelope declares prefixes: inclusive C14N repeats these in every element, although the document was signed without them.
 */
export function canonicalForms(element: XmlElement, standsAlone: XmlElement): string[] {
  const asIs = element.canonicalizeToString()
  const foreign = prefixesAbove(standsAlone).filter(prefix => !declaredBetween(element, standsAlone, prefix))
  if (foreign.length === 0) return [asIs]
  const end = asIs.indexOf('>')
  const tag = asIs
    .slice(0, end)
    .replace(/ xmlns:([^=\s]+)="[^"]*"/g, (whole, prefix: string) => (foreign.includes(prefix) ? '' : whole))
  return [asIs, tag + asIs.slice(end)]
}

/** Prefixes that are declared above an element. */
function prefixesAbove(element: XmlElement): string[] {
  const prefixes: string[] = []
  for (let above = element.parent; above; above = above.parent)
    prefixes.push(...Object.keys(above.nsDeclarations).filter(prefix => prefix !== ''))
  return prefixes
}

function declaredBetween(element: XmlElement, top: XmlElement, prefix: string): boolean {
  for (let here: XmlElement | null = element; here; here = here.parent) {
    if (prefix in here.nsDeclarations) return true
    if (here.isSameNode(top)) return false
  }
  return false
}
