import type { Model, Register } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'

/** Tells whether records of a register may have comments, by itself or by what it is a view of. */
export const isDiscussed = ({ table, scope }: Register, { registers }: Model): boolean =>
  scope === 'store' && Object.values(registers).some(other => other.table === table && other.discuss)

interface DiscussedRecords {
  readonly lojaId: number
  readonly register: string
  readonly ids: readonly string[]
}

/** The comments of records go with them. */
export const removeComments = (q: Queries, records: DiscussedRecords): Promise<void> => mark(q, records, true)

/** The comments of restored records come back. */
export const restoreComments = (q: Queries, records: DiscussedRecords): Promise<void> => mark(q, records, false)

async function mark(q: Queries, { lojaId, register, ids }: DiscussedRecords, gone: boolean): Promise<void> {
  await q.query(
    `UPDATE system.comments SET "goneAt" = CASE WHEN $4::boolean THEN now() END WHERE "lojaId" = $1 AND register = $2 AND record = ANY($3::text[])`,
    [lojaId, register, ids, gone],
  )
}
