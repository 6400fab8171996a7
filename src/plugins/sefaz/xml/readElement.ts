import { XmlElement } from 'libxml2-wasm'
import type { DocumentElement } from '../../../domain/fiscal/core/public.ts'
import { XmlRefusal } from './xmlRefusal.ts'

/** Levels of the deepest document, a note in a distribution in an envelope, are fewer than 20. */
const maxDepth = 60
/** Elements and attributes: a note of 990 items has half of it. */
const maxNodes = 400_000

/** A parsed element as the core reads it. What is too deep or too large is refused. */
export function readElement(element: XmlElement): DocumentElement {
  let nodes = 0
  const read = (here: XmlElement, depth: number): DocumentElement => {
    if (depth > maxDepth) throw new XmlRefusal(`has more than ${maxDepth} levels`)
    const { attrs } = here
    nodes += 1 + attrs.length
    if (nodes > maxNodes) throw new XmlRefusal(`has more than ${maxNodes} elements and attributes`)
    const children = Array.from(childElements(here), child => read(child, depth + 1))
    return {
      name: here.name,
      attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
      children,
      text: children.length > 0 ? '' : here.content,
    }
  }
  return read(element, 0)
}

/** Elements among the children, in their order. */
export function* childElements(element: XmlElement): Generator<XmlElement> {
  for (let node = element.firstChild; node; node = node.next) if (node instanceof XmlElement) yield node
}
