import { holdInStore } from '../database/holdInStore.ts'
import { ApiError } from '../error.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import type { Table } from '../query/table.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import { requireStore, type UnitOfWork } from './unitOfWork.ts'

/**
 * A save without a key of what a store has once is meant for the record that stands. First saves of one store wait for each other,
 * so that the second finds what the first made.
 */
export async function withSingleKey(
  bodies: readonly DataRow[],
  { register }: Table,
  { q, caller }: UnitOfWork,
): Promise<readonly DataRow[]> {
  if (!register.single || bodies.every(({ id }) => id !== undefined && id !== null && id !== '')) return bodies
  // Several of what there is once are several words on one record: none of them can be meant.
  if (bodies.length > 1) throw new ApiError(413, 'body-too-many', { max: 1 })
  const store = requireStore(caller)
  await holdInStore(q, store, `single ${register.table}`)
  const { rows } = await q.query<{ id: string }>(
    `SELECT id FROM ${quotedIdentifier(register.table)} WHERE "lojaId" = $1 LIMIT 1`,
    [store],
  )
  const id = rows[0]?.id
  return id === undefined ? bodies : bodies.map(body => ({ ...body, id: Number(id) }))
}
