import type { VisitReply } from '../../api/visit.ts'
import { isRecord, recordsIn } from '../../base/record.ts'
import type { VisitorAnswer } from '../../model/model.ts'
import type { Problem } from '../../model/problem.ts'
import { ApiError } from '../error.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import { validationError } from '../write/check/validationError.ts'
import { lockRecords } from '../write/lockRecords.ts'
import { runWrite } from '../write/runWrite.ts'
import { writeOneRecord } from '../write/saveRecords.ts'
import type { WriteContext } from '../write/unitOfWork.ts'
import { admitVisit } from './admitVisit.ts'
import { visitContext, withoutForeign } from './saveVisit.ts'
import { isOver, linkEnded, openAnswer, openLink, readVisit } from './visitedRecord.ts'
import { openVisitWays } from './visitWays.ts'

/** The way that a visitor takes, and what they fill for it. */
export interface VisitStep {
  readonly passo: string
  readonly valores?: DataRow | undefined
  readonly address: string
  readonly proof?: string | undefined
}

/** Takes a way by a key, once: who comes late is told how things stand. The one that answers takes along what was filled, and counts as what visitors send. */
export async function takeVisitWay(
  writing: WriteContext,
  key: string,
  { passo, valores = {}, address, proof }: VisitStep,
): Promise<VisitReply> {
  const { service } = writing
  const { link, page } = await openLink(service, key)
  const { table } = page
  const { answer } = page.visitors
  if (passo === answer?.way) await admitVisit(service, page, { address, proof })
  await runWrite(await visitContext(writing, link.lojaId), table.register, async work => {
    const byServer = { ...work, byServer: true }
    const [record] = await lockRecords(table, [link.id], byServer, 'all')
    if (!record || isOver(record, page)) throw linkEnded()
    const taken = openVisitWays(page, record).find(({ way }) => way.id === passo)
    if (!taken) throw new ApiError(409, 'visit.late')
    const { field, way } = taken
    const answered = openAnswer(page, record)
    const filled = answered?.way === passo ? filledBody(answered, record, valores) : {}
    const body = { ...filled, id: record.id, [field.name]: way.to }
    await writeOneRecord(body, table, { ...byServer, taking: { way } })
  }).catch((error: unknown) => {
    const own = new Set([...(answer?.fields ?? []), ...(answer?.rows ? [answer.rows.list] : [])])
    throw error instanceof ApiError && passo === answer?.way ? withoutForeign(error, own, writing.model) : error
  })
  return readVisit(service, key)
}

/** The fields and cells that the answer may fill, each row by its key; nothing else of what was sent. @throws ApiError 422 for rows that are none */
function filledBody({ fields, rows }: VisitorAnswer, record: DataRow, sent: DataRow): DataRow {
  const body: DataRow = Object.fromEntries(fields.flatMap(name => (name in sent ? [[name, sent[name]]] : [])))
  const given = rows && sent[rows.list]
  if (!rows || given === undefined || given === null) return body
  const standing = recordsIn(record[rows.list])
  const known = new Set(standing.map(({ id }) => String(id)))
  const all: readonly unknown[] = Array.isArray(given) ? given : [given]
  const byId = new Map<string, DataRow>()
  const problems: Problem[] = []
  for (const [index, row] of all.slice(0, standing.length + 1).entries()) {
    const id = isRecord(row) ? String(row.id) : ''
    if (!isRecord(row) || !known.has(id) || byId.has(id)) problems.push({ path: `${rows.list}.${index}`, code: 'row-invalid' })
    else byId.set(id, row)
  }
  if (problems.length > 0) throw validationError(problems)
  // All rows in the order of the page, so that a problem is told at the row that people see.
  body[rows.list] = standing.map(({ id }) => {
    const row = byId.get(String(id)) ?? {}
    return { id, ...Object.fromEntries(rows.fills.flatMap(name => (name in row ? [[name, row[name]]] : []))) }
  })
  return body
}
