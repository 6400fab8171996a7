import { chakra } from '@chakra-ui/react/styled-system'
import { Copy, Smartphone, Trash2 } from 'lucide-react'
import type { RecoveryCodesReply, TotpSetup } from '../../../api/secondFactor.ts'
import { Button, IconButton } from '../../../controls/Button.tsx'
import { Chip } from '../../../controls/Chip.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import { useTranslate } from '../../data/session.tsx'
import { copyText } from '../../grid/clipboard/clipboard.ts'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import { ask } from './AskDialog.tsx'
import { FactorSection } from './FactorSection.tsx'
import { factorCall, withProof } from './proof.ts'
import type { FactorPage } from './useFactorPage.ts'

/** The authenticator app: set up, moved to another telephone, removed. */
export function TotpSection({ page }: { readonly page: FactorPage }) {
  const say = useTranslate()
  const { state } = page
  const setUp = async (): Promise<void> => {
    const asked = { title: say('second-factor.prove-title'), confirm: say('second-factor.go-on') }
    const setup = await withProof(say, state, asked, proof => factorCall<TotpSetup>('totp', proof))
    const done = setup && (await confirmSetup(say, setup))
    if (done) await page.added(done)
  }
  const remove = async (): Promise<void> => {
    const asked = { title: say('second-factor.remove-totp'), confirm: say('second-factor.remove') }
    const done = await withProof(say, state, asked, async proof => {
      await factorCall('totp/remover', proof)
      return true
    })
    if (done) await page.removed()
  }
  return (
    <FactorSection
      title={say('second-factor.totp')}
      about={say('second-factor.totp-about')}
      status={
        state.totp ? (
          <Chip tone="positive">{say('second-factor.totp-since', { when: dateTimeText(state.totp) })}</Chip>
        ) : (
          <Chip>{say('second-factor.off')}</Chip>
        )
      }
      actions={
        <>
          <Button look={state.totp ? 'outline' : 'solid'} icon={<Smartphone aria-hidden />} onClick={() => void setUp()}>
            {say(state.totp ? 'second-factor.replace' : 'second-factor.set-up')}
          </Button>
          {state.totp ? (
            <Button
              danger
              icon={<Trash2 aria-hidden />}
              aria-label={say('second-factor.remove-totp')}
              onClick={() => void remove()}
            >
              {say('second-factor.remove')}
            </Button>
          ) : null}
        </>
      }
    />
  )
}

/** Shows the key as a code for cameras and as text, until a code of the app proved that it took it. */
const confirmSetup = (say: Translate, { setup, chave, qr }: TotpSetup): Promise<RecoveryCodesReply | undefined> =>
  ask(say, {
    title: say('second-factor.totp'),
    label: say('second-factor.code'),
    confirm: say('second-factor.activate'),
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 },
    children: <SetupKey say={say} chave={chave} qr={qr} />,
    run: code => factorCall<RecoveryCodesReply>('totp/confirmar', { setup, code }),
  })

function SetupKey({ say, chave, qr }: Pick<TotpSetup, 'chave' | 'qr'> & { readonly say: Translate }) {
  const copy = async (): Promise<void> => {
    if (await copyText(chave)) showToast({ text: say('second-factor.copied') })
  }
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      <p>{say('second-factor.scan')}</p>
      {/* White around it: codes are read by cameras in the dark theme, too. */}
      <chakra.span bg="white" borderRadius="md" borderWidth="1px" borderColor="border" alignSelf="center">
        <img src={qr} alt={say('second-factor.qr')} width={220} height={220} style={{ imageRendering: 'pixelated' }} />
      </chakra.span>
      <chakra.div>
        <chakra.p textStyle="note">{say('second-factor.key')}</chakra.p>
        <chakra.div display="flex" gap="1" alignItems="center">
          <chakra.code fontFamily="mono" overflowWrap="anywhere">
            {chave.replace(/(.{4})(?=.)/g, '$1 ')}
          </chakra.code>
          <IconButton size="sm" label={`${say('second-factor.copy')}: ${say('second-factor.key')}`} onClick={() => void copy()}>
            <Copy aria-hidden />
          </IconButton>
        </chakra.div>
      </chakra.div>
    </chakra.div>
  )
}
