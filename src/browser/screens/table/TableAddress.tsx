import { chakra } from '@chakra-ui/react/styled-system'
import { Copy, ExternalLink, QrCode } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../controls/Button.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { Spinner } from '../../../controls/Spinner.tsx'
import { useTranslate } from '../../data/session.tsx'
import { copyText } from '../../grid/clipboard/clipboard.ts'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'

interface Props {
  readonly address: string
  readonly title: string
}

const codeFigure = () => loadWithRetry(() => import('../../actions/code/CodeFigure.tsx'))

/** An address: a link to another tab, a button that copies it, and one that shows it as a QR code to be printed or read by a phone. */
export function TableAddress({ address, title }: Props) {
  const say = useTranslate()
  const [shown, setShown] = useState(false)
  const copy = async (): Promise<void> => {
    if (await copyText(address)) showToast({ text: say('copied') })
  }
  const code = say('table.code', { title })
  return (
    <chakra.span display="inline-flex" alignItems="center" maxWidth="100%">
      <Link href={address} target="_blank" rel="noopener noreferrer" aria-label={say('table.open-link', { title, address })}>
        {title}
        <ExternalLink aria-hidden />
      </Link>
      <IconButton size="sm" label={`${say('copy')}: ${address}`} onClick={() => void copy()}>
        <Copy aria-hidden />
      </IconButton>
      <IconButton size="sm" label={`${code}: ${address}`} onClick={() => setShown(true)}>
        <QrCode aria-hidden />
      </IconButton>
      <Dialog open={shown} size="md" title={code} closeLabel={say('close')} onClose={() => setShown(false)}>
        <Code address={address} title={title} />
      </Dialog>
    </chakra.span>
  )
}

/** Its code comes when one is looked at. */
function Code({ address, title }: Props) {
  const say = useTranslate()
  const CodeFigure = useLazyComponent(codeFigure, true)
  return CodeFigure ? (
    <CodeFigure text={address} title={title} facts={[]} say={say} />
  ) : (
    <chakra.div display="grid" placeItems="center" minHeight="14rem">
      <Spinner size="1.5rem" label={say('loading')} />
    </chakra.div>
  )
}

const Link = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minHeight: 'control',
    color: 'accent.fg',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    '& svg': { width: '0.875rem', height: '0.875rem', flexShrink: '0' },
  },
})
