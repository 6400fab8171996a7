import { ShieldAlert } from 'lucide-react'
import { Banner } from '../../controls/Banner.tsx'
import { IconButton } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { useTranslate } from '../data/session.tsx'
import { dialogs } from '../ui/dialogs.tsx'

/** Says in the menu that the store's administrator user is inactive or blocked. */
export function LicenceNotice({ folded }: { readonly folded: boolean }) {
  const say = useTranslate()
  const text = say('session.licence')
  if (!folded) return <Banner tone="warning">{text}</Banner>
  return (
    <IconButton label={text} width="100%" onClick={() => void dialogs.alert(text)}>
      <ShieldAlert aria-hidden />
    </IconButton>
  )
}

/** In place of any page that the licence closes. */
export function LicencePage() {
  const say = useTranslate()
  return <EmptyState page icon={<ShieldAlert />} title={say('notice-title')} text={say('session.licence')} />
}
