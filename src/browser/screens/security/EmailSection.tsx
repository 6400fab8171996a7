import { AtSign, MailCheck, MailX } from 'lucide-react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { CallError } from '../../data/api.ts'
import { useTranslate } from '../../data/session.tsx'
import { useNavigate } from '../../router/router.tsx'
import { EmailChangeStatus } from './EmailChangeStatus.tsx'
import { useCancelEmailChange, useEmailState } from './emailCalls.ts'
import { FactorSection } from './FactorSection.tsx'

/** One's own e-mail, and the way to another one. */
export function EmailSection() {
  const say = useTranslate()
  const navigate = useNavigate()
  const { data, error } = useEmailState()
  const cancelChange = useCancelEmailChange()
  const cancel = (): Promise<void> =>
    cancelChange().catch((failure: unknown) => {
      if (!(failure instanceof CallError)) throw failure
      showToast({ tone: 'danger', text: failure.message })
    })
  if (error && !data)
    return (
      <Banner tone="danger" title={say('load-failed')}>
        {error.message}
      </Banner>
    )
  if (!data) return null
  const { email, troca } = data
  return (
    <FactorSection
      title={say('email-change.title')}
      about={say('email-change.about')}
      actions={
        troca ? (
          <>
            <Button icon={<MailCheck aria-hidden />} onClick={() => void navigate('/confirmarEmail')}>
              {say('email-change.confirm')}
            </Button>
            <Button icon={<MailX aria-hidden />} onClick={() => void cancel()}>
              {say('email-change.cancel')}
            </Button>
          </>
        ) : (
          <Button icon={<AtSign aria-hidden />} onClick={() => void navigate('/alterarEmail')}>
            {say('email-change.start')}
          </Button>
        )
      }
    >
      {troca ? <EmailChangeStatus old={email} change={troca} /> : <p style={{ overflowWrap: 'anywhere' }}>{email}</p>}
    </FactorSection>
  )
}
