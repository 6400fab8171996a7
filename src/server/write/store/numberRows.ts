import { dayOf } from '../../../base/dates.ts'
import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import {
  type NumberingPattern,
  type NumberSeries,
  numberFromText,
  numberText,
  readNumbering,
  seriesKey,
  seriesOf,
} from '../../../model/computed/numbering.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { RegisterColumn, Table } from '../../query/table.ts'

/** A column whose texts the server numbers. */
interface Numbered {
  readonly column: RegisterColumn
  readonly pattern: NumberingPattern
}

const known = new WeakMap<Table, readonly Numbered[]>()

const numberedColumns = (table: Table): readonly Numbered[] =>
  memoizeByKey(known, table, () =>
    table.columns.flatMap(column => {
      const pattern = column.field.numbering === undefined ? undefined : readNumbering(column.field.numbering)
      return pattern ? [{ column, pattern }] : []
    }),
  )

/** Where numbers are drawn: in the transaction that writes the rows, of a store and by its clock. */
interface NumberingPlace {
  readonly q: Queries
  readonly lojaId: number
  readonly zone: string
}

/**
 * Gives new rows their numbers, in their order. The count of a series stays locked until the transaction ends: two who save at once wait for each
 * other, and a number that was drawn for nothing is drawn again, so none is missing and none comes twice. Texts that an import or the server brings
 * stand, and the count goes on behind them.
 */
export async function numberRows<Row extends { readonly columns: DataRow }>(
  table: Table,
  rows: readonly Row[],
  place: NumberingPlace,
): Promise<readonly Row[]> {
  let numbered = rows
  for (const one of rows.length === 0 ? [] : numberedColumns(table)) {
    const { name } = one.column
    const given = numbered.map(({ columns }) => columns[name]).filter(isText)
    if (given.length > 0) await passGiven(table, one, given, place)
    const lacking = numbered.filter(({ columns }) => !isText(columns[name])).length
    if (lacking === 0) continue
    const series = seriesOf(one.pattern, dayOf(new Date().toISOString(), place.zone))
    let next = (await advance(table, one, series, { by: lacking, to: 0 }, place)) - lacking
    numbered = numbered.map(row => {
      if (isText(row.columns[name])) return row
      next += 1
      return { ...row, columns: { ...row.columns, [name]: numberText(series, next) } }
    })
  }
  return numbered
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Brings the counts behind the largest numbers that are given. */
async function passGiven(table: Table, one: Numbered, given: readonly string[], place: NumberingPlace): Promise<void> {
  const found = given.flatMap(text => numberFromText(one.pattern, text) ?? [])
  // In one order, so that no two wait for each other.
  const series = [...Map.groupBy(found, each => seriesKey(each.series))].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [, all] of series) {
    const [first] = all
    const to = Math.max(...all.map(({ number }) => number))
    if (first) await advance(table, one, first.series, { by: 0, to }, place)
  }
}

/** Moves the count of a series on, and at least to a number; a count that is new begins behind the numbers that its rows have already. */
async function advance(
  table: Table,
  { column }: Numbered,
  series: NumberSeries,
  { by, to }: { readonly by: number; readonly to: number },
  { q, lojaId }: NumberingPlace,
): Promise<number> {
  const key = `${table.register.table}.${column.name} ${seriesKey(series)}`
  const { rows } = await q.query<{ last: string; begun: boolean }>(
    `INSERT INTO system.numbering AS n ("lojaId", series, last) VALUES ($1, $2, greatest($3::bigint, $4::bigint))
     ON CONFLICT ("lojaId", series) DO UPDATE SET last = greatest(n.last + $3, $4) RETURNING last, xmax = 0 AS begun`,
    [lojaId, key, by, to],
  )
  const last = Number(rows[0]?.last)
  if (rows[0]?.begun !== true) return last
  const standing = await largestStanding(table, column, series, { q, lojaId })
  if (standing === 0) return last
  const moved = Math.max(standing + by, to)
  await q.query('UPDATE system.numbering SET last = $3 WHERE "lojaId" = $1 AND series = $2', [lojaId, key, moved])
  return moved
}

/** The largest number of a series among the rows that stand. */
async function largestStanding(
  table: Table,
  { sql }: RegisterColumn,
  { before, after }: NumberSeries,
  { q, lojaId }: Pick<NumberingPlace, 'q' | 'lojaId'>,
): Promise<number> {
  const { rows } = await q.query<{ most: string | null }>(
    `SELECT max(CASE WHEN n ~ '^[0-9]{1,15}$' THEN n::bigint END) AS most FROM (
       SELECT substr(t.${sql}, length($2) + 1, greatest(length(t.${sql}) - length($2) - length($3), 0)) AS n FROM ${table.sql} t
       WHERE t."lojaId" = $1 AND starts_with(t.${sql}, $2) AND right(t.${sql}, length($3)) = $3) found`,
    [lojaId, before, after],
  )
  return Number(rows[0]?.most ?? 0)
}
