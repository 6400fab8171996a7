import { ApiError, type OperationContext, type RowOf } from '../../../server/plugin.ts'

/** Where the kitchen of a store is in the database that its screens read: under its number and the key that nobody guesses. */
export async function kitchenOf(database: OperationContext<unknown>['database'], lojaId: number): Promise<readonly string[]> {
  const { rows } = await database.read({ stores: [lojaId] }, q =>
    q.query<RowOf<'lojas', 'uuid'>>('SELECT uuid FROM lojas WHERE "lojaId" = $1 AND id = $1', [lojaId]),
  )
  const uuid = rows[0]?.uuid
  if (!uuid) throw new ApiError(400, 'kds.store-key')
  return ['kds', String(lojaId), uuid]
}
