import useSWR from 'swr'
import type { EmailState } from '../../../api/email.ts'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { type CallError, call } from '../../data/api.ts'
import { useSession, useTranslate } from '../../data/session.tsx'

/** Reads how the e-mail of who is signed in stands; `mutate` takes what a call answered in its place. */
export function useEmailState() {
  const { user } = useSession()
  const read = async (): Promise<EmailState> => (await call<EmailState>('GET', 'users/email')).data
  // Another page asks for a change and leads here at once.
  return useSWR<EmailState, CallError>(['own-email', user.id], read, { dedupingInterval: 0 })
}

/** Makes a call about one's own e-mail; all of them answer how it stands then. */
export const emailCall = async (path: string, body: object = {}): Promise<EmailState> =>
  (await call<EmailState>('POST', path, { body })).data

/** Takes a change of e-mail back, and says so. Rejects with the CallError of a refusal. */
export function useCancelEmailChange(): () => Promise<void> {
  const say = useTranslate()
  const { mutate } = useEmailState()
  return async () => {
    await mutate(await emailCall('users/email/cancelar'), { revalidate: false })
    showToast({ tone: 'positive', text: say('email-change.cancelled') })
  }
}
