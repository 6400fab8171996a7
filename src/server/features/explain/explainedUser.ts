import type { ExplainedRole } from '../../../api/explain.ts'
import type { Permission } from '../../../model/access/gate.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import { findMemberships, findStores, findUser } from '../../access/users.ts'
import { ApiError } from '../../error.ts'
import type { OperationInput } from '../../operations/operation.ts'
import type { Service } from '../../service.ts'

/** For whom a screen is explained. */
export interface ExplainedUser {
  readonly userId: number | null
  readonly name: string
  readonly email: string
  readonly role: ExplainedRole
  readonly permission: Permission
}

type ExplainInput = Omit<OperationInput<'GET explicar'>, 'caminho'>

/** A user of the store, or somebody of a role, with what they may do there. */
export async function explainedUserOf(
  asked: ExplainInput,
  model: Model,
  caller: Caller,
  { database }: Service,
): Promise<ExplainedUser> {
  const { storeId } = caller
  if (storeId === null) throw new ApiError(400, 'store-required')
  const [store] = await findStores(database.system, model, [storeId])
  const features = Object.fromEntries(model.features.map(feature => [feature, store?.row[feature] === true]))
  const permission = (role: ExplainedRole, flags: (name: string) => boolean): Permission => ({
    admin: role === 'administrador',
    owner: role === 'proprietario',
    logged: true,
    flags: Object.fromEntries(model.flags.map(({ name }) => [name, flags(name)])),
    store: features,
  })
  if (asked.userId === undefined) {
    const role = asked.papel ?? 'funcionario'
    const flags = new Set((asked.flags ?? '').split(',').map(flag => flag.trim()))
    const name = formatMessage(model, `explain.role-${role === 'proprietario' ? 'owner' : 'employee'}`)
    return { userId: null, name, email: '', role, permission: permission(role, flag => flags.has(flag)) }
  }
  const user = await findUser(database.system, model, asked.userId)
  const link = (await findMemberships(database.system, model, asked.userId, storeId))[0]
  // A user without a place in the store is nobody's business there.
  if (!user || (!link && !(user.admin && caller.admin))) throw new ApiError(404, 'not-found')
  const role: ExplainedRole = user.admin ? 'administrador' : link?.owner ? 'proprietario' : 'funcionario'
  return {
    userId: user.id,
    name: user.nome || user.email,
    email: user.email,
    role,
    permission: permission(role, flag => link?.row[flag] === true),
  }
}
