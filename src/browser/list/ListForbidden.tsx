import { Lock } from 'lucide-react'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { useTranslate } from '../data/session.tsx'

/** The user may not see this register. */
export default function ListForbidden() {
  const say = useTranslate()
  return <EmptyState page icon={<Lock />} title={say('forbidden-title')} text={say('not-found-text')} />
}
