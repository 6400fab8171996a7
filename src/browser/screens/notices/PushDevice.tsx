import { chakra } from '@chakra-ui/react/styled-system'
import { BellOff, BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { useTranslate } from '../../data/session.tsx'
import { useNoticeChoices } from '../../shell/notices/noticeCalls.ts'
import { type PushState, pushState, startPush, stopPush } from '../../shell/notices/pushDevice.ts'

const words = {
  none: 'notice.device-none',
  off: 'notice.device-help',
  on: 'notice.device-is-on',
  denied: 'notice.device-denied',
} as const satisfies Record<PushState, string>

/** Lets this browser tell of notices though no page is open, or stops it. */
export function PushDevice() {
  const say = useTranslate()
  const { data } = useNoticeChoices()
  const [state, setState] = useState<PushState>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void pushState().then(setState, () => setState('none'))
  }, [])
  if (!data || state === undefined) return null
  const act = async (run: () => Promise<PushState>): Promise<void> => {
    setBusy(true)
    try {
      setState(await run())
    } catch {
      showToast({ tone: 'danger', text: say('notice.device-failed') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <chakra.div mt="4">
      <Banner
        tone={state === 'on' ? 'positive' : state === 'denied' ? 'warning' : 'info'}
        actions={
          state === 'off' ? (
            <Button icon={<BellRing aria-hidden />} busy={busy} onClick={() => void act(() => startPush(data.chave))}>
              {say('notice.device-on')}
            </Button>
          ) : state === 'on' ? (
            <Button icon={<BellOff aria-hidden />} busy={busy} onClick={() => void act(stopPush)}>
              {say('notice.device-off')}
            </Button>
          ) : null
        }
      >
        {say(words[state])}
      </Banner>
    </chakra.div>
  )
}
