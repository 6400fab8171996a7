import type { Queries } from '../../database/queries.ts'

/** An action of somebody, because of which an automation starts. */
export interface CausingAction {
  readonly id: string
  readonly userId: number
}

/** Tells whether an action of a store was undone since. */
export async function isUndone(q: Queries, lojaId: number, { id, userId }: CausingAction): Promise<boolean> {
  const { rows } = await q.query(
    'SELECT 1 FROM system.actions WHERE "lojaId" = $1 AND "userId" = $2 AND id = $3 AND "undoneBy" IS NOT NULL',
    [lojaId, userId, id],
  )
  return rows.length > 0
}
