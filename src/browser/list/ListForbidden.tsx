import { Lock } from 'lucide-react'
import { EmptyState } from '../../controls/EmptyState.tsx'
import type { ListTools } from './listTools.ts'

/** The user may not see this register. */
export default function ListForbidden({ say }: Pick<ListTools, 'say'>) {
  return <EmptyState page icon={<Lock />} title={say('forbidden-title')} text={say('not-found-text')} />
}
