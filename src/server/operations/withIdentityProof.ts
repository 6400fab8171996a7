import type { ProvedAct } from '../../model/access/registerRole.ts'
import { requireIdentityProof } from '../access/identityProof.ts'
import type { RegisterRoute } from '../http/registerRequest.ts'
import { noteSecurityEvent } from '../security/securityEvent.ts'

/** Returns a call's act on records, among the acts for which a definition may ask for a proof. */
const actOf = ({ method, path }: Pick<RegisterRoute, 'method' | 'path'>): ProvedAct | undefined => {
  if (path === '/exportar') return 'export'
  if (method === 'DELETE') return 'remove'
  // It reads, by a body that is too long for an address.
  return method === 'GET' || path === '/valores' ? undefined : 'save'
}

const deeds: Readonly<Record<ProvedAct, string>> = { save: 'salvo', remove: 'excluído', export: 'exportado' }

/** The same route; where the register's definition says so, whoever calls has proved lately who they are, and the security log tells it. */
export function withIdentityProof(route: RegisterRoute): RegisterRoute {
  const act = actOf(route)
  if (act === undefined) return route
  return {
    ...route,
    async answer(ask) {
      const { register } = ask.table
      if (!register.reauthenticate?.includes(act)) return route.answer(ask)
      const caller = await ask.resolveCaller(ask.request, undefined)
      const { userId } = caller
      await requireIdentityProof(ask.service.database.system, caller)
      const answered = await route.answer(ask)
      // Of an export its own line tells more.
      if (act !== 'export') {
        const detail = `${register.title}: ${deeds[act]}`
        await noteSecurityEvent(ask.service, { kind: 'protected-call', userId, address: ask.request.ip, detail })
      }
      return answered
    },
  }
}
