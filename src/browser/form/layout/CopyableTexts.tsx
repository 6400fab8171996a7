import { chakra } from '@chakra-ui/react/styled-system'
import { Copy } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { IconButton } from '../../../controls/Button.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { siteAddress } from '../../../model/paper/siteAddress.ts'
import { copyText } from '../../grid/clipboard/clipboard.ts'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { draftScope } from '../draft/recordDraft.ts'
import { useForm } from '../formContext.ts'

interface Props {
  readonly title: string
  readonly texts: string
  readonly qr?: true
}

/** Texts that follow from what is typed, each to be copied or shown as a QR code; none when there is nothing to tell. */
export function CopyableTexts({ title, texts, qr }: Props) {
  const { store, register, context, say } = useForm()
  const joined = useSyncExternalStore(store.subscribe, () => {
    const found = context.evaluate(register, texts, draftScope(store.shown(), context))
    return Array.isArray(found) ? found.map(String).join('\n') : ''
  })
  const [code, setCode] = useState<string>()
  const Code = useLazyComponent(loadCode, code !== undefined)
  if (joined === '') return null
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) showToast({ text: say('copied') })
  }
  return (
    <section aria-label={title}>
      <chakra.p textStyle="label" mb="1">
        {title}
      </chakra.p>
      <chakra.ul listStyleType="none" m="0" p="0">
        {joined.split('\n').map(text => (
          <chakra.li key={text} display="flex" alignItems="center" gap="1" minHeight="control">
            <chakra.code fontFamily="mono" overflowWrap="anywhere">
              {text}
            </chakra.code>
            <IconButton size="sm" label={`${say('copy')}: ${text}`} onClick={() => void copy(text)}>
              <Copy aria-hidden />
            </IconButton>
            {qr ? (
              <IconButton
                size="sm"
                label={`${say('show-code')}: ${text}`}
                aria-expanded={code === text}
                onClick={() => setCode(code === text ? undefined : text)}
              >
                <span aria-hidden>QR</span>
              </IconButton>
            ) : null}
          </chakra.li>
        ))}
      </chakra.ul>
      {Code && code !== undefined ? <Code text={siteAddress(code, location.origin)} title={title} facts={[]} say={say} /> : null}
    </section>
  )
}

const loadCode = () => loadWithRetry(() => import('../../actions/code/CodeFigure.tsx'))
