import { chakra } from '@chakra-ui/react/styled-system'
import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import type { RecoveryCodesReply, SecondFactorState } from '../../../api/secondFactor.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button, IconButton } from '../../../controls/Button.tsx'
import { Chip } from '../../../controls/Chip.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import { useTranslate } from '../../data/session.tsx'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import { hasPasskeySupport, makePasskey, type PasskeyCreation } from '../../ui/passkeys.ts'
import { ScreenLine, ScreenLines } from '../ScreenLine.tsx'
import { ask } from './AskDialog.tsx'
import { FactorSection } from './FactorSection.tsx'
import { factorCall, passkeysHere, withProof } from './proof.ts'
import type { FactorPage } from './useFactorPage.ts'

type Passkey = SecondFactorState['passkeys'][number]

/** Passkeys by name: made, renamed, removed; or why there can be none here. */
export function PasskeySection({ page }: { readonly page: FactorPage }) {
  const say = useTranslate()
  const { state } = page
  const add = async (): Promise<void> => {
    const asked = { title: say('second-factor.prove-title'), confirm: say('second-factor.go-on') }
    const begun = await withProof(say, state, asked, proof =>
      factorCall<{ setup: string; options: PasskeyCreation }>('passkeys/opcoes', proof),
    )
    const done = begun && (await nameNewPasskey(say, begun))
    if (done) await page.added(done)
  }
  const why = trouble(say, state)
  return (
    <FactorSection
      title={say('second-factor.passkeys')}
      about={say('second-factor.passkeys-about')}
      status={state.passkeys.length === 0 ? <Chip>{say('second-factor.no-passkeys')}</Chip> : null}
      actions={
        passkeysHere(state) ? (
          <Button icon={<KeyRound aria-hidden />} onClick={() => void add()}>
            {say('second-factor.add-passkey')}
          </Button>
        ) : null
      }
    >
      {why ? (
        <Banner tone="warning" quiet>
          {why}
        </Banner>
      ) : null}
      {state.passkeys.length > 0 ? (
        <ScreenLines>
          {state.passkeys.map(passkey => (
            <PasskeyLine key={passkey.id} passkey={passkey} page={page} />
          ))}
        </ScreenLines>
      ) : null}
    </FactorSection>
  )
}

/** Why no passkey can be made on this page. */
function trouble(say: Translate, { endereco: { origem, passkeys } }: SecondFactorState): string | undefined {
  if (!passkeys) return say('passkey.address', { address: origem })
  if (origem !== location.origin) return say('passkey.other-address', { address: origem })
  return hasPasskeySupport() ? undefined : say('passkey.unsupported')
}

const nameNewPasskey = (
  say: Translate,
  { setup, options }: { readonly setup: string; readonly options: PasskeyCreation },
): Promise<RecoveryCodesReply | undefined> =>
  ask(say, {
    title: say('second-factor.add-passkey'),
    label: say('second-factor.passkey-name'),
    help: say('second-factor.passkey-name-help'),
    confirm: say('second-factor.add-passkey'),
    input: { maxLength: 60 },
    run: async nome => factorCall<RecoveryCodesReply>('passkeys', { setup, nome, response: await makePasskey(options) }),
  })

function PasskeyLine({
  passkey: { id, nome, criadaEm, usadaEm },
  page,
}: {
  readonly passkey: Passkey
  readonly page: FactorPage
}) {
  const say = useTranslate()
  const rename = async (): Promise<void> => {
    const done = await ask(say, {
      title: say('second-factor.rename-passkey', { name: nome }),
      label: say('second-factor.passkey-name'),
      confirm: say('second-factor.save'),
      input: { maxLength: 60, defaultValue: nome },
      run: async value => {
        await factorCall('passkeys/renomear', { id, nome: value })
        return true
      },
    })
    if (!done) return
    showToast({ tone: 'positive', text: say('second-factor.renamed') })
    await page.refresh()
  }
  const remove = async (): Promise<void> => {
    const asked = { title: say('second-factor.remove-passkey', { name: nome }), confirm: say('second-factor.remove') }
    const done = await withProof(say, page.state, asked, async proof => {
      await factorCall('passkeys/remover', { id, ...proof })
      return true
    })
    if (done) await page.removed()
  }
  const used = usadaEm ? say('second-factor.passkey-used', { when: dateTimeText(usadaEm) }) : say('second-factor.passkey-unused')
  return (
    <ScreenLine title={nome} notes={[say('second-factor.passkey-made', { when: dateTimeText(criadaEm) }), used]}>
      <chakra.div display="flex" gap="1">
        <IconButton label={say('second-factor.rename-passkey', { name: nome })} onClick={() => void rename()}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton danger label={say('second-factor.remove-passkey', { name: nome })} onClick={() => void remove()}>
          <Trash2 aria-hidden />
        </IconButton>
      </chakra.div>
    </ScreenLine>
  )
}
