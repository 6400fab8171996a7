import {
  ApiError,
  lockOwnFields,
  objectOf,
  operation,
  ownerMembershipType,
  type RowOf,
  requireStore,
  saveOneRecord,
  tableOf,
  type UnitOfWork,
  withUnitOfWork,
} from '../../../server/domain.ts'
import { flagsOf } from '../roleFlags.ts'

/** Brings a role to the owner's other stores: one of the same name there becomes the same, with the people who have it. */
export const copyRoleToStores = operation({
  method: 'POST',
  path: 'papeis/levar',
  reauthenticate: true,
  title: 'Levar um papel às outras lojas do proprietário',
  gate: 'owner',
  input: objectOf({ lojaId: { type: 'integer' }, id: { type: 'integer', description: 'Papel da loja' } }),
  output: objectOf({ lojas: { type: 'integer', description: 'Lojas que o têm agora' } }),
  messages: ['not-found', 'staff-role.no-other-store', 'staff-role.shipped'],
  async run({ caller, database, model, input, writing }) {
    const here = requireStore(caller)
    const { rows } = await database.read({ stores: caller.stores }, q =>
      q.query<RowOf<'user_lojas', 'lojaId'>>(
        `SELECT "lojaId" FROM ${tableOf(model, 'user_lojas').sql}
         WHERE "userId" = $1 AND type = $2 AND bloqueado IS NOT TRUE AND "lojaId" <> $3 ORDER BY "lojaId"`,
        [caller.userId, ownerMembershipType, here],
      ),
    )
    const others = rows.map(({ lojaId }) => Number(lojaId))
    if (others.length === 0) throw new ApiError(422, 'staff-role.no-other-store')
    return withUnitOfWork(writing, { stores: [here, ...others] }, async work => {
      const [role] = await lockOwnFields(tableOf(model, 'papeis'), [input.id], work, 'all')
      if (!role) throw new ApiError(404, 'not-found')
      if (role.modelo !== null) throw new ApiError(422, 'staff-role.shipped')
      const body = { nome: role.nome, descricao: role.descricao, ...flagsOf(model, role) }
      for (const storeId of others) await putRole(body, { ...work, caller: { ...caller, storeId } })
      return { lojas: others.length }
    })
  },
})

async function putRole(body: { readonly nome: string }, there: UnitOfWork): Promise<void> {
  const table = tableOf(there.model, 'papeis')
  const { rows } = await there.q.query<RowOf<'papeis', 'id'>>(
    `SELECT id FROM ${table.sql} WHERE "lojaId" = $1 AND lower(nome) = lower($2)`,
    [requireStore(there.caller), body.nome],
  )
  await saveOneRecord({ ...body, ...(rows[0] ? { id: Number(rows[0].id) } : {}) }, table, there)
}
