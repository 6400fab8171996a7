import type { Value } from '../../../kinds/kind.ts'
import type { MatrixView } from '../../../model/action.ts'

type Item = Readonly<Record<string, unknown>>

/** A row or a column: an item of the reply, with its key and its name. */
export interface Line {
  readonly key: string
  readonly label: string
  readonly code: string
  readonly item: Item
}

/** What the call that loads a matrix gave. */
export interface Matrix {
  readonly rows: readonly Line[]
  readonly columns: readonly Line[]
  /** Values that exist, by `cellKey`. */
  readonly cells: ReadonlyMap<string, { readonly item: Item; readonly value: Value }>
}

/** Values typed so far, by `cellKey`. */
export type Typed = ReadonlyMap<string, Value>

export type CellState = 'up' | 'down' | 'removed' | 'new'

export const cellKey = (row: string, column: string): string => `${row}/${column}`

const listIn = (reply: unknown, name: string): readonly Item[] => {
  const list = typeof reply === 'object' && reply !== null ? (reply as Item)[name] : undefined
  return Array.isArray(list) ? list : []
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** Reads the reply by the names that the definition gives. */
export function readMatrix(reply: unknown, view: MatrixView): Matrix {
  const line = ({ key, label, code }: MatrixView['rows']) => {
    return (item: Item): Line => ({
      key: textOf(item[key]),
      label: textOf(item[label]),
      code: code === undefined ? '' : textOf(item[code]),
      item,
    })
  }
  const { from, row, column, value } = view.cells
  return {
    rows: listIn(reply, view.rows.from).map(line(view.rows)),
    columns: listIn(reply, view.columns.from).map(line(view.columns)),
    cells: new Map(
      listIn(reply, from).map(item => [
        cellKey(textOf(item[row]), textOf(item[column])),
        { item, value: (item[value] ?? null) as Value },
      ]),
    ),
  }
}

/** What becomes of a cell: nothing, or one of four things. */
export function stateOf(matrix: Matrix, key: string, typed: Typed): CellState | undefined {
  if (!typed.has(key)) return undefined
  const value = typed.get(key) ?? null
  const cell = matrix.cells.get(key)
  if (!cell) return value === null ? undefined : 'new'
  if (value === null) return 'removed'
  if (value === cell.value) return undefined
  return cell.value === null || value > cell.value ? 'up' : 'down'
}

/** The value that a cell holds as things stand. */
export const valueIn = (matrix: Matrix, key: string, typed: Typed): Value =>
  (typed.has(key) ? typed.get(key) : matrix.cells.get(key)?.value) ?? null

/** A cell that is to be sent. */
export interface Changed {
  readonly row: Line
  readonly column: Line
  readonly key: string
  readonly state: CellState
}

/** Cells with a state, in the order of the table: these alone are sent. */
export const changedCells = (matrix: Matrix, typed: Typed): readonly Changed[] =>
  matrix.rows.flatMap(row =>
    matrix.columns.flatMap(column => {
      const key = cellKey(row.key, column.key)
      const state = stateOf(matrix, key, typed)
      return state ? [{ row, column, key, state }] : []
    }),
  )

/** A changed cell as the call takes it. */
export function itemOf({ row, column, key }: Changed, matrix: Matrix, typed: Typed, item: MatrixView['send']['item']): Item {
  const from: Readonly<Record<string, Item | undefined>> = {
    row: row.item,
    column: column.item,
    cell: matrix.cells.get(key)?.item,
  }
  return Object.fromEntries(
    Object.entries(item).map(([name, path]) => {
      const [whole = '', member = ''] = path.split('.')
      return [name, whole === 'value' ? valueIn(matrix, key, typed) : (from[whole]?.[member] ?? null)]
    }),
  )
}

/** Existing cells made equal to their row's own value. */
export function levelled(matrix: Matrix, typed: Typed, member: string): Typed {
  const next = new Map(typed)
  for (const row of matrix.rows)
    for (const column of matrix.columns) {
      const key = cellKey(row.key, column.key)
      const value = row.item[member]
      if (matrix.cells.has(key) && value !== null && value !== undefined) next.set(key, value as Value)
    }
  return next
}

/** Problems of a call at the cells they are about: `list.3.field` is the fourth cell that was sent. */
export function problemsOf(
  details: readonly { readonly path: string; readonly message: string }[],
  list: string,
  sent: readonly Changed[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { path, message } of details) {
    const [first, at = ''] = path.split('.')
    const cell = first === list && at !== '' ? sent[Number(at)] : undefined
    if (cell && !found.has(cell.key)) found.set(cell.key, message)
  }
  return found
}
