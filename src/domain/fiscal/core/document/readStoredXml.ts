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

const noAttributes: DocumentElement['attributes'] = {}
const noChildren: DocumentElement['children'] = []
const cdata = '<![CDATA['

/** Signs behind `<`, and the blank: all before it part a name from attributes, too. */
const sign = { blank: 0x20, exclamation: 0x21, slash: 0x2f, question: 0x3f }

/** Where a mark ends: behind it, or at the end of the text. */
function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at + mark.length
}

/** Name and `Id` of the element that begins between these places, its prefix left out. */
function begun(text: string, from: number, to: number): { readonly name: string; readonly attributes: typeof noAttributes } {
  let start = from
  let end = from
  for (; end < to; end += 1) {
    const code = text.charCodeAt(end)
    if (code <= sign.blank) break
    if (code === 0x3a) start = end + 1
  }
  const [, double, single] = (end < to && /\sId\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text.slice(end, to))) || []
  const id = double ?? single
  return { name: text.slice(start, end), attributes: id === undefined ? noAttributes : { Id: id } }
}

/**
 * Reads a document that is stored here: it was parsed and held to its schema when it came, or written here. For many of them: one pass that looks only
 * for the next sign, nothing is checked any more, and what is no XML gives what it gives. Attributes are left out but for `Id`.
 */
export function readStoredXml(text: string): DocumentElement {
  const root: OpenElement = { name: '', attributes: noAttributes, children: [], text: '' }
  const around: OpenElement[] = []
  let here = root
  for (let at = 0; at < text.length; ) {
    const mark = text.indexOf('<', at)
    if (mark !== at) here.text += plain(text.slice(at, mark < 0 ? text.length : mark))
    if (mark < 0) break
    const next = text.charCodeAt(mark + 1)
    if (next === sign.slash) {
      if (here.children.length > 0) here.text = ''
      here = around.pop() ?? root
      at = behind(text, '>', mark)
    } else if (next === sign.question) at = behind(text, '?>', mark)
    else if (next === sign.exclamation) {
      if (text.startsWith(cdata, mark)) {
        at = behind(text, ']]>', mark)
        here.text += text.slice(mark + cdata.length, at - ']]>'.length)
      } else at = behind(text, text.startsWith('<!--', mark) ? '-->' : '>', mark)
    } else {
      at = behind(text, '>', mark)
      const closed = text.charCodeAt(at - 2) === sign.slash
      const { name, attributes } = begun(text, mark + 1, at - (closed ? 2 : 1))
      const end = closed ? at : text.indexOf('<', at)
      // Most elements hold a text and nothing else.
      if (closed || (end > 0 && text.charCodeAt(end + 1) === sign.slash)) {
        here.children.push({ name, attributes, children: noChildren, text: closed ? '' : plain(text.slice(at, end)) })
        if (!closed) at = behind(text, '>', end)
      } else {
        const element = { name, attributes, children: [], text: '' }
        here.children.push(element)
        around.push(here)
        here = element
      }
    }
  }
  return root.children[0] ?? root
}
