import { TriangleAlert } from 'lucide-react'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { useTranslate } from '../data/session.tsx'

/** Shows the message of a report that raised an exception, and no way back but the menu. */
export function ExceptionPage({ message }: { readonly message: string }) {
  const say = useTranslate()
  return (
    <div role="alert">
      <EmptyState icon={<TriangleAlert />} title={say('something-wrong')} text={message} />
    </div>
  )
}
