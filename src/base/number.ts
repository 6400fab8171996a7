/**
 * Decimals are JS numbers of at most 15 significant digits: each such decimal has a double of its own and reads back
 * unchanged, so storing, comparing and showing are exact. Calculating is not; that is what `decimal.ts` is for.
 * This module needs no library, because every list needs it.
 */
const SIGNIFICANT = 15
/** Signs of a number with all its zeros and blanks. */
const LONGEST = 999

/** Digits and exponent of a number's shortest decimal text: 0.0125 -> {digits: '125', exponent: -4}. */
const scientificParts = (x: number): { digits: string; exponent: number } => {
  const [mantissa = '0', exponent = '0'] = Math.abs(x).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  return { digits, exponent: Number(exponent) - (digits.length - 1) }
}

/** How many decimal places a number has: 19.9 -> 1. */
export const decimalPlaces = (x: number): number => (Number.isInteger(x) ? 0 : Math.max(0, -scientificParts(x).exponent))

/** Tells whether a number stands for one exact decimal: finite and of at most 15 significant digits. Most are told without their text. */
export const isExact = (x: number): boolean =>
  Number.isFinite(x) &&
  ((Math.abs(x) < 1e9 && Math.round(x * 1e6) / 1e6 === x) ||
    (Number.isInteger(x) && Math.abs(x) < 1e15) ||
    scientificParts(x).digits.length <= SIGNIFICANT)

const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (places: number, currency: boolean): Intl.NumberFormat => {
  const key = `${places}${currency}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat('pt-BR', {
    ...(currency ? { style: 'currency', currency: 'BRL' } : {}),
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    roundingMode: 'halfEven',
  })
  formats.set(key, made)
  return made
}

/** As text, so that Intl rounds the decimal that is meant (1.015) and not its double (1.01499999…). */
const literal = (x: number): `${number}` => `${Object.is(x, -0) ? 0 : x}` as `${number}`

/** 1234.5 -> '1.234,50'; halves go to the even neighbour. */
export const formatDecimal = (x: number, places: number): string => formatOf(places, false).format(literal(x))

/** 1234.5 -> 'R$ 1.234,50', the space being one that does not break. */
export const formatMoney = (x: number, places = 2): string => formatOf(places, true).format(literal(x))

/** 1234.5 -> '1234,5': what an input starts from. At least `least` places are shown. */
export const editDecimal = (x: number, least = 0): string => {
  const places = decimalPlaces(x)
  const text = (Object.is(x, -0) ? 0 : x).toFixed(places).replace('.', ',')
  return places < least ? `${places === 0 ? `${text},` : text}${'0'.repeat(least - places)}` : text
}

/** The form of most cells: read at once, as a pasted table has thousands. */
const PLAIN = /^\d{1,9}(?:,\d{1,6})?$/

/** A plain number in parts: sign, integer digits with or without marks, decimals. */
const SIGNED = /^([+-]?)([\d.,]+)(-?)$/

/** '1.234,56' -> '1234.56'. Undefined when the marks make no sense. */
const withPoint = (text: string, places: number): string | undefined => {
  const dot = text.lastIndexOf('.')
  const comma = text.lastIndexOf(',')
  if (dot >= 0 && comma >= 0) return dot > comma ? ungroup(text, ',', '.') : ungroup(text, '.', ',')
  if (comma >= 0) return text.indexOf(',') === comma ? text.replace(',', '.') : ungroup(text, ',', '.')
  if (dot >= 0 && (text.indexOf('.') !== dot || (places < 3 && /^[1-9]\d{0,2}\.\d{3}$/.test(text))))
    return ungroup(text, '.', ',')
  return text
}

const ungroup = (text: string, mark: string, point: string): string | undefined => {
  const [whole = '', decimals, more] = text.split(point)
  const groups = whole.split(mark)
  const grouped = groups.every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group))
  if (more !== undefined || !grouped || decimals?.includes(mark)) return undefined
  return decimals === undefined ? groups.join('') : `${groups.join('')}.${decimals}`
}

/**
 * Reads what people type or a spreadsheet holds: '19,9', '1.234,56', '1234.56', '1,234.56', 'R$ 3,00', '(3,00)', '12%'.
 * With both marks the last one is the decimal one; a comma alone is decimal. A dot alone is decimal ('1234.56', '0.5'),
 * except '1.234': one to three digits, not starting with 0, and exactly three after it. That is one thousand two hundred
 * thirty-four when the field has fewer than three decimal `places`, else the decimal (1.234 kg).
 * Undefined when it is no number or has more than 15 significant digits.
 */
export const parseDecimal = (text: string, places = 2): number | undefined => {
  if (PLAIN.test(text)) return Number(text.replace(',', '.'))
  const bare = text.replace(/\s|R\$|%/g, '').replace('\u2212', '-')
  const inner = /^\((.+)\)$/.exec(bare)?.[1]
  const match = SIGNED.exec(inner ?? bare)
  if (!match || text.length > LONGEST) return undefined
  const [, before, digits = '', after] = match
  const plain = withPoint(digits, places)
  if (plain === undefined || !/^(\d+(\.\d*)?|\.\d+)$/.test(plain)) return undefined
  if (plain.replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length > SIGNIFICANT) return undefined
  if ((before && after) || (inner && (before || after))) return undefined
  const size = Number(plain)
  return size !== 0 && (inner || before === '-' || after) ? -size : size
}

/** Numbers of a measure, several of them multiplied, and a unit: '500 g', '6x2 l', '12 x 1,5L', 'cx 12'. */
const MEASURE = /^(?:\p{L}{1,4}\.?\s*)?([\d.,]+(?:\s*[x*×]\s*[\d.,]+)*)\s*(?:\p{L}{1,10}\.?)?$/iu

/** The number that a text says as people write a size: plain, or with its unit; 0 when it says none. */
export function writtenNumber(text: string): number {
  const plain = parseDecimal(text)
  if (plain !== undefined) return plain
  const [, numbers] = MEASURE.exec(text.trim()) ?? []
  const factors = numbers?.split(/[x*×]/i).map(part => parseDecimal(part.trim()))
  if (!factors || factors.some(factor => factor === undefined)) return 0
  const size = factors.reduce<number>((product, factor) => product * (factor ?? 0), 1)
  // Three places are kept of each, so that a product of two has no more than six.
  return Number(size.toFixed(6))
}
