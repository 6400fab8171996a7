import { membersOf } from '../../../base/record.ts'
import { asValue } from '../../../kinds/asValue.ts'
import type { Value } from '../../../kinds/kind.ts'
import type { MatrixMark, MatrixView } from '../../../model/action.ts'

type Item = Readonly<Record<string, unknown>>

/** A row or a column: an item of the reply, with its key and its name. */
export interface MatrixLine {
  readonly key: string
  readonly label: string
  readonly code: string
  readonly item: Item
}

/** The matrix from the call that loads it. */
export interface Matrix {
  readonly rows: readonly MatrixLine[]
  readonly columns: readonly MatrixLine[]
  /** Values that exist, by `cellKey`. */
  readonly cells: ReadonlyMap<string, MatrixValue>
}

/** A value that exists. */
export interface MatrixValue {
  readonly item: Item
  readonly value: Value
  /** The name of its record: `1 · X-Burger`. */
  readonly label: string
  readonly mark?: MatrixMark | undefined
}

/** Values typed so far, by `cellKey`. */
export type TypedCells = ReadonlyMap<string, Value>

export type MatrixCellState = 'up' | 'down' | 'removed' | 'new'

export const matrixCellKey = (row: string, column: string): string => `${row}/${column}`

const listIn = (reply: unknown, name: string): readonly Item[] => {
  const list = membersOf(reply)[name]
  return Array.isArray(list) ? list : []
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** Reads the reply by the names that the definition gives. */
export function readMatrix(reply: unknown, view: MatrixView): Matrix {
  const line = ({ key, label, code }: MatrixView['rows']) => {
    return (item: Item): MatrixLine => ({
      key: textOf(item[key]),
      label: textOf(item[label]),
      code: code === undefined ? '' : textOf(item[code]),
      item,
    })
  }
  const { from, row, column, value, label, code, marks } = view.cells
  const named = (item: Item): string =>
    [code, label].flatMap(name => (name === undefined ? [] : textOf(item[name]) || [])).join(' · ')
  return {
    rows: listIn(reply, view.rows.from).map(line(view.rows)),
    columns: listIn(reply, view.columns.from).map(line(view.columns)),
    cells: new Map(
      listIn(reply, from).map(item => [
        matrixCellKey(textOf(item[row]), textOf(item[column])),
        { item, value: asValue(item[value]), label: named(item), mark: marks.find(({ when }) => item[when] === true) },
      ]),
    ),
  }
}

/** Nothing is typed there, and nothing sent. */
export const isClosed = (matrix: Matrix, key: string): boolean => matrix.cells.get(key)?.mark?.closed === true

/** Returns the state of a cell: nothing, or one of four changes. */
export function matrixCellState(matrix: Matrix, key: string, typed: TypedCells): MatrixCellState | undefined {
  if (!typed.has(key) || isClosed(matrix, key)) return undefined
  const value = typed.get(key) ?? null
  const cell = matrix.cells.get(key)
  if (!cell) return value === null ? undefined : 'new'
  if (value === null) return 'removed'
  if (value === cell.value) return undefined
  return cell.value === null || value > cell.value ? 'up' : 'down'
}

/** The value that a cell holds as things stand. */
export const matrixCellValue = (matrix: Matrix, key: string, typed: TypedCells): Value =>
  (typed.has(key) && !isClosed(matrix, key) ? typed.get(key) : matrix.cells.get(key)?.value) ?? null

/** A cell that is to be sent. */
export interface ChangedCell {
  readonly row: MatrixLine
  readonly column: MatrixLine
  readonly key: string
  readonly state: MatrixCellState
}

/** Cells with a state, in the order of the table: these alone are sent. */
export const changedMatrixCells = (matrix: Matrix, typed: TypedCells): readonly ChangedCell[] =>
  matrix.rows.flatMap(row =>
    matrix.columns.flatMap(column => {
      const key = matrixCellKey(row.key, column.key)
      const state = matrixCellState(matrix, key, typed)
      return state ? [{ row, column, key, state }] : []
    }),
  )

/** A changed cell as the call takes it. */
export function matrixItem(
  { row, column, key }: Pick<ChangedCell, 'row' | 'column' | 'key'>,
  matrix: Matrix,
  typed: TypedCells,
  item: MatrixView['send']['item'],
): Item {
  const from: Readonly<Record<string, Item | undefined>> = {
    row: row.item,
    column: column.item,
    cell: matrix.cells.get(key)?.item,
  }
  return Object.fromEntries(
    Object.entries(item).map(([name, path]) => {
      const [whole = '', member = ''] = path.split('.')
      return [name, whole === 'value' ? matrixCellValue(matrix, key, typed) : (from[whole]?.[member] ?? null)]
    }),
  )
}

/** Existing cells made equal to their row's own value. */
export function withRowValues(matrix: Matrix, typed: TypedCells, member: string): TypedCells {
  const next = new Map(typed)
  for (const row of matrix.rows)
    for (const column of matrix.columns) {
      const key = matrixCellKey(row.key, column.key)
      const value = row.item[member]
      if (matrix.cells.has(key) && !isClosed(matrix, key) && value !== null && value !== undefined) next.set(key, asValue(value))
    }
  return next
}

/** Problems of a call at the cells they are about: `list.3.field` is the fourth cell that was sent. */
export function matrixProblems(
  details: readonly { readonly path: string; readonly message: string }[],
  list: string,
  sent: readonly ChangedCell[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { path, message } of details) {
    const [first, at = ''] = path.split('.')
    const cell = first === list && at !== '' ? sent[Number(at)] : undefined
    if (cell && !found.has(cell.key)) found.set(cell.key, message)
  }
  return found
}
