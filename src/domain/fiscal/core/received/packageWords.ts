import { foldText } from '../../../../base/text.ts'

/** Units in which things are counted one by one. */
const singles = new Set(
  'UN UND UNI UNID UNIDADE U PC PCA PECA PECAS PCS GF GFA GARRAFA LT LATA LA FR FRASCO BR TB POTE VD COPO PEDACO'.split(' '),
)

/** Units that measure. */
const measures = new Set('KG KGS KILO QUILO G GR GRAMA L LTS LITRO LITROS ML M MT MTS METRO M2 M3 CM TON T'.split(' '))

/** Units that say how many by themselves. */
const dozens: Readonly<Record<string, number>> = {
  DZ: 12,
  DUZIA: 12,
  DUZ: 12,
  CENTO: 100,
  CTO: 100,
  MIL: 1000,
  MILHEIRO: 1000,
  MI: 1000,
}

/** The nature of a unit for its entry: one piece, a measure, or a package of pieces. */
export type UnitNature = 'single' | 'measure' | 'package'

/** A unit without marks, accents and the number behind it: `Cx.12` is CX. */
export const unitName = (unit: string | null): string =>
  foldText(unit ?? '')
    .toUpperCase()
    .replace(/^([A-Z]+[23]?)[^A-Z].*$/, '$1')
    .replace(/[^A-Z0-9]/g, '')

export function unitNature(unit: string | null): UnitNature {
  const name = unitName(unit)
  return name === '' || singles.has(name) ? 'single' : measures.has(name) ? 'measure' : 'package'
}

const packages =
  'CX|CXA|CAIXA|FD|FDO|FARDO|PCT|PAC|PACOTE|PACK|PK|DP|DISP|DISPLAY|EMB|BJ|BDJ|BANDEJA|KIT|CART|CARTELA|SC|SACO|ENGR|ENG'
const pieces = 'UN|UND|UNID|UNIDADES|UNI|PCS|PC|PECAS|GARRAFAS|GFS|LATAS|LTS?'
const size = '(?:KGS?|GRS?|G|MG|ML|LTS?|L|CM|MM|MTS?|M)'

/** `12 UN`, `24UND`: pieces by their number. */
const countedPieces = /(?:^|[^0-9.,X])(\d{1,4}) ?(?:UN|UND|UNID|UNIDADES|UNI|PCS|PECAS|GARRAFAS|LATAS)\b/
/** `6X2L`, `12X350ML`, `2X12UN`. */
const times = new RegExp(`(?:^|[^0-9.,])((?:\\d{1,4} ?X ?)+)(\\d+(?:[.,]\\d+)?) ?(${size}|${pieces})?(?![A-Z0-9])`)
/** `CX12`, `CX C/12`, `FD COM 6`, `C/ 24`. */
const packed = new RegExp(
  `(?:\\b(?:${packages})[ ./:-]*(?:C/|COM|C)?|\\bC/|\\bCOM) ?(\\d{1,4})(?![0-9.,]*\\d* ?(?:${size}\\b|%))(?!\\d)`,
)

/** Pieces of a package that are believable. */
const believable = (count: number): number | undefined =>
  Number.isInteger(count) && count > 1 && count <= 5000 ? count : undefined

/** How many pieces a package holds by its unit (`CX12`, `DZ`) or the name of what was bought (`CX12`, `FD 6X2L`, `C/24`); undefined where no word says it. */
export function piecesInWords(name: string, unit: string | null): number | undefined {
  const bought = foldText(unit ?? '').toUpperCase()
  const own = /^[A-Z]+[ ./-]*(\d{1,4})$/.exec(bought)
  const byUnit = dozens[unitName(unit)] ?? (own && unitNature(unit) === 'package' ? Number(own[1]) : undefined)
  if (byUnit !== undefined) return believable(byUnit)
  if (unitNature(unit) !== 'package') return undefined
  const text = foldText(name).toUpperCase().replace(/\s+/g, ' ')
  const chain = times.exec(text)
  if (chain) return believable(piecesOfChain(chain))
  const found = packed.exec(text) ?? countedPieces.exec(text)
  return found ? believable(Number(found[1])) : undefined
}

/** The last number of a chain is the size of a piece, unless it counts pieces itself. */
function piecesOfChain([, counts = '', last = '', word = '']: RegExpExecArray): number {
  const product = counts.split('X').reduce((all, one) => (one.trim() === '' ? all : all * Number(one)), 1)
  return /^(?:UN|UND|UNID|UNIDADES|UNI|PCS|PC|PECAS|GARRAFAS|LATAS)$/.test(word) ? product * Number(last) : product
}
