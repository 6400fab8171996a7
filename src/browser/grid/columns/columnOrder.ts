import type { GridColumn } from './gridColumn.ts'

type Column<Row> = Pick<GridColumn<Row>, 'id' | 'pin' | 'tool'>

/** Columns in the order that a user chose; those unknown to it stay behind the one they stand behind by themselves. */
export function inColumnOrder<C extends Column<never>>(columns: readonly C[], order: readonly string[]): readonly C[] {
  if (order.length === 0) return columns
  const rank = new Map<string, number>()
  let last = -1
  for (const { id } of columns) {
    const at = order.indexOf(id)
    last = at < 0 ? last + 0.001 : at
    rank.set(id, last)
  }
  return columns.toSorted((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))
}

/** Tells whether two columns may change places: both hold data and stand at the same side. */
const mayPass = <C extends Column<never>>(a: C | undefined, b: C | undefined): boolean =>
  a !== undefined && b !== undefined && !a.tool && !b.tool && a.pin === b.pin

/** The order after a column passed its neighbour; undefined when it has none to pass. */
export function moveColumnBy<C extends Column<never>>(
  columns: readonly C[],
  id: string,
  by: -1 | 1,
): readonly string[] | undefined {
  const from = columns.findIndex(column => column.id === id)
  if (!mayPass(columns[from], columns[from + by])) return undefined
  return moved(columns, from, from + by)
}

/** The order with a column put before another one. */
export function moveColumnBefore<C extends Column<never>>(
  columns: readonly C[],
  id: string,
  before: string,
): readonly string[] | undefined {
  const from = columns.findIndex(column => column.id === id)
  const to = columns.findIndex(column => column.id === before)
  if (from === to || !mayPass(columns[from], columns[to])) return undefined
  return moved(columns, from, to)
}

function moved<C extends Column<never>>(columns: readonly C[], from: number, to: number): readonly string[] {
  const ids = columns.map(column => column.id)
  const [id = ''] = ids.slice(from, from + 1)
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}
