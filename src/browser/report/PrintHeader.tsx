import { chakra } from '@chakra-ui/react/styled-system'
import { formatDateTime } from '../../base/dates.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Report } from '../../model/report.ts'
import { useSession, useTranslate } from '../data/session.tsx'
import { parameterSummary } from './parameters/parameterSummary.ts'
import type { ReportValues } from './parameters/reportValues.ts'
import { searchedStores } from './run/useReportSearch.ts'

/** Top of a printed report: whose figures, of which time, asked how. On the screen the bar says it. */
export function PrintHeader({ report, asked }: { readonly report: Report; readonly asked: ReportValues }) {
  const say = useTranslate()
  const { store, stores, user, zone } = useSession()
  const compared = searchedStores(report, asked, stores, store)
  const cnpj = store?.cnpj
  const document = cnpj ? kindByName('taxId').format(cnpj, { kind: 'taxId', required: false }) : ''
  return (
    <chakra.header className="report-paper">
      <p>
        <strong>{compared.map(({ nome_fantasia }) => nome_fantasia).join(', ')}</strong>
        {document && compared.length === 1 ? ` · CNPJ ${document}` : ''}
      </p>
      <chakra.p textStyle="title">{report.title}</chakra.p>
      <p>{parameterSummary(report.parameters, asked)}</p>
      <p>{say('report.printed', { moment: formatDateTime(new Date().toISOString(), zone), name: user.nome })}</p>
    </chakra.header>
  )
}
