import type { EvaluationContext } from '../../../model/expression/scope.ts'
import type { ClientSession } from '../session.tsx'

/** User, store and zone, as expressions and defaults see them. */
export type SessionScope = Pick<EvaluationContext, 'user' | 'store' | 'zone'>

export const sessionScope = ({ user, store, stores, permission, zone }: ClientSession): SessionScope => ({
  user: { ...user, name: user.nome, owner: permission.PROPRIETARIO, stores: stores.length },
  store: store ?? undefined,
  zone,
})
