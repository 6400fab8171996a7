import { ApiError } from '../error.ts'
import { readFilter } from '../query/filter.ts'
import { planList } from '../query/include.ts'
import { narrow } from '../query/narrow.ts'
import { sightOf } from '../query/sight.ts'
import { type Ask, callerFor, groundFor, readScope } from '../routes/ask.ts'
import { storeOfFilter } from '../routes/planned.ts'
import { exportColumns } from './columns.ts'
import { csvWriter } from './csv.ts'
import { startExport } from './export.ts'
import { disposition, fileTypes, isFileFormat } from './file.ts'
import { MOST_ROWS, xlsxWriter } from './xlsx.ts'

/** GET {register}/exportar?filter&columns&formato: every row of a list as a file, read and sent piece by piece. */
export async function exportRows(ask: Ask): Promise<unknown> {
  const { columns: asked, formato = 'csv', nome, ...query } = ask.query
  if (!isFileFormat(formato)) throw new ApiError(400, 'export.format-unknown')
  const raw = readFilter(query)
  const { lojaId, where } = storeOfFilter(raw, ask)
  const caller = await callerFor(ask, raw.lojaId, lojaId)
  if (sightOf(ask.model, ask.table.register, caller.rights) !== 'full') throw new ApiError(403, 'forbidden')
  const ground = groundFor(ask, caller)
  const exported = exportColumns(asked, ground, caller)
  const { q, order } = raw
  const list = planList(
    { ...(where ? { where } : {}), ...(q === undefined ? {} : { q }), ...(order === undefined ? {} : { order }) },
    ground,
  )
  const plan = { ...narrow(list, caller, ask.model), ...exported.plan }
  const title = typeof nome === 'string' && nome.trim() !== '' ? nome : ask.table.register.title
  const zone = caller.zone
  const writer = formato === 'csv' ? csvWriter(exported.columns, zone) : xlsxWriter(exported.columns, zone, title)
  const mostRows = formato === 'csv' ? Number.MAX_SAFE_INTEGER : MOST_ROWS
  const { service } = ask
  const { count, bytes } = await startExport({ service, scope: readScope(caller, ask), plan, exported, writer, mostRows })
  ask.reply.header('content-count', count).header('content-disposition', disposition(title, formato)).type(fileTypes[formato])
  return ask.reply.send(bytes)
}
