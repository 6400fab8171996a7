import { ParseOption, XmlDocument, XmlElement } from 'libxml2-wasm'

/** An XML element as plain data: what rules read, long after the document itself was given back. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  /** Text directly inside it, as it stands. */
  readonly text: string
}

/** Bytes of a message that an authority reads: more is answered with 214. */
export const messageLimit = 1024 * 1024

/** Elements inside each other; a note has fewer than 20. */
const depthLimit = 60

/** XML that is never read: what declares a document type could name files or grow without end. */
const forbidden = /<!DOCTYPE|<!ENTITY/i

/**
 * Reads XML, and gives the document back when the work with it is done.
 * @throws Error where it is not well formed, declares a document type or nests too deep
 */
export function withDocument<T>(xml: string, work: (document: XmlDocument) => T): T {
  if (forbidden.test(xml)) throw new Error('XML with a document type')
  const document = XmlDocument.fromString(xml, { option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE })
  try {
    return work(document)
  } finally {
    document.dispose()
  }
}

/** The element and all that is in it, as plain data. */
export function elementOf(node: XmlElement, depth = 0): Element {
  if (depth > depthLimit) throw new Error('XML nests too deep')
  const children: Element[] = []
  let text = ''
  for (let child = node.firstChild; child; child = child.next) {
    if (child instanceof XmlElement) children.push(elementOf(child, depth + 1))
    else text += child.content
  }
  return { name: node.name, attributes: Object.fromEntries(node.attrs.map(one => [one.name, one.value])), children, text }
}

/** The element at a path of names ('ide/cUF'): the first of each. */
export function find(element: Element | undefined, path: string): Element | undefined {
  return path.split('/').reduce<Element | undefined>((at, name) => at?.children.find(child => child.name === name), element)
}

/** Text at a path; empty where there is none. */
export const textAt = (element: Element | undefined, path: string): string => find(element, path)?.text ?? ''

/** Children of one name. */
export const all = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children.filter(child => child.name === name) ?? []

/** Writes an element: what is undefined is left out, a list is written one after another. */
export type Content = string | readonly (string | undefined)[] | undefined

export function write(name: string, content: Content, attributes: Readonly<Record<string, string>> = {}): string {
  if (content === undefined) return ''
  const inner = typeof content === 'string' ? content : content.filter(one => one !== undefined).join('')
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return `<${name}${said.join('')}>${inner}</${name}>`
}

/** Text inside an element. */
const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** An element that holds text; left out where there is none. */
export const said = (name: string, text: string | number | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : write(name, escapeXml(String(text)))
