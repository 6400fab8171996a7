import { gateRefusal } from '../../access/gateRefusal.ts'
import { callerFor } from '../../access/resolveCaller.ts'
import { ApiError } from '../../error.ts'
import { queryContextFor, type RegisterRequest, withStoreModel } from '../../http/registerRequest.ts'
import { readFilter, readStoreFilter } from '../../query/filter.ts'
import { planList } from '../../query/planList.ts'
import { readScope, restrictPlan } from '../../query/restrictPlan.ts'
import { visibilityOf } from '../../query/visibility.ts'
import { spendBy } from '../../quotas/countCalls.ts'
import { noteSecurityEvent } from '../../security/securityEvent.ts'
import { goneSignal } from '../../threads/goneSignal.ts'
import { csvWriter } from './csvWriter.ts'
import { exportColumns } from './exportColumns.ts'
import { contentDisposition, fileTypes, isFileFormat } from './fileFormat.ts'
import { type ExportJob, startExport } from './startExport.ts'
import { MAX_WORKSHEET_ROWS, xlsxWriter } from './xlsxWriter.ts'

/** GET {register}/exportar?filter&columns&formato: every row of a list as a file, read and sent piece by piece. */
export async function exportRows(ask: RegisterRequest): Promise<unknown> {
  const { columns: asked, formato = 'csv', nome, ...query } = ask.query
  if (!isFileFormat(formato)) throw new ApiError(400, 'export.format-unknown')
  const { filter, stores } = readStoreFilter(readFilter(query), ask.table)
  const caller = await callerFor(ask, ...stores)
  if (visibilityOf(ask.model, ask.table.register, caller.rights) !== 'full')
    throw gateRefusal(ask.model, ask.table.register.access.see, caller.rights)
  spendBy(ask.request, ask.service, 'exports', caller)
  const context = queryContextFor(ask, caller)
  const exported = exportColumns(asked, queryContextFor(withStoreModel(ask, caller), caller), caller)
  const { where, q, order } = filter
  const list = planList(
    { ...(where ? { where } : {}), ...(q === undefined ? {} : { q }), ...(order === undefined ? {} : { order }) },
    context,
  )
  const plan = { ...restrictPlan(list, caller, ask.model), ...exported.plan }
  const title = typeof nome === 'string' && nome.trim() !== '' ? nome : ask.table.register.title
  const zone = caller.zone
  const piece = { lojaId: caller.storeId, signal: goneSignal(ask.request, ask.reply) }
  const writer = formato === 'csv' ? csvWriter(exported.columns, zone, piece) : xlsxWriter(exported.columns, zone, title, piece)
  const mostRows = formato === 'csv' ? Number.MAX_SAFE_INTEGER : MAX_WORKSHEET_ROWS
  const { service } = ask
  const describe: ExportJob['describe'] = async rows => ask.describeRows?.(rows, caller) ?? rows
  const scope = readScope(caller, ask)
  const { count, bytes } = await startExport({ service, scope, plan, exported, writer, mostRows, describe })
  await noteSecurityEvent(service, {
    kind: 'export',
    userId: caller.userId,
    lojaId: caller.storeId ?? 0,
    address: ask.request.ip,
    detail: `${ask.table.register.title}: ${count} ${count === 1 ? 'linha' : 'linhas'}`,
  })
  ask.reply
    .header('content-count', count)
    .header('content-disposition', contentDisposition(title, formato))
    .type(fileTypes[formato])
  return ask.reply.send(bytes)
}
