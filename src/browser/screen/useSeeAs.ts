import { cutModel } from '../../model/gate.ts'
import type { Rights } from '../../model/model.ts'
import { call } from '../data/api.ts'
import { seeAs } from '../data/seenAs.ts'
import { type Session, useSay, useSession } from '../data/session.tsx'
import { useNavigate } from '../router/router.tsx'
import { nameOf, queryOf, type WhomChoice } from './Whom.tsx'

/** Shows the pages as somebody else sees them: with no right that the user does not have, and without writing. */
export function useSeeAs(fail: (message: string) => void): (whom: WhomChoice, address: string) => Promise<void> {
  const session = useSession()
  const say = useSay()
  const navigate = useNavigate()
  return async (whom, address) => {
    try {
      const { data } = await call<{ rights: Rights }>('GET', 'explicar/direitos', { query: queryOf(whom), keepSession: true })
      const rights = shrunk(session.rights, data.rights)
      const name = nameOf(whom, session.model, say)
      seeAs({ ...seenWith(session, rights), name }, say('work.see-as-closed'))
      navigate(address)
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error))
    }
  }
}

/** Only what both may. */
const shrunk = (own: Rights, other: Rights): Rights =>
  Object.fromEntries(Object.entries(own).map(([gate, may]) => [gate, may && other[gate] === true]))

function seenWith({ model, permission }: Session, rights: Rights): Pick<Session, 'model' | 'rights' | 'permission'> {
  const flags = Object.fromEntries(model.flags.map(flag => [flag.name, rights[flag.name] === true]))
  const owner = permission.PROPRIETARIO && rights.owner === true
  return {
    model: cutModel(model, rights),
    rights,
    permission: { ...permission, ...flags, PROPRIETARIO: owner, ADMIN: permission.ADMIN && rights.admin === true },
  }
}
