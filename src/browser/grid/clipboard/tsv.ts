import type { GridColumn } from '../columns/gridColumn.ts'

/** Rows as a spreadsheet takes them: tab-separated, a header line first, texts as they are read (numbers in pt-BR). */
export function toTsv<Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[], withHeader = true): string {
  const data = columns.filter(column => column.text)
  const lines = rows.map(row => data.map(column => tsvCell(column.text?.(row) ?? '')).join('\t'))
  const head = data.map(column => tsvCell(column.title)).join('\t')
  return (withHeader ? [head, ...lines] : lines).join('\r\n')
}

/** A text with a tab, a line break or a quote is quoted, as Excel and LibreOffice read it. */
export function tsvCell(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A cell that stands in quotes up to its end, or plain text. */
const cell = /(?:"([^"]*(?:""[^"]*)*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r?\n|\r|$)/y

/** The cells of a block that a spreadsheet put on the clipboard; a quote that closes nowhere is a letter like any other. */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [[]]
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    const [, quoted, plain = '', end = ''] = cell.exec(text) ?? []
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '') return rows
    if (end !== '\t') rows.push([])
  }
}
