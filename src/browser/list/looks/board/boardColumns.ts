import type { FilterValue } from '../../../../kinds/controlProps.ts'
import type { Value } from '../../../../kinds/kind.ts'
import type { Field } from '../../../../model/model.ts'
import type { RegisterRow } from '../../../data/registerRows.ts'

/** A column of the board: an option of the choice, or what has none. */
export interface BoardColumn {
  /** Tells it from the others. */
  readonly place: string
  readonly value: Value
  readonly title: string
  readonly tone?: string | undefined
}

/** The cards of a column at hand, and how many there are. */
export interface BoardCards extends BoardColumn {
  readonly rows: readonly RegisterRow[]
  readonly count: number
}

/** The columns in the order of the options; records without one come last, where there may be some. A filter of the choice leaves its options. */
export function boardColumns(field: Field, filter: FilterValue = {}, blank: string): readonly BoardColumn[] {
  const all: BoardColumn[] = (field.choices ?? []).map(({ value, title, tone }) => ({ place: String(value), value, title, tone }))
  if (!field.required) all.push({ place: '', value: null, title: blank })
  if (filter.none || filter.in)
    return all.filter(({ value }) => (value === null ? filter.none : filter.in?.some(one => one === value)))
  return filter.eq === undefined || filter.eq === null || filter.eq === '' ? all : all.filter(({ value }) => value === filter.eq)
}

/** The board with a card in another column: at its head, as the save left it where that is known. */
export function withMoved(
  columns: readonly BoardCards[],
  row: RegisterRow,
  by: string,
  to: string,
  saved?: RegisterRow,
): readonly BoardCards[] {
  const target = columns.find(({ place }) => place === to)
  if (!target) return columns
  const moved = { ...row, ...saved, [by]: saved?.[by] ?? target.value }
  return columns.map(column => {
    const had = column.rows.some(({ id }) => id === row.id)
    const others = had ? column.rows.filter(({ id }) => id !== row.id) : column.rows
    if (column.place !== to) return had ? { ...column, rows: others, count: column.count - 1 } : column
    return { ...column, rows: [moved, ...others], count: column.count + (had ? 0 : 1) }
  })
}

/** The card beside another: above or below in its column, or in the next column at the same height; a step over empty columns. */
export function cardBeside(columns: readonly BoardCards[], id: string, key: string): string | undefined {
  const at = columns.findIndex(({ rows }) => rows.some(row => String(row.id) === id))
  const own = columns[at]?.rows ?? []
  const row = own.findIndex(each => String(each.id) === id)
  if (key === 'ArrowUp' || key === 'ArrowDown') return idOf(own[row + (key === 'ArrowUp' ? -1 : 1)])
  if (key === 'Home' || key === 'End') return idOf(own.at(key === 'Home' ? 0 : -1))
  const way = key === 'ArrowLeft' ? -1 : 1
  for (let next = at + way; next >= 0 && next < columns.length; next += way) {
    const rows = columns[next]?.rows ?? []
    if (rows.length > 0) return idOf(rows[Math.min(row, rows.length - 1)])
  }
  return undefined
}

const idOf = (row: RegisterRow | undefined): string | undefined => (row ? String(row.id) : undefined)
