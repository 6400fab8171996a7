import { type Effect, type RowOf, requireStore, tableOf, validationError } from '../../../server/domain.ts'
import { branchScope } from '../branches/branches.ts'

/** Orders come from another store of the one who names it, which has an address in the delivery app. */
export const refuseForeignKitchen: Effect = {
  async before({ work, body }) {
    const { caller, model, service } = work
    const { lojaDarkKitchenId: other } = body
    if (other === undefined || other === null || other === '') return undefined
    const refuse = (code: string) => validationError([{ path: 'lojaDarkKitchenId', code }])
    // The check of the record tells values that are no number.
    if (!Number.isSafeInteger(Number(other))) return undefined
    if (Number(other) === requireStore(caller)) throw refuse('dark-kitchen.itself')
    if (!caller.admin && !caller.stores.includes(Number(other))) throw refuse('dark-kitchen.unknown')
    const { rows } = await service.database.read(branchScope(caller), q =>
      q.query<RowOf<'lojas', 'appDeliveryUri'>>(
        `SELECT "appDeliveryUri" FROM ${tableOf(model, 'lojas').sql} WHERE "lojaId" = $1 AND id = $1`,
        [Number(other)],
      ),
    )
    if (!rows[0]?.appDeliveryUri) throw refuse('dark-kitchen.address')
    return undefined
  },
}
