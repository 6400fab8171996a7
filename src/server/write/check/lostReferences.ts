import type { Problem } from '../../../model/problem.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../../query/table.ts'
import type { UnitOfWork } from '../unitOfWork.ts'

/** Columns on their way to a row, and where they stand in the body. */
interface WrittenColumns {
  readonly columns: DataRow
  readonly path: string
}

interface Asked {
  readonly keys: Set<unknown>
  readonly places: { readonly path: string; readonly keys: readonly unknown[] }[]
}

/**
 * Several keys of a field that lead to no record of this store, or of those that belong to none: what a foreign key would refuse, which reaches into no
 * array. The records are held until the transaction ends, so that none goes away meanwhile: whoever removes one waits, and finds what refers to it.
 */
export async function lostReferences(
  table: Table,
  rows: readonly WrittenColumns[],
  lojaId: number | null,
  work: Pick<UnitOfWork, 'model' | 'q'>,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [target, { keys, places }] of askedOf(table, rows, work)) {
    const ofStore = target.scoped ? ' AND t."lojaId" = $2' : ''
    const { rows: held } = await work.q.query(
      `SELECT t."id" FROM ${target.sql} t WHERE t."id" = ANY($1::bigint[])${ofStore} ORDER BY t."id" FOR KEY SHARE`,
      [[...keys], ...(target.scoped ? [lojaId] : [])],
    )
    const found = new Set(held.map(({ id }) => String(id)))
    for (const { path, keys: own } of places)
      if (own.some(key => !found.has(String(key)))) problems.push({ path, code: 'references-lost' })
  }
  return problems
}

/** The same for what nobody sent as a body: an undo gives back no key of a record that is gone. @throws ApiError */
export async function refuseLostReferences(
  table: Table,
  rows: readonly DataRow[],
  lojaId: number | null,
  work: Pick<UnitOfWork, 'model' | 'q'>,
): Promise<void> {
  const lost = await lostReferences(
    table,
    rows.map(columns => ({ columns, path: '' })),
    lojaId,
    work,
  )
  if (lost.length > 0) throw new ApiError(422, 'undo.reference-lost')
}

/** One question for every register that is referred to, whatever the number of rows. */
function askedOf(table: Table, rows: readonly WrittenColumns[], { model }: Pick<UnitOfWork, 'model'>): Map<Table, Asked> {
  const asked = new Map<Table, Asked>()
  for (const { name, field } of table.manyReferences.values())
    for (const { columns, path } of rows) {
      const keys = [columns[name] ?? []].flat()
      if (keys.length === 0) continue
      const target = tableOf(model, field.references?.to ?? '')
      const group = asked.get(target) ?? { keys: new Set(), places: [] }
      for (const key of keys) group.keys.add(key)
      group.places.push({ path: `${path}${name}`, keys })
      asked.set(target, group)
    }
  return asked
}
