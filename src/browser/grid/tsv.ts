import type { GridColumn } from './column.ts'

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
