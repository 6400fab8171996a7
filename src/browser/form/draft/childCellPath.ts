import type { CellAddress } from '../../grid/cellAddress.ts'

/** A cell of a child list, as problems and what is unreadable name it: `list.row.column`, the row by its key. */
export const childCellPath = (list: string, { row, column }: CellAddress): string => `${list}.${row}.${column}`

/** A column of a child list, as its grid is found by. */
export const childColumnPath = (list: string, column: string): string => `${list} ${column}`

/** The cell that a path names; nothing where it names a field, a list or a row. */
export function childCellOf(path: string): { readonly list: string; readonly address: CellAddress } | undefined {
  const place = childRowOf(path)
  return place && place.rest !== '' ? { list: place.list, address: { row: place.row, column: place.rest } } : undefined
}

/** A row of a child list, with what of a path lies within it: nothing (''), or one of its columns. */
export interface ChildRowPlace {
  readonly list: string
  /** Its key, or its position where the server counts. */
  readonly row: string
  readonly rest: string
}

/** The row that a path lies in; nothing where it names a field or a list. */
export function childRowOf(path: string): ChildRowPlace | undefined {
  const [list, row, ...rest] = path.split('.')
  return list && row ? { list, row, rest: rest.join('.') } : undefined
}

export const childRowPath = ({ list, row, rest }: ChildRowPlace): string =>
  rest === '' ? `${list}.${row}` : `${list}.${row}.${rest}`

/** The name of the field or list at the head of a path. */
export const fieldNameOfPath = (path: string): string => path.split('.', 1)[0] ?? path
