import type { CellAddress } from '../../grid/cellAddress.ts'

/** A cell of a child list, as problems and what is unreadable name it: `list.row.column`, the row by its key. */
export const childCellPath = (list: string, { row, column }: CellAddress): string => `${list}.${row}.${column}`

/** The cell that a path names; nothing where it names a field, a list or a row. */
export function childCellOf(path: string): { readonly list: string; readonly address: CellAddress } | undefined {
  const [list, row, ...rest] = path.split('.')
  return list && row && rest.length > 0 ? { list, address: { row, column: rest.join('.') } } : undefined
}
