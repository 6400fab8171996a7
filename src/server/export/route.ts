import { ApiError } from '../error.ts'
import { readFilter } from '../query/filter.ts'
import { planList } from '../query/include.ts'
import { restrictPlan } from '../query/narrow.ts'
import { visibilityOf } from '../query/sight.ts'
import { type RegisterRequest, callerFor, queryContextFor, readScope } from '../routes/ask.ts'
import { storeOfFilter } from '../routes/planned.ts'
import { exportColumns } from './columns.ts'
import { csvWriter } from './csv.ts'
import { startExport } from './export.ts'
import { contentDisposition, fileTypes, isFileFormat } from './file.ts'
import { MAX_WORKSHEET_ROWS, xlsxWriter } from './xlsx.ts'

/** GET {register}/exportar?filter&columns&formato: every row of a list as a file, read and sent piece by piece. */
export async function exportRows(ask: RegisterRequest): Promise<unknown> {
  const { columns: asked, formato = 'csv', nome, ...query } = ask.query
  if (!isFileFormat(formato)) throw new ApiError(400, 'export.format-unknown')
  const raw = readFilter(query)
  const { lojaId, where } = storeOfFilter(raw, ask)
  const caller = await callerFor(ask, raw.lojaId, lojaId)
  if (visibilityOf(ask.model, ask.table.register, caller.rights) !== 'full') throw new ApiError(403, 'forbidden')
  const ground = queryContextFor(ask, caller)
  const exported = exportColumns(asked, ground, caller)
  const { q, order } = raw
  const list = planList(
    { ...(where ? { where } : {}), ...(q === undefined ? {} : { q }), ...(order === undefined ? {} : { order }) },
    ground,
  )
  const plan = { ...restrictPlan(list, caller, ask.model), ...exported.plan }
  const title = typeof nome === 'string' && nome.trim() !== '' ? nome : ask.table.register.title
  const zone = caller.zone
  const writer = formato === 'csv' ? csvWriter(exported.columns, zone) : xlsxWriter(exported.columns, zone, title)
  const mostRows = formato === 'csv' ? Number.MAX_SAFE_INTEGER : MAX_WORKSHEET_ROWS
  const { service } = ask
  const { count, bytes } = await startExport({ service, scope: readScope(caller, ask), plan, exported, writer, mostRows })
  ask.reply.header('content-count', count).header('content-disposition', contentDisposition(title, formato)).type(fileTypes[formato])
  return ask.reply.send(bytes)
}
