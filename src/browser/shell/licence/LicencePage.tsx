import { ShieldAlert } from 'lucide-react'
import { EmptyState } from '../../../controls/EmptyState.tsx'
import { useTranslate } from '../../data/session.tsx'

/** In place of any page that the licence closes. */
export default function LicencePage() {
  const say = useTranslate()
  return <EmptyState page icon={<ShieldAlert />} title={say('notice-title')} text={say('session.licence')} />
}
