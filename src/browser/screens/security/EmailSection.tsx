import { AtSign, MailCheck, MailX } from 'lucide-react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { useTranslate } from '../../data/session.tsx'
import { useNavigate } from '../../router/router.tsx'
import { EmailChangeStatus } from './EmailChangeStatus.tsx'
import { emailCall, useEmailState } from './emailCalls.ts'
import { FactorSection } from './FactorSection.tsx'

/** One's own e-mail, and the way to another one. */
export function EmailSection() {
  const say = useTranslate()
  const navigate = useNavigate()
  const { data, error, mutate } = useEmailState()
  const cancel = async (): Promise<void> => {
    await mutate(await emailCall('users/email/cancelar'), { revalidate: false })
    showToast({ tone: 'positive', text: say('email-change.cancelled') })
  }
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
