import type { DocumentElement } from './documentElement.ts'

interface OpenElement {
  readonly name: string
  readonly children: DocumentElement[]
  text: string
}

const tokens = /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<\/[^>]*>|<([^\s/>]+)([^>]*?)(\/?)>|([^<]+)/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (whole, hex, number, name) => {
        if (name !== undefined) return entities[name] ?? whole
        return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(number))
      })
    : text

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads a document that is stored here: it was parsed and held to its schema when it came, or written here. For many of them: nothing is
 * checked any more, and what is no XML gives what it gives. Attributes are left out but for `Id`.
 */
export function readStoredXml(text: string): DocumentElement {
  const root: OpenElement = { name: '', children: [], text: '' }
  const open: OpenElement[] = [root]
  for (const match of text.matchAll(tokens)) {
    const [whole, cdata, name, attributes = '', closed, characters] = match
    const here = open.at(-1) ?? root
    if (name !== undefined) {
      const children: DocumentElement[] = []
      const id = /\sId="([^"]*)"/.exec(attributes)?.[1]
      const element = { name: local(name), attributes: id === undefined ? {} : { Id: id }, children, text: '' }
      here.children.push(element)
      if (closed !== '/') open.push(element)
    } else if (characters !== undefined) here.text += plain(characters)
    else if (cdata !== undefined) here.text += cdata
    else if (whole.startsWith('</') && open.length > 1) {
      const ended = open.pop()
      if (ended && ended.children.length > 0) ended.text = ''
    }
  }
  return root.children[0] ?? { ...root, attributes: {} }
}
