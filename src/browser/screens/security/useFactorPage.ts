import { useRef } from 'react'
import useSWR from 'swr'
import type { RecoveryCodesReply, SecondFactorState } from '../../../api/secondFactor.ts'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { type CallError, call } from '../../data/api.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import { showRecoveryCodes } from './RecoveryCodes.tsx'

/** How somebody's second factor stands, and what follows on a change of it. */
export interface FactorPage {
  readonly state: SecondFactorState
  /** A factor came: shows the recovery codes that came with the first one. */
  added(reply: RecoveryCodesReply): Promise<void>
  removed(): Promise<void>
  refresh(): Promise<void>
}

/** Reads how the second factor of who is signed in stands. */
export function useFactorPage() {
  const say = useTranslate()
  const { user, reload, secondFactorDue } = useSession()
  const box = useRef<HTMLDivElement>(null)
  const { data, error, mutate } = useSWR<SecondFactorState, CallError>(['second-factor', user.id], async () => {
    return (await call<SecondFactorState>('GET', 'users/segundo-fator')).data
  })
  const refresh = async (): Promise<void> => {
    await mutate()
    // A button that went with what it did: the keyboard stays on the page.
    if (document.activeElement === document.body) box.current?.focus()
  }
  const page: FactorPage | undefined = data && {
    state: data,
    refresh,
    async added({ codigos }) {
      showToast({ tone: 'positive', text: say('second-factor.added') })
      if (codigos.length > 0) await showRecoveryCodes({ say, email: user.email, codes: codigos })
      await refresh()
      // The server answers now where it answered nobody without a factor.
      if (secondFactorDue) await reload()
    },
    async removed() {
      showToast({ tone: 'positive', text: say('second-factor.removed') })
      await refresh()
      if (data.exigido) await reload()
    },
  }
  return { page, error, box }
}
