import { ShieldAlert } from 'lucide-react'
import { Banner } from '../../../controls/Banner.tsx'
import { IconButton } from '../../../controls/Button.tsx'
import { useTranslate } from '../../data/session.tsx'
import { dialogs } from '../../ui/dialogs.tsx'

/** Says in the menu that the store's administrator user is inactive or blocked. */
export default function LicenceNotice({ folded }: { readonly folded: boolean }) {
  const say = useTranslate()
  const text = say('session.licence')
  if (!folded) return <Banner tone="warning">{text}</Banner>
  return (
    <IconButton label={text} width="100%" onClick={() => void dialogs.alert(text)}>
      <ShieldAlert aria-hidden />
    </IconButton>
  )
}
