import { chakra } from '@chakra-ui/react/styled-system'
import { Copy } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from '../../../controls/Button.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { copyText } from '../../grid/clipboard/clipboard.ts'
import { draftScope } from '../draft/recordDraft.ts'
import { useForm } from '../formContext.ts'

/** Texts that follow from what is typed, each to be copied; none when there is nothing to tell. */
export function CopyableTexts({ title, texts }: { readonly title: string; readonly texts: string }) {
  const { store, register, context, say } = useForm()
  const joined = useSyncExternalStore(store.subscribe, () => {
    const found = context.evaluate(register, texts, draftScope(store.shown(), context))
    return Array.isArray(found) ? found.map(String).join('\n') : ''
  })
  if (joined === '') return null
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) showToast({ text: say('copied') })
  }
  return (
    <section aria-label={title}>
      <chakra.h3 textStyle="label" mb="1">
        {title}
      </chakra.h3>
      <chakra.ul listStyleType="none" m="0" p="0">
        {joined.split('\n').map(text => (
          <chakra.li key={text} display="flex" alignItems="center" gap="1" minHeight="control">
            <chakra.code fontFamily="mono" overflowWrap="anywhere">
              {text}
            </chakra.code>
            <IconButton size="sm" label={`${say('copy')}: ${text}`} onClick={() => void copy(text)}>
              <Copy aria-hidden />
            </IconButton>
          </chakra.li>
        ))}
      </chakra.ul>
    </section>
  )
}
