import type { RightsOfOtherReply } from '../../api/explain.ts'
import { modelForRights } from '../../model/access/gate.ts'
import type { Rights } from '../../model/model.ts'
import { call } from '../data/api.ts'
import { type ClientSession, useSession, useTranslate } from '../data/session.tsx'
import { setViewAs } from '../data/viewAs.ts'
import { useNavigate } from '../router/router.tsx'
import { type UserChoice, userChoiceName, userChoiceQuery } from './UserPicker.tsx'

/** Shows the pages as somebody else sees them: with no right that the user does not have, and without writing. */
export function useStartViewAs(fail: (message: string) => void): (whom: UserChoice, address: string) => Promise<void> {
  const session = useSession()
  const say = useTranslate()
  const navigate = useNavigate()
  return async (whom, address) => {
    try {
      const { data } = await call<RightsOfOtherReply>('GET', 'explicar/direitos', {
        query: userChoiceQuery(whom),
        keepSession: true,
      })
      const rights = shrunk(session.rights, data.rights)
      const name = userChoiceName(whom, session.model, say)
      setViewAs({ ...seenWith(session, rights), name }, say('work.see-as-closed'))
      navigate(address)
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error))
    }
  }
}

/** Only what both may. */
const shrunk = (own: Rights, other: Rights): Rights =>
  Object.fromEntries(Object.entries(own).map(([gate, may]) => [gate, may && other[gate] === true]))

function seenWith({ model, permission }: ClientSession, rights: Rights): Pick<ClientSession, 'model' | 'rights' | 'permission'> {
  const flags = Object.fromEntries(model.flags.map(flag => [flag.name, rights[flag.name] === true]))
  const owner = permission.PROPRIETARIO && rights.owner === true
  return {
    model: modelForRights(model, rights),
    rights,
    permission: { ...permission, ...flags, PROPRIETARIO: owner, ADMIN: permission.ADMIN && rights.admin === true },
  }
}
