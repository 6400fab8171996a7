import type { PapersReply } from '../../api/paper.ts'
import { dayOf } from '../../base/dates.ts'
import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { Model, Register } from '../../model/model.ts'
import { composePapers, hasThisPaper, type ReportRows } from '../../model/paper/composePaper.ts'
import type { PaperBlock } from '../../model/paper/paperBlock.ts'
import type { PaperDocument, SheetKind } from '../../model/views/paperDocument.ts'
import type { Caller } from '../access/caller.ts'
import { gateRefusal } from '../access/gateRefusal.ts'
import { pathParameter } from '../access/requestParts.ts'
import { callerFor } from '../access/resolveCaller.ts'
import { ApiError } from '../error.ts'
import { type RegisterRequest, type RegisterRoute, type RequestQuery, withStoreModel } from '../http/registerRequest.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import { visibilityOf } from '../query/visibility.ts'
import { spendBy } from '../quotas/countCalls.ts'
import { goneSignal } from '../threads/goneSignal.ts'
import { inWorker } from '../threads/inWorker.ts'
import { codesTask, documentTask } from './documentTask.ts'
import { readPapers, readReportRows } from './readPapers.ts'

/** Records, copies of each, papers in all, and records whose reports are asked at once. */
const most = { ids: 500, copies: 100, papers: 1000, reports: 50 }

/** The papers that a call asks for. */
interface WantedPapers {
  readonly ids: readonly string[]
  readonly paper: SheetKind
  readonly copies: number
  readonly skip: number
  readonly asked: Readonly<Record<string, string>>
}

/** Papers of records, as data for a page and as PDF: of one record by its address, of several by `ids`. */
export const documentRoutes: readonly RegisterRoute[] = [
  { method: 'GET', path: '/documents/:document', answer: documents },
  { method: 'GET', path: '/:id/documents/:document', answer: documents },
]

async function documents(ask: RegisterRequest): Promise<unknown> {
  const address = pathParameter(ask.request, 'document') ?? ''
  const isPdf = /\.pdf$/i.test(address)
  const { query, service } = ask
  const document = documentNamed(ask.model, ask.table.register, address.replace(/\.pdf$/i, ''))
  const caller = await callerFor(ask, query.lojaId)
  const { model, table } = withStoreModel(ask, caller)
  const { register } = table
  demandAccess(model, document, register, caller)
  const id = pathParameter(ask.request, 'id')
  const wanted = readWanted(id === undefined ? query : { ...query, ids: id }, document, caller.zone)
  if (isPdf) spendBy(ask.request, service, 'documents', caller)
  const signal = goneSignal(ask.request, ask.reply)
  const reader = { service, caller, signal }
  const { context, rows } = await readPapers(wanted.ids, { model, document, register, asked: wanted.asked }, reader)
  const fitting = rows.filter(row => hasThisPaper(context, row))
  if (fitting.length === 0) throw new ApiError(422, 'document.not-of-record', { title: document.title })
  const reports = await reportsOf(document, fitting, row => readReportRows(context, row, reader))
  const own = await composePapers(context, fitting, row => reports.get(row))
  const sheets = own.flatMap(blocks => Array.from<PaperBlock[]>({ length: wanted.copies }).fill(blocks))
  const piece = { lojaId: caller.storeId, signal }
  const laid = withoutUndefined({ title: document.title, paper: wanted.paper, label: document.label })
  if (isPdf) {
    const bytes = await inWorker(documentTask, { ...laid, sheets, skip: wanted.skip }, piece)
    const name = wanted.ids.length === 1 ? `${document.name}-${wanted.ids[0]}` : document.name
    return ask.reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${name.replace(/[^\w.-]/g, '_')}.pdf"`)
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }
  const { from = '', to = '' } = wanted.asked
  const reply: PapersReply = withoutUndefined({
    ...laid,
    papers: document.papers,
    period: document.period ? { from, to } : undefined,
    sheets: await inWorker(codesTask, sheets, piece),
  })
  return reply
}

function documentNamed(model: Model, register: Register, name: string): PaperDocument {
  const found = Object.hasOwn(model.documents, name) ? model.documents[name] : undefined
  if (found?.register !== register.name) throw new ApiError(404, 'document.unknown', { document: name })
  return found
}

function demandAccess(model: Model, { gate }: PaperDocument, register: Register, { rights }: Caller): void {
  if (visibilityOf(model, register, rights) !== 'full') throw gateRefusal(model, register.access.see, rights)
  if (gate !== undefined && rights[gate] !== true) throw gateRefusal(model, gate, rights)
}

function readWanted(query: RequestQuery, { papers, label, period }: PaperDocument, zone: string): WantedPapers {
  const ids = [...new Set(String(query.ids ?? '').split(','))].filter(id => id !== '')
  if (ids.length === 0 || ids.length > most.ids) throw refused('ids')
  const paper = papers.find(each => each === (query.paper ?? papers[0]))
  if (!paper) throw refused('paper')
  const copies = wholeNumber('copies', query.copies ?? 1, 1, most.copies)
  if (ids.length * copies > most.papers) throw refused('copies')
  const skip = wholeNumber('skip', query.skip ?? 0, 0, (label?.columns ?? 1) * (label?.rows ?? 1) - 1)
  return { ids, paper, copies, skip, asked: period ? readPeriod(query, zone) : {} }
}

const refused = (path: string): ApiError => new ApiError(400, 'bad-request', {}, [{ path, code: 'content-invalid' }])

function wholeNumber(name: string, value: unknown, least: number, greatest: number): number {
  const read = Number(value)
  if (!Number.isInteger(read) || read < least || read > greatest) throw refused(name)
  return read
}

/** The days of the period: of this month up to today where nobody chose. */
function readPeriod(query: RequestQuery, zone: string): WantedPapers['asked'] {
  const today = dayOf(new Date().toISOString(), zone)
  const from = String(query.from ?? `${today.slice(0, 8)}01`)
  const to = String(query.to ?? today)
  for (const [name, day] of Object.entries({ from, to }))
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) throw refused(name)
  return { from, to }
}

/** The report rows of each record, one record after the other: the server has other things to ask the database, too. */
async function reportsOf(
  document: PaperDocument,
  rows: readonly DataRow[],
  read: (row: DataRow) => Promise<ReportRows>,
): Promise<ReadonlyMap<DataRow, ReportRows>> {
  const found = new Map<DataRow, ReportRows>()
  if (!document.parts.some(part => 'table' in part && 'query' in part.table.of)) return found
  if (rows.length > most.reports) throw refused('ids')
  for (const row of rows) found.set(row, await read(row))
  return found
}
