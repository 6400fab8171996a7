import type { Import } from '../../model/model.ts'
import type { Problem } from '../../model/problem.ts'
import { planList } from '../query/include.ts'
import { inStore } from '../query/narrow.ts'
import { fetchRows, type Row } from '../query/run.ts'
import { type Table, type TableColumn, tableOf } from '../query/table.ts'
import { readScope } from '../routes/ask.ts'
import type { Desk } from '../write/work.ts'

/** A row with the record that it means, if there is one. */
export interface Claim {
  readonly row: Row
  readonly id: unknown
}

/**
 * What the columns of an import have words of their own for: values that another record has, or an earlier row of the batch; what is
 * referred to and is not there. One question a column.
 */
export async function claimProblems(claims: readonly Claim[], load: Import, desk: Desk): Promise<Problem[][]> {
  const table = tableOf(desk.model, load.register)
  const problems: Problem[][] = claims.map(() => [])
  for (const { name, of, taken, unknown } of load.columns) {
    const column = table.byName.get(name)
    if (!column || of !== undefined) continue
    const values = claims.map(({ row }) => acceptedOf(row[name], column))
    if (values.every(value => value === undefined)) continue
    if (taken !== undefined) {
      const holders = new Map((await rowsWith(values, table, column, desk)).map(row => [row[name], row.id]))
      for (const at of takenPlaces(claims, values, holders))
        problems[at]?.push({ path: name, code: taken, params: { codes: String(values[at]) } })
    }
    const to = unknown === undefined ? undefined : column.field.reference?.to
    if (unknown === undefined || to === undefined) continue
    const target = tableOf(desk.model, to)
    const known = new Set((await rowsWith(values, target, target.id, desk)).map(row => String(row.id)))
    for (const [at, value] of values.entries())
      if (value !== undefined && !known.has(String(value)))
        problems[at]?.push({ path: name, code: unknown, params: { ids: String(value) } })
  }
  return problems
}

function acceptedOf(value: unknown, { kind, field }: TableColumn): unknown {
  const accepted = kind.accept(value as never, field)
  return accepted.ok && accepted.value !== null && accepted.value !== '' ? accepted.value : undefined
}

/** The rows of the store that have one of these values in the column. */
async function rowsWith(values: readonly unknown[], table: Table, column: TableColumn, desk: Desk): Promise<Row[]> {
  const { model, caller, service } = desk
  const wanted = [...new Set(values)].filter(value => value !== undefined)
  const among = {
    at: { column },
    test: 'in' as const,
    value: wanted.map(value => column.column.toRow(value as never, column.field)),
  }
  const plan = inStore(planList({}, { model, table, zone: caller.zone }), caller)
  const narrow = {
    ...plan,
    columns: [...new Set([table.id, column])],
    limit: Number.POSITIVE_INFINITY,
    where: [...plan.where, among],
  }
  return service.database.read(readScope(caller, { model, table }), q => fetchRows(narrow, q))
}

/** Places whose value another record holds, or a row before. */
function takenPlaces(claims: readonly Claim[], values: readonly unknown[], holders: Map<unknown, unknown>): number[] {
  const taken: number[] = []
  for (const [at, claim] of claims.entries()) {
    const value = values[at]
    if (value === undefined) continue
    const own = claim.id ?? claim
    const holder = holders.get(value)
    if (holder === undefined) holders.set(value, own)
    else if (holder !== own) taken.push(at)
  }
  return taken
}
