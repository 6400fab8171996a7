import { StatementRefusal } from './bankStatement.ts'

/** A tag with the text up to the next one: `<TRNAMT>-12.50` and `<TRNAMT>-12.50</TRNAMT>` say the same. */
export interface OfxTag {
  /** In capitals; what closes begins with a slash. */
  readonly name: string
  readonly text: string
}

/** Longest name between `<` and `>`; what is longer is no tag. */
const mostName = 64

/**
 * The tags of an OFX file in order, of version 1 (SGML, whose leaves need no end) as of 2 (XML): what stands before `<OFX>` is left out. Each
 * sign is looked at once or twice, whatever the file holds; nothing is expanded but the five names and the numbers of signs.
 *
 * @throws StatementRefusal where it is no OFX, or declares entities of its own
 */
export function* ofxTags(text: string): Generator<OfxTag> {
  const start = /<OFX\s*>/i.exec(text)
  if (!start) throw new StatementRefusal('bank.not-ofx')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new StatementRefusal('bank.file-refused')
  let at = start.index
  while (at >= 0) {
    const length = text.slice(at + 1, at + mostName + 2).indexOf('>')
    const name = text.slice(at + 1, at + 1 + length)
    if (text.startsWith('<!--', at)) {
      const after = text.indexOf('-->', at)
      at = after < 0 ? -1 : text.indexOf('<', after)
    } else if (length < 0 || !/^\/?[A-Z][\w.]*\s*\/?$/i.test(name)) at = text.indexOf('<', at + 1)
    else {
      const { value, next } = valueFrom(text, at + length + 2)
      yield { name: name.replace(/\s*\/?$/, '').toUpperCase(), text: value }
      at = next
    }
  }
}

/** The text after a tag. A `<` that begins no tag is one of its signs: banks write memos as they come. */
function valueFrom(text: string, from: number): { value: string; next: number } {
  const parts: string[] = []
  let at = from
  for (;;) {
    const next = text.indexOf('<', at)
    if (next < 0) return { value: cleaned([...parts, unescaped(text.slice(at))]), next: -1 }
    parts.push(unescaped(text.slice(at, next)))
    if (text.startsWith('<![CDATA[', next)) {
      const end = text.indexOf(']]>', next)
      parts.push(text.slice(next + 9, end < 0 ? undefined : end))
      if (end < 0) return { value: cleaned(parts), next: -1 }
      at = end + 3
    } else if (/^<(?:\/?[A-Z]|!--)/i.test(text.slice(next, next + 4))) return { value: cleaned(parts), next }
    else {
      parts.push('<')
      at = next + 1
    }
  }
}

const cleaned = (parts: readonly string[]): string => parts.join('').trim()

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, decimal, hex, name) => {
        if (name) return named[String(name).toLowerCase()] ?? whole
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
        return code > 31 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff) ? String.fromCodePoint(code) : ' '
      })
    : text
