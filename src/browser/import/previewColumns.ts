import { kindByName } from '../../kinds/values.ts'
import { importColumnNamed, isRequiredColumn } from '../../model/import/columns.ts'
import type { RowReader } from '../../model/import/row.ts'
import type { SheetRow } from '../../model/import/sheet.ts'
import type { Import, ImportColumn } from '../../model/model.ts'
import { cellText } from '../actions/cellText.ts'
import type { GridColumn } from '../grid/columns/gridColumn.ts'
import type { ImportState } from './work/importState.ts'

/** A column of the preview: the line's number, one of the file, or one that is computed. */
export interface PreviewColumn extends GridColumn<SheetRow> {
  readonly field?: ImportColumn
  /** Column of the file; none for a computed one. */
  readonly index?: number
}

export const lineColumn = '#'

/** Id of the grid's column in which a field is shown. */
export const previewColumnId = (mapping: ImportState['mapping'], name: string): string => {
  const index = mapping.indexOf(name)
  return index < 0 ? `=${name}` : `c${index}`
}

const widths: Partial<Record<ImportColumn['kind'], number>> = {
  date: 116,
  dateTime: 150,
  boolean: 80,
  integer: 96,
  percent: 110,
  money: 130,
  decimal: 110,
  choice: 150,
}

/** Widths of texts by their greatest length: of a code, a phone, a name. */
const textWidths = [
  [10, 120],
  [20, 152],
  [80, 200],
] as const

const widthOf = ({ kind, maxLength, reference }: ImportColumn): number => {
  if (widths[kind] !== undefined) return widths[kind]
  if (reference) return 160
  return maxLength === undefined ? 200 : (textWidths.find(([most]) => maxLength <= most)?.[1] ?? 320)
}

/** The columns of the preview in the order of the file, behind the line's number and what is computed of each line. */
export function previewColumns(
  load: Import,
  state: Pick<ImportState, 'header' | 'mapping'>,
  read: RowReader,
  lineTitle: string,
  unknownTitle: (name: string) => string,
): PreviewColumn[] {
  const { header, mapping } = state
  const line: PreviewColumn = {
    id: lineColumn,
    title: lineTitle,
    width: 72,
    fixed: true,
    align: 'end',
    pin: 'start',
    text: row => String(row.line),
  }
  const computed = load.columns
    .filter(column => column.compute !== undefined && !mapping.includes(column.name))
    .map((field): PreviewColumn => ({ ...fieldColumn(field, read), id: `=${field.name}` }))
  const own = header.map((name, index): PreviewColumn => {
    const field = mapping[index] === null ? undefined : importColumnNamed(load, mapping[index] ?? '')
    const text = (row: SheetRow): string => row.cells[index] ?? ''
    if (!field) return { id: `c${index}`, title: unknownTitle(name), width: 140, text }
    return { ...fieldColumn(field, read, index), id: `c${index}`, index, editable: () => true }
  })
  return [line, ...computed, ...own]
}

function fieldColumn(field: ImportColumn, read: RowReader, index?: number): Omit<PreviewColumn, 'id'> {
  return {
    title: field.title,
    field,
    width: widthOf(field),
    align: kindByName(field.kind).align,
    ...(isRequiredColumn(field) ? { required: true } : {}),
    text: row => copiedText(row, field, index, read),
  }
}

/** Returns the text of a cell for a spreadsheet: the file's own, or the value that stands for it. */
function copiedText(row: SheetRow, field: ImportColumn, index: number | undefined, read: RowReader): string {
  const raw = index === undefined ? '' : (row.cells[index] ?? '')
  return raw.trim() === '' ? cellText(read(row.cells, row.line).values[field.name] ?? null, field) : raw
}

/** Returns the text of a cell: the value as it was understood, and the file's own text where it was not. `implied`: the file says nothing. */
export function previewCellText(
  row: SheetRow,
  field: ImportColumn,
  index: number | undefined,
  read: RowReader,
): { readonly text: string; readonly implied: boolean } {
  const raw = index === undefined ? '' : (row.cells[index] ?? '')
  const value = read(row.cells, row.line).values[field.name]
  const empty = value === undefined || value === null || value === ''
  return { text: empty ? raw : kindByName(field.kind).format(value, field), implied: raw.trim() === '' && index !== undefined }
}
