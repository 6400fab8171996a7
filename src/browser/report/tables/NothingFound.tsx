import { SearchX } from 'lucide-react'
import { EmptyState } from '../../../controls/EmptyState.tsx'
import type { Report } from '../../../model/report.ts'
import { useTranslate } from '../../data/session.tsx'

/** Says that a report has nothing to show, and what may help. `title`: a table's own words. */
export function NothingFound({ report, title = report.empty }: { readonly report: Report; readonly title?: string | undefined }) {
  const say = useTranslate()
  const help = report.hint ?? (report.parameters.length > 0 ? 'report.empty-help' : undefined)
  return (
    <div role="status">
      <EmptyState icon={<SearchX />} title={say(title)} text={help && say(help)} />
    </div>
  )
}
