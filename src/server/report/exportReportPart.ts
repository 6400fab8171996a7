import type { FastifyReply } from 'fastify'
import { dayOf, formatDate } from '../../base/dates.ts'
import { ApiError } from '../error.ts'
import { csvWriter } from '../features/export/csvWriter.ts'
import { contentDisposition, fileTypes, isFileFormat } from '../features/export/fileFormat.ts'
import { xlsxWriter } from '../features/export/xlsxWriter.ts'
import { tableOf } from '../query/table.ts'
import { fetchReportPage, type ReportRun } from './fetchReportRows.ts'
import type { PartPage } from './partPage.ts'
import { reportSheetOf } from './reportSheet.ts'

/** Lines that are written at once. */
const linesOfPart = 1000

/** Answers with the rows of one part of a report as a file. */
export async function exportReportPart(
  asked: ReportRun,
  { format, wanted }: { readonly format: unknown; readonly wanted: PartPage },
  reply: FastifyReply,
): Promise<unknown> {
  if (!isFileFormat(format)) throw new ApiError(400, 'export.format-unknown')
  const { rows } = await fetchReportPage(asked, wanted)
  const { columns, lines } = reportSheetOf(wanted.shape, rows)
  const title = await titleOf(asked)
  const { zone, query } = asked
  const writer = format === 'csv' ? csvWriter(columns, zone, asked) : xlsxWriter(columns, zone, query.title, asked)
  const bytes = [writer.start(columns.map(column => column.title))]
  for (let at = 0; at < lines.length; at += linesOfPart) bytes.push(await writer.rows(lines.slice(at, at + linesOfPart)))
  bytes.push(writer.end())
  reply
    .header('content-count', lines.length)
    .header('content-disposition', contentDisposition(title, format))
    .type(fileTypes[format])
  return reply.send(Buffer.concat(bytes))
}

/** Report, store and period: what the file is called. */
async function titleOf(asked: ReportRun): Promise<string> {
  return [asked.query.title, await storeName(asked), periodOf(asked)].filter(part => part !== '').join(' - ')
}

async function storeName({ service, lojaId }: ReportRun): Promise<string> {
  if (lojaId === null) return ''
  const model = service.model()
  const register = Object.values(model.registers).find(each => each.scope === 'self' && each.from === undefined)
  if (!register) return ''
  const table = tableOf(model, register.name)
  const label = table.byName.get(register.label)?.sql
  const { rows } = await service.database.read({ stores: [lojaId] }, q =>
    q.query<{ name: string | null }>(`SELECT ${label} AS name FROM ${table.sql} WHERE "lojaId" = $1 AND id = $1`, [lojaId]),
  )
  return rows[0]?.name ?? ''
}

/** The days of the first range that is given, as the store's calendar has them. */
function periodOf({ query, given, zone }: ReportRun): string {
  const [start, end] = query.parameters.find(each => each.control !== undefined)?.fills ?? []
  const days = [start, end].flatMap(name => {
    const moment = name === undefined ? null : given[name]
    return typeof moment === 'string' ? [formatDate(dayText(moment, zone)).replaceAll('/', '-')] : []
  })
  return [...new Set(days)].join(' a ')
}

const dayText = (moment: string, zone: string): string => (moment.length === 10 ? moment : dayOf(moment, zone))
