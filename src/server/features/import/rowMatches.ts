import type { Import } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type RegisterColumn, tableOf } from '../../query/table.ts'
import type { WriteContext } from '../../write/unitOfWork.ts'
import { idsByValue } from './idsByValue.ts'

/** A row with the record that it means, if there is one. */
export interface RowMatch {
  readonly row: DataRow
  readonly id: unknown
}

/**
 * Returns problems for which the columns of an import have words of their own: values that another record has, or an earlier row of the batch;
 * references to records that are not there. One question a column.
 */
export async function rowMatchProblems(claims: readonly RowMatch[], load: Import, context: WriteContext): Promise<Problem[][]> {
  const table = tableOf(context.model, load.register)
  const problems: Problem[][] = claims.map(() => [])
  for (const { name, of, taken, unknown } of load.columns) {
    const column = table.byName.get(name)
    if (!column || of !== undefined) continue
    const values = claims.map(({ row }) => acceptedOf(row[name], column))
    if (values.every(value => value === undefined)) continue
    if (taken !== undefined) {
      const holders = await idsByValue(values, table, column, context)
      for (const at of takenPlaces(claims, values, holders))
        problems[at]?.push({ path: name, code: taken, params: { codes: String(values[at]) } })
    }
    const to = unknown === undefined ? undefined : column.field.reference?.to
    if (unknown === undefined || to === undefined) continue
    const target = tableOf(context.model, to)
    const known = await idsByValue(values, target, target.id, context)
    for (const [at, value] of values.entries())
      if (value !== undefined && !known.has(value))
        problems[at]?.push({ path: name, code: unknown, params: { ids: String(value) } })
  }
  return problems
}

function acceptedOf(value: unknown, { kind, field }: RegisterColumn): unknown {
  const accepted = kind.accept(value, field)
  return accepted.ok && accepted.value !== null && accepted.value !== '' ? accepted.value : undefined
}

/** Places whose value another record holds, or a row before. */
function takenPlaces(claims: readonly RowMatch[], values: readonly unknown[], holders: Map<unknown, unknown>): number[] {
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
