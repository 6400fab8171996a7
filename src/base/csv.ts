import Papa from 'papaparse'

export type Delimiter = ';' | ',' | '\t'

/** A table of text as a file held it. */
export interface Csv {
  readonly header: readonly string[]
  /** Rows as wide as the header, empty ones left out. */
  readonly rows: readonly (readonly string[])[]
  /** Row number in the file of each of `rows`, as a spreadsheet counts them: the header is 1. */
  readonly lines: readonly number[]
  /** First row that has text behind the last column of the header's row: a separator or quotes are not what the file means by them. */
  readonly overlong?: number
  /** Row whose quotes do not close in it: the rows behind it are in one of its cells. */
  readonly unclosed?: number
  readonly encoding: 'utf-8' | 'utf-16le' | 'windows-1252'
  readonly delimiter: Delimiter
}

const decode = (bytes: Uint8Array): { text: string; encoding: Csv['encoding'] } => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}

/** First bytes of what spreadsheets save by themselves: a zip (.xlsx, .ods), the older .xls. */
const SPREADSHEETS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** Tells whether a file is a spreadsheet and no text, whatever its name says. */
export const isSpreadsheet = (file: Uint8Array): boolean =>
  SPREADSHEETS.some(signature => signature.every((byte, at) => file[at] === byte))

/** A line before the header by which a file tells Excel its mark; other programs do not know it. */
const TOLD_MARK = /^\uFEFF?"?sep=([;,\t])"?[;,\t]*(?:\r\n|\r|\n)/i

/** The mark that separates most in the first line with text, quoted parts apart; the Brazilian `;` when none does. */
const delimiterOf = (text: string): Delimiter => {
  const first = /^[^\S\t\r\n]*\S.*$/m.exec(text.slice(0, 100_000).replace(/"[^"]*"/g, 'x'))?.[0] ?? ''
  const count = (mark: string): number => first.split(mark).length
  const marks: Delimiter[] = [';', '\t', ',']
  return marks.reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

const parse = (text: string, delimiter: Delimiter): Papa.ParseResult<string[]> =>
  Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter, skipEmptyLines: false })

/** Cells of delimited text, quotes read, nothing skipped: also what a spreadsheet puts on the clipboard (tab). */
export const readCells = (text: string, delimiter: Delimiter): string[][] =>
  parse(text, delimiter).data.map(row => row.map(unguarded))

/** Where quotes do not close as they should, so that a cell took in the rows behind it. */
const swallowingRow = ({ data, errors }: Papa.ParseResult<string[]>): number | undefined =>
  errors.find(({ type, row }) => type === 'Quotes' && data[row ?? -1]?.some(cell => /[\r\n]/.test(cell)))?.row

/** Rows at the top among which the header is looked for. */
const TOP = 20

/**
 * A file with a header line: UTF-8, or Windows-1252 where it is no UTF-8; `;`, `,` or tab; empty lines skipped. `isHeader` finds a header
 * that stands below titles; without one the first line is it.
 */
export const readCsv = (file: Uint8Array | string, isHeader: (cells: readonly string[]) => boolean = () => false): Csv => {
  const { text, encoding } = typeof file === 'string' ? { text: file, encoding: 'utf-8' as const } : decode(file)
  const [told = '', mark] = TOLD_MARK.exec(text) ?? []
  const delimiter = (mark as Delimiter | undefined) ?? delimiterOf(text)
  // The line itself stays as an empty one, so that the others keep their numbers.
  const parsed = parse(told === '' ? text : `\n${text.slice(told.length)}`, delimiter)
  const filled = parsed.data
    .map((cells, index) => ({ cells: cells.map(unguarded), line: index + 1 }))
    .filter(({ cells }) => cells.some(cell => cell.trim() !== ''))
  const rows = filled.slice(
    Math.max(
      0,
      filled.slice(0, TOP).findIndex(({ cells }) => isHeader(cells)),
    ),
  )
  const header = (rows.shift()?.cells ?? []).map(name => name.trim())
  const width = header.length
  while (header.at(-1) === '') header.pop()
  const swallowing = swallowingRow(parsed)
  const overlong = rows.find(({ cells }) => cells.slice(width).some(cell => cell.trim() !== ''))
  return {
    header,
    rows: rows.map(({ cells }) => header.map((_, index) => cells[index] ?? '')),
    lines: rows.map(({ line }) => line),
    ...(overlong ? { overlong: overlong.line } : {}),
    ...(swallowing === undefined ? {} : { unclosed: swallowing + 1 }),
    encoding,
    delimiter,
  }
}

/**
 * A text that a spreadsheet would run as a formula and that is no number; signs as wide as East Asian letters count to it, too. One that
 * begins with an apostrophe of its own gets another, so that what is read again is what was written.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n](?![\d.,\s]*$)/

/** A cell without the apostrophe that `writeCsv` puts before what would run as a formula. */
const unguarded = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

/**
 * Delimited text of rows. `spreadsheet` prepares it for opening by one: a byte order mark, without which accents break,
 * and an apostrophe before what would run as a formula.
 */
export const writeCsv = (
  rows: readonly (readonly string[])[],
  options: { readonly delimiter?: Delimiter; readonly spreadsheet?: boolean } = {},
): string => {
  const { delimiter = ';', spreadsheet = false } = options
  const guarded = (cell: string): string => (FORMULA.test(cell) && (spreadsheet || cell.startsWith("'")) ? `'${cell}` : cell)
  const safe = rows.map(row => row.map(guarded))
  const text = Papa.unparse(safe as string[][], { delimiter, newline: '\r\n' })
  return spreadsheet ? `\uFEFF${text}` : text
}
