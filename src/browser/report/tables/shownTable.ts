import { sum } from '../../../base/decimal.ts'
import type { ValueOptions } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'
import { valueText, withNeededDecimals } from '../../../kinds/valueText.ts'
import type { ResultRows } from '../../../model/report/resultPath.ts'
import type { TableSpec } from '../../../model/report.ts'

type Row = Readonly<Record<string, unknown>>

/** A column as it is drawn. */
export interface ShownColumn {
  readonly id: string
  readonly title: string
  readonly as: ValueOptions
  readonly width?: number
}

/** A table ready to be drawn. */
export interface ShownTable {
  readonly columns: readonly ShownColumn[]
  readonly rows: readonly Row[]
  /** Exact sums, by column; absent without any. */
  readonly totals?: Readonly<Record<string, number>>
}

/** By what rows stand. */
export interface TableOrder {
  readonly by: string
  readonly down: boolean
}

const store: ShownColumn = { id: 'loja', title: 'Loja', as: { kind: 'text', required: false } }

/** Puts a table together: the store of a comparison first, pivoted columns, the order, the totals. */
export function shownTable(spec: TableSpec, found: ResultRows, order: TableOrder | undefined): ShownTable {
  const own = spec.columns.map(({ column, title, as, width }): ShownColumn => {
    // Moments are shown in the store's zone, which only the answer knows.
    const zoned = kindByName(as.kind).time === 'instant' ? { ...as, ...zoneIn(found, column) } : as
    return { id: column, title, as: zoned, ...(width === undefined ? {} : { width }) }
  })
  const compared = found.columns[0]?.name === 'loja' && !own.some(({ id }) => id === 'loja')
  const plain = compared ? [store, ...own] : own
  const { columns, rows, added } = spec.pivot
    ? pivoted(spec.pivot, plain, found)
    : { columns: plain, rows: found.rows, added: [] }
  const names = spec.totals.flatMap(name => (name === spec.pivot?.value ? added : [name]))
  const shown = columns.map(column => ({
    ...column,
    as: withNeededDecimals(
      column.as,
      rows.map(row => row[column.id]),
    ),
  }))
  const totals = Object.fromEntries(names.map(name => [name, sum(rows.map(row => row[name]).filter(isNumber))]))
  return {
    columns: shown,
    rows: order ? [...rows].sort(by(order)) : rows,
    ...(names.length > 0 && rows.length > 0 ? { totals } : {}),
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

const zoneIn = (found: ResultRows, name: string): { zone?: string } => {
  const zone = found.columns.find(column => column.name === name)?.zone
  return zone === undefined ? {} : { zone }
}

const words = new Intl.Collator('pt-BR', { numeric: true })

function by({ by: name, down }: TableOrder) {
  return (a: Row, b: Row): number => {
    const [one, other] = [a[name], b[name]]
    const none = Number(one === null || one === undefined) - Number(other === null || other === undefined)
    // Missing values stand last either way.
    if (none !== 0) return none
    const rank = isNumber(one) && isNumber(other) ? one - other : words.compare(String(one), String(other))
    return down ? -rank : rank
  }
}

/** Id of a pivoted column. */
const pivotId = (text: string): string => `=${text}`

/** One column for each value of a column; the rows of equal other columns become one. */
function pivoted({ column, value }: NonNullable<TableSpec['pivot']>, plain: readonly ShownColumn[], found: ResultRows) {
  const kept = plain.filter(({ id }) => id !== column && id !== value)
  const options = (name: string): ValueOptions =>
    found.columns.find(one => one.name === name) ?? plain.find(({ id }) => id === name)?.as ?? { kind: 'text', required: false }
  const names = [...new Set(found.rows.map(row => valueText(row[column], options(column))))]
  const as = options(value)
  const groups = new Map<string, Record<string, unknown>>()
  for (const row of found.rows) {
    const key = JSON.stringify(kept.map(({ id }) => row[id]))
    const group = groups.get(key) ?? Object.fromEntries(kept.map(({ id }) => [id, row[id]]))
    const id = pivotId(valueText(row[column], options(column)))
    if (isNumber(row[value])) group[id] = isNumber(group[id]) ? sum([group[id], row[value]]) : row[value]
    groups.set(key, group)
  }
  const added = names.map(pivotId)
  return {
    columns: [...kept, ...names.map((title): ShownColumn => ({ id: pivotId(title), title, as }))],
    rows: [...groups.values()],
    added,
  }
}
