import type { LoginReply } from '../../../api/session.ts'
import type { ScreenForm } from '../../../model/model.ts'
import { call } from '../../data/api.ts'
import { saveToken } from '../../data/identity.ts'
import { useNavigate } from '../../router/router.tsx'
import { releaseAllBlockers } from '../../ui/navigationBlockers.ts'
import { evaluateForm, type ScreenFormContext } from './screenForm.ts'

/** Where a form leads once its call succeeded. */
interface GoOn {
  /** The address, after a login where there is one; where that fails, the form's last. */
  prepare(context: ScreenFormContext): Promise<string | undefined>
  leave(address: string): undefined
}

/** Leads on from a form. */
export function useGoOn({ goTo }: ScreenForm): GoOn {
  const navigate = useNavigate()
  return {
    async prepare(context) {
      const way = goTo.find(({ when }) => when === undefined || evaluateForm(context, when) === true)
      if (!way?.login) return way?.open
      const body = {
        email: evaluateForm(context, way.login.email),
        password: evaluateForm(context, way.login.password),
      }
      try {
        const { data } = await call<LoginReply>('POST', 'users/login', { body, keepSession: true })
        saveToken(data.id)
        return way.open
      } catch {
        // The request is done; how to enter is said where one enters.
        return goTo.at(-1)?.open
      }
    },
    leave(address) {
      releaseAllBlockers()
      navigate(address, { replace: true })
      return undefined
    },
  }
}
