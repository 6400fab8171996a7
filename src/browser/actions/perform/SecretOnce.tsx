import { Copy } from 'lucide-react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import { copyText } from '../../grid/clipboard/clipboard.ts'
import { dialogs } from '../../ui/dialogs.tsx'
import './secretOnce.css'

interface Shown {
  readonly title: string
  readonly note: string
  readonly secret: string
  readonly say: Translate
}

/** Shows a secret that nobody sees again; gives way once somebody says that it is kept. */
export const showSecretOnce = (shown: Shown): Promise<true | undefined> =>
  dialogs.open<true>(close => <SecretOnce {...shown} close={() => close(true)} />)

function SecretOnce({ title, note, secret, say, close }: Shown & { close(): void }) {
  const copy = async (): Promise<void> => {
    if (await copyText(secret)) showToast({ text: say('copied') })
  }
  const footer = (
    <>
      <Button icon={<Copy aria-hidden />} data-autofocus onClick={() => void copy()}>
        {say('copy')}
      </Button>
      <Button look="solid" onClick={close}>
        {say('secret-kept')}
      </Button>
    </>
  )
  return (
    <Dialog open size="md" title={title} onClose={close} footer={footer}>
      <Banner tone="warning">{note}</Banner>
      <code className="secret-once">{secret}</code>
    </Dialog>
  )
}
