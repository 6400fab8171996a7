import { DateTime } from 'luxon'
import { formatMessage } from '../../../model/formatMessage.ts'
import { ApiError, changeFields, type Job, type JobContext, tableOf } from '../../../server/domain.ts'
import { mailArchive } from '../archive/mailArchive.ts'
import { isEmptyMonth, readMonth } from '../archive/monthDocuments.ts'
import { addMonthFile } from '../archive/monthFile.ts'

/** On the first of each month, by the store's clock: the file of the last month is made and sent to the accountant. */
export const fileLastMonth: Job = {
  id: 'accountant-files',
  cron: '0 6 1 * *',
  perStore: true,
  run: context => fileMonthBefore(context, new Date()),
}

/** Runs the job for the month before a moment. Why nothing was sent stands in the record. */
export async function fileMonthBefore(
  context: Pick<JobContext, 'model' | 'database' | 'dataDir' | 'store' | 'publish'>,
  now: Date,
): Promise<void> {
  const { store, database, dataDir } = context
  if (!store) return
  const { id: lojaId, zone } = store
  const model = context.model()
  const mes = DateTime.fromJSDate(now, { zone }).minus({ months: 1 }).toFormat('yyyy-MM')
  const id = await database.write({ stores: [lojaId] }, async q => {
    const month = await readMonth(q, { lojaId, mes, zone })
    return isEmptyMonth(month) ? undefined : addMonthFile(q, lojaId, mes)
  })
  if (id === undefined) return
  try {
    await database.write({ stores: [lojaId] }, q => mailArchive({ q, model, dataDir, lojaId, zone }, { id, mes }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const why = formatMessage(model, error.code, error.params)
    const table = tableOf(model, 'Contador_arquivo')
    await database.write({ stores: [lojaId] }, q => changeFields(table, [id], { erro: why }, { q, lojaId }))
  }
  context.publish({ register: 'Contador_arquivo', lojaId, ids: [String(id)] })
}
