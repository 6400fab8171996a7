import type { DocumentElement } from './documentElement.ts'
import { longestText } from './textLengths.ts'

/** A field whose text is longer than the layout has room for. */
export interface OverlongText {
  /** Place in the XML. */
  readonly field: string
  readonly most: number
}

/** Tells whether an element is the signature: it is no text of the layout, its schema is another. */
export const isSignature = ({ name }: DocumentElement): boolean => name === 'Signature'

/** The first field of a document that is too long for its layout: no authority has taken such a one. */
export function overlongText(root: DocumentElement): OverlongText | undefined {
  if (isSignature(root)) return undefined
  const most = longestText(root.name)
  if (root.text.trim().length > most) return { field: root.name, most }
  for (const [name, value] of Object.entries(root.attributes)) {
    const longest = longestText(name)
    if (value.length > longest) return { field: `${root.name}/@${name}`, most: longest }
  }
  const counts = new Map<string, number>()
  for (const child of root.children) {
    const at = (counts.get(child.name) ?? 0) + 1
    counts.set(child.name, at)
    const found = overlongText(child)
    if (!found) continue
    const [, ...rest] = found.field.split('/')
    return { ...found, field: [root.name, child.name === 'det' ? `det[${at}]` : child.name, ...rest].join('/') }
  }
  return undefined
}
