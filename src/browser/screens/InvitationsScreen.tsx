import { chakra } from '@chakra-ui/react/styled-system'
import { Check, Mail, X } from 'lucide-react'
import { useRef, useState } from 'react'
import useSWR from 'swr'
import type { Invitation } from '../../api/invitation.ts'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { showToast } from '../../controls/overlays/toasts.ts'
import { Skeleton } from '../../controls/Skeleton.tsx'
import type { Screen } from '../../model/model.ts'
import { CallError, call } from '../data/api.ts'
import { useSession, useTranslate } from '../data/session.tsx'
import { dateTimeText } from '../ui/dateTimeText.ts'
import { ScreenHead } from './ScreenHead.tsx'
import { ScreenLine, ScreenLines } from './ScreenLine.tsx'

type Answer = 'aceitar' | 'recusar'

/** The stores that wait for an answer of who is signed in, and the answer. */
export default function InvitationsScreen({ screen }: { readonly screen: Screen }) {
  const say = useTranslate()
  const { user, reload } = useSession()
  const list = useRef<HTMLDivElement>(null)
  const { data, error, isLoading, mutate } = useSWR<readonly Invitation[], CallError>(['invitations', user.id], async () => {
    return (await call<readonly Invitation[]>('GET', 'users/convites')).data
  })
  const answer = async ({ loja, nome }: Invitation, what: Answer): Promise<void> => {
    try {
      await call('POST', `users/convites/${what}`, { body: { loja } })
      const code = what === 'aceitar' ? 'invitation.accepted' : 'invitation.refused'
      showToast({ tone: 'positive', text: say(code, { store: nome }) })
    } catch (reason) {
      if (!(reason instanceof CallError)) throw reason
      showToast({ tone: 'danger', text: reason.message })
    }
    await Promise.all([mutate(), reload().catch(() => undefined)])
    // The buttons went with what they did: the keyboard stays where it was.
    if (document.activeElement === document.body) list.current?.focus()
  }
  return (
    <chakra.div width="100%" maxWidth="60rem" mx="auto" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      {error ? (
        <Banner tone="danger" title={say('load-failed')}>
          {error.message}
        </Banner>
      ) : null}
      <chakra.div ref={list} tabIndex={-1} aria-busy={isLoading} _focusVisible={{ outline: 'none' }}>
        {isLoading ? <Skeleton height="6rem" /> : null}
        {data?.length === 0 ? <EmptyState icon={<Mail />} title={say('invitation.none')} /> : null}
        {data && data.length > 0 ? (
          <ScreenLines>
            {data.map(one => (
              <InvitationLine key={one.loja} invitation={one} answer={what => answer(one, what)} />
            ))}
          </ScreenLines>
        ) : null}
      </chakra.div>
    </chakra.div>
  )
}

interface LineProps {
  readonly invitation: Invitation
  answer(what: Answer): Promise<void>
}

function InvitationLine({ invitation: { nome, proprietario, enviadoEm }, answer }: LineProps) {
  const say = useTranslate()
  const [busy, setBusy] = useState<Answer>()
  const act = async (what: Answer): Promise<void> => {
    setBusy(what)
    await answer(what).finally(() => setBusy(undefined))
  }
  return (
    <ScreenLine
      title={nome}
      notes={[
        say(proprietario ? 'invitation.as-owner' : 'invitation.as-employee'),
        say('invitation.sent-at', { when: dateTimeText(enviadoEm) }),
      ]}
    >
      <Button
        icon={<X aria-hidden />}
        busy={busy === 'recusar'}
        disabled={busy !== undefined}
        aria-label={say('invitation.refuse-store', { store: nome })}
        onClick={() => void act('recusar')}
      >
        {say('invitation.refuse')}
      </Button>
      <Button
        look="solid"
        icon={<Check aria-hidden />}
        busy={busy === 'aceitar'}
        disabled={busy !== undefined}
        aria-label={say('invitation.accept-store', { store: nome })}
        onClick={() => void act('aceitar')}
      >
        {say('invitation.accept')}
      </Button>
    </ScreenLine>
  )
}
