import { chakra } from '@chakra-ui/react/styled-system'
import { MonitorX, RefreshCw } from 'lucide-react'
import type { RecoveryCodesReply } from '../../../api/secondFactor.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import { useSession, useTranslate } from '../../data/session.tsx'
import { FactorSection } from './FactorSection.tsx'
import { PasskeySection } from './PasskeySection.tsx'
import { factorCall, withProof } from './proof.ts'
import { showRecoveryCodes } from './RecoveryCodes.tsx'
import { TotpSection } from './TotpSection.tsx'
import { type FactorPage, useFactorPage } from './useFactorPage.ts'

/** One's own second factor: the authenticator app, passkeys, recovery codes, devices that are not asked. */
export function AccountSecurity() {
  const say = useTranslate()
  const { secondFactorDue } = useSession()
  const { page, error, box } = useFactorPage()
  if (error && !page)
    return (
      <Banner tone="danger" title={say('load-failed')}>
        {error.message}
      </Banner>
    )
  if (!page)
    return (
      <div aria-busy>
        <Skeleton height="12rem" />
      </div>
    )
  const { totp, passkeys, exigido } = page.state
  const has = totp !== null || passkeys.length > 0
  return (
    <chakra.div ref={box} tabIndex={-1} display="flex" flexDirection="column" gap="4" _focusVisible={{ outline: 'none' }}>
      {exigido && !has && !secondFactorDue ? (
        <Banner tone="info" quiet>
          {say('second-factor.asked')}
        </Banner>
      ) : null}
      <TotpSection page={page} />
      <PasskeySection page={page} />
      {has ? <CodesSection page={page} /> : null}
      {has ? <DevicesSection page={page} /> : null}
    </chakra.div>
  )
}

function CodesSection({ page }: { readonly page: FactorPage }) {
  const say = useTranslate()
  const { user } = useSession()
  const { state } = page
  const renew = async (): Promise<void> => {
    const asked = { title: say('second-factor.codes-new'), confirm: say('second-factor.codes-new') }
    const done = await withProof(say, state, asked, proof => factorCall<RecoveryCodesReply>('codigos', proof))
    if (!done) return
    await showRecoveryCodes({ say, email: user.email, codes: done.codigos })
    await page.refresh()
  }
  return (
    <FactorSection
      title={say('second-factor.codes')}
      about={say('second-factor.codes-about')}
      actions={
        <Button icon={<RefreshCw aria-hidden />} onClick={() => void renew()}>
          {say('second-factor.codes-new')}
        </Button>
      }
    >
      <p>{say('second-factor.codes-left', { count: state.codigos })}</p>
    </FactorSection>
  )
}

function DevicesSection({ page }: { readonly page: FactorPage }) {
  const say = useTranslate()
  const { aparelhos } = page.state
  const forget = async (): Promise<void> => {
    await factorCall('aparelhos/esquecer', {})
    showToast({ tone: 'positive', text: say('second-factor.devices-forgotten') })
    await page.refresh()
  }
  return (
    <FactorSection
      title={say('second-factor.devices')}
      about={say('second-factor.devices-count', { count: aparelhos })}
      actions={
        aparelhos > 0 ? (
          <Button icon={<MonitorX aria-hidden />} onClick={() => void forget()}>
            {say('second-factor.forget-devices')}
          </Button>
        ) : null
      }
    />
  )
}
