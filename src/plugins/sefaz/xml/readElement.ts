import { XmlElement } from 'libxml2-wasm'
import type { DocumentElement } from '../../../domain/fiscal/core/public.ts'
import { XmlRefusal } from './xmlRefusal.ts'

/** Levels of the deepest document, a note in a distribution in an envelope, are fewer than 20. */
const maxDepth = 60

/** A parsed element as the core reads it. */
export function readElement(element: XmlElement, depth = 0): DocumentElement {
  if (depth > maxDepth) throw new XmlRefusal(`has more than ${maxDepth} levels`)
  const children: DocumentElement[] = []
  for (let node = element.firstChild; node; node = node.next)
    if (node instanceof XmlElement) children.push(readElement(node, depth + 1))
  return {
    name: element.name,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    children,
    text: children.length > 0 ? '' : element.content,
  }
}

/** Elements among the children, in their order. */
export function* childElements(element: XmlElement): Generator<XmlElement> {
  for (let node = element.firstChild; node; node = node.next) if (node instanceof XmlElement) yield node
}
