import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { showToast } from '../../controls/overlays/toasts.ts'
import { CallError, call } from '../data/api.ts'
import { useSession, useTranslate } from '../data/session.tsx'

/** Says over every page that the e-mail of the sign-up is not proved yet, and sends the letter again. */
export default function EmailProofNotice() {
  const say = useTranslate()
  const { user, sendsMail = true } = useSession()
  const [busy, setBusy] = useState(false)
  const { email } = user
  const resend = async (): Promise<void> => {
    setBusy(true)
    try {
      await call('POST', 'users/reenviarEmail', { body: {} })
      showToast({ tone: 'positive', text: say('email-proof.sent', { email }) })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      showToast({ tone: 'danger', text: error.message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <chakra.div px={{ base: '2', md: '4' }} pt="2" flexShrink={0}>
      <Banner
        tone="warning"
        title={say('email-proof.title')}
        actions={
          <Button size="sm" busy={busy} onClick={() => void resend()}>
            {say('email-proof.resend')}
          </Button>
        }
      >
        <chakra.span overflowWrap="anywhere">
          {say(sendsMail ? 'email-proof.waiting' : 'email-proof.waiting-file', { email })}
        </chakra.span>
      </Banner>
    </chakra.div>
  )
}
