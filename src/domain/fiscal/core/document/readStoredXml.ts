import type { DocumentElement } from './documentElement.ts'

interface OpenElement extends DocumentElement {
  readonly children: DocumentElement[]
  text: string
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (whole, hex, number, name) => {
        if (name !== undefined) return entities[name] ?? whole
        return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(number))
      })
    : text

const none = {}
const cdata = '<![CDATA['

/** What stands between the signs of an element's beginning: its name without the prefix, and of its attributes `Id`. */
function begin(inside: string): OpenElement {
  const blank = inside.search(/\s/)
  const name = blank < 0 ? inside : inside.slice(0, blank)
  const id = blank < 0 ? undefined : /\sId="([^"]*)"/.exec(inside)?.[1]
  return { name: name.slice(name.indexOf(':') + 1), attributes: id === undefined ? none : { Id: id }, children: [], text: '' }
}

/** Where a mark ends: behind it, or at the end of the text. */
function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at + mark.length
}

/**
 * Reads a document that is stored here: it was parsed and held to its schema when it came, or written here. For many of them: one pass that looks only
 * for the next sign, nothing is checked any more, and what is no XML gives what it gives. Attributes are left out but for `Id`.
 */
export function readStoredXml(text: string): DocumentElement {
  const root = begin('')
  const open: OpenElement[] = [root]
  for (let at = 0; at < text.length; ) {
    const here = open.at(-1) ?? root
    const sign = text.indexOf('<', at)
    if (sign !== at) here.text += plain(text.slice(at, sign < 0 ? text.length : sign))
    if (sign < 0) break
    const next = text[sign + 1]
    if (next === '/') {
      if (open.length > 1) open.pop()
      if (here.children.length > 0) here.text = ''
      at = behind(text, '>', sign)
    } else if (next === '?') at = behind(text, '?>', sign)
    else if (next === '!') {
      if (text.startsWith(cdata, sign)) {
        at = behind(text, ']]>', sign)
        here.text += text.slice(sign + cdata.length, at - ']]>'.length)
      } else at = behind(text, text.startsWith('<!--', sign) ? '-->' : '>', sign)
    } else {
      at = behind(text, '>', sign)
      const closed = text[at - 2] === '/'
      const element = begin(text.slice(sign + 1, at - (closed ? 2 : 1)))
      here.children.push(element)
      if (!closed) open.push(element)
    }
  }
  return root.children[0] ?? root
}
