/** The data of a product that go to the scale. */
export interface ScaleItem {
  /** Digits, up to six. */
  readonly code: string
  readonly name: string
  /** Sold by weight (the price is that of a kilo), or by the piece. */
  readonly byWeight: boolean
  readonly cents: number
  /** Days until it expires; 0: the label tells no such day. */
  readonly days: number
}

/** Most that the record's fields hold. */
export const mgv6Limits = { codeDigits: 6, cents: 999_999, days: 990 } as const

const department = '01'

/**
 * One line of ITENSMGV.TXT, the item file of Toledo's MGV6 (version 3 of the layout), without its end. Fields and widths are those
 * of the maker's manual, "Arquivos de cadastro, 01. Arquivo de itens" (help.toledobrasil.com, whose MGV7 keeps them and appends its
 * own), read beside the open implementation ACBr, TACBrCargaBal.PreencherToledo for modToledoMGV6:
 * DD(2) T(1) C(6) P(6) V(3) D1(25) D2(25) R(6) F(4) I(6) DV(1) DE(1) CF(4) L(12) G(11) Z(1) CS(4) CT(4) FR(4) CE1(4) CE2(4)
 * CON(4) EAN(12) GL(6) |DA| D3(35) D4(35) CE3(6) CE4(6) MIDIA(6): 248 characters, one byte each.
 */
export function mgv6Record({ code, name, byWeight, cents, days }: ScaleItem): string {
  const [first, second, third, fourth] = linesOf(toPrintableAscii(name))
  const none = (width: number): string => '0'.repeat(width)
  return [
    department,
    byWeight ? '0' : '1', // T: 0 by weight, 1 by the piece
    code.padStart(6, '0'),
    String(cents).padStart(6, '0'),
    String(days).padStart(3, '0'),
    first,
    second,
    none(6), // R: extra information
    none(4), // F: picture
    none(6), // I: nutrition table
    days > 0 ? '1' : '0', // DV: print the day it expires
    '1', // DE: print the day it was packed
    none(4), // CF: supplier
    none(12), // L: lot
    none(11), // G: special code
    '0', // Z: version of the price
    none(4), // CS: sound
    none(4), // CT: tare kept in the scale; products know of none
    none(4), // FR: fraction
    none(4), // CE1
    none(4), // CE2
    none(4), // CON: conservation
    none(12), // EAN of the supplier
    none(6), // GL: glazing
    `|${department}|`,
    third,
    fourth,
    none(6), // CE3
    none(6), // CE4
    none(6), // MIDIA
  ].join('')
}

/** Letters that a scale prints: without accents, and a blank for what is left beyond ASCII. */
export const toPrintableAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .replace(/ +/g, ' ')

const widths = [25, 25, 35, 35] as const

/** The four lines of the label, broken between words where a word fits a line at all; what exceeds them is left out. */
function linesOf(text: string): [string, string, string, string] {
  let rest = text
  const line = (width: number): string => {
    const [taken, left] = breakAt(rest, width)
    rest = left
    return taken.padEnd(width)
  }
  return [line(widths[0]), line(widths[1]), line(widths[2]), line(widths[3])]
}

function breakAt(text: string, width: number): [string, string] {
  if (text.length <= width) return [text, '']
  const blank = text.lastIndexOf(' ', width)
  const at = blank > 0 ? blank : width
  return [text.slice(0, at), text.slice(at).trimStart()]
}
