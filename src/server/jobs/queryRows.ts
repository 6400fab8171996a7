import { resultPartAt } from '../../model/report/resultShape.ts'
import type { Store } from '../access/users.ts'
import { storeViewer } from '../features/notices/readAsStore.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import { composeJson } from '../report/composeJson.ts'
import { fetchReportRows } from '../report/fetchReportRows.ts'
import { readParameters } from '../report/readParameters.ts'
import type { JobContext } from './job.ts'

/** A question to a report: its query, the part of the answer that has the rows, its parameters. */
interface AskedRows {
  readonly query: string
  readonly rows: string
  readonly parameters: Readonly<Record<string, string | number | boolean>>
}

/** The rows that a report's query finds in a store; undefined where there is no such part. */
export async function queryRows(on: AskedRows, store: Store, service: JobContext): Promise<DataRow[] | undefined> {
  const model = service.model()
  const query = model.queries[on.query]
  const part = query && resultPartAt(query.result, on.rows.split('.'))
  if (!query || part?.is !== 'rows') return undefined
  const answers = await fetchReportRows({
    service,
    query,
    caller: storeViewer(model, store),
    lojaId: query.scope === 'global' ? null : store.id,
    zone: store.zone,
    given: readParameters(query, on.parameters, store.zone),
    signal: service.signal,
  })
  const rows: DataRow[] = JSON.parse(composeJson(part, answers))
  return rows
}
