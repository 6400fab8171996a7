import type { Report } from '../../../model/report.ts'
import { useSession } from '../../data/session.tsx'
import { parameterSummary } from '../parameters/parameterSummary.ts'
import type { ReportValues } from '../parameters/reportValues.ts'
import { searchedStores } from '../run/useReportSearch.ts'
import { PaperHead } from './PaperHead.tsx'

/** Top of a printed report: whose figures, of which time, asked how. */
export function PrintHeader({ report, asked }: { readonly report: Report; readonly asked: ReportValues }) {
  const { store, stores } = useSession()
  return (
    <PaperHead
      title={report.title}
      about={parameterSummary(report.parameters, asked)}
      stores={searchedStores(report, asked, stores, store)}
    />
  )
}
