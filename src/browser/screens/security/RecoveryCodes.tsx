import { Copy, Download, Printer } from 'lucide-react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import { copyText } from '../../grid/clipboard/clipboard.ts'
import { dialogs } from '../../ui/dialogs.tsx'
import { saveFile } from '../../ui/saveFile.ts'
import './recoveryCodes.css'

interface Shown {
  readonly say: Translate
  readonly email: string
  readonly codes: readonly string[]
}

/** Shows recovery codes, this once: nothing closes it but saying that they are kept. */
export const showRecoveryCodes = (shown: Shown): Promise<true | undefined> =>
  dialogs.open<true>(close => <RecoveryCodes {...shown} close={() => close(true)} />)

function RecoveryCodes({ say, email, codes, close }: Shown & { close(): void }) {
  const first = say('second-factor.codes-file', { email })
  const text = `${first}\n\n${codes.join('\n')}\n`
  const copy = async (): Promise<void> => {
    if (await copyText(text)) showToast({ text: say('second-factor.copied') })
  }
  const footer = (
    <>
      <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
        {say('second-factor.copy')}
      </Button>
      <Button icon={<Download aria-hidden />} onClick={() => saveFile(text, 'retaguarda-codigos-de-recuperacao.txt')}>
        {say('second-factor.download')}
      </Button>
      <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
        {say('second-factor.print')}
      </Button>
      <Button look="solid" data-autofocus onClick={close}>
        {say('second-factor.kept')}
      </Button>
    </>
  )
  return (
    <Dialog open size="md" title={say('second-factor.codes')} onClose={close} footer={footer}>
      <Banner tone="warning">{say('second-factor.codes-once')}</Banner>
      <div className="recovery-codes">
        <p className="recovery-codes-owner">{first}</p>
        <ol aria-label={say('second-factor.codes')}>
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  )
}
