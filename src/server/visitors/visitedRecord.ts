import type { VisitReply, VisitRows } from '../../api/visit.ts'
import { dayOf } from '../../base/dates.ts'
import { recordsIn } from '../../base/record.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field, Register, VisitorAnswer } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import { ApiError } from '../error.ts'
import { storeViewer } from '../features/notices/readAsStore.ts'
import { type DataRow, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { planOwnFields } from '../query/planRecord.ts'
import type { Service } from '../service.ts'
import { askedField } from './askedField.ts'
import { type OpenPage, openPage, pageHead, textOf } from './openPage.ts'
import { openVisitKey, type VisitLink } from './visitLink.ts'
import { openVisitWays } from './visitWays.ts'

export const linkEnded = () => new ApiError(404, 'visit.link-ended')

interface Opened {
  readonly link: VisitLink
  readonly page: OpenPage
}

/** Finds the page of a key. A wrong one, one that is over and one of a store that is closed answer alike. @throws ApiError 404 */
export async function openLink(service: Service, key: string): Promise<Opened> {
  const link = openVisitKey(service, key)
  if (!link) throw linkEnded()
  const page = await openPage(service, service.model(), link.register, link.lojaId).catch((error: unknown) => {
    throw error instanceof ApiError ? linkEnded() : error
  })
  return { link, page }
}

/** The record of a key: the fields and rows that the definition publishes, the ways that are open from here, and what one of them asks. */
export async function readVisit(service: Service, key: string): Promise<VisitReply> {
  const { link, page } = await openLink(service, key)
  const record = await recordOf(service, page, link.id)
  if (!record || isOver(record, page)) throw linkEnded()
  return shownRecord(service, page, record)
}

/** Tells whether the record's own end has passed: a day counts whole. */
export function isOver(record: DataRow, { table: { register }, visitors: { until }, store }: OpenPage): boolean {
  const field = until === undefined ? undefined : fieldOf(register, until)
  const end = field && record[field.name]
  if (!field || typeof end !== 'string' || end === '') return false
  const now = new Date().toISOString()
  return kindByName(field.kind).time === 'day' ? end < dayOf(now, store.zone) : new Date(end) <= new Date(now)
}

async function recordOf({ database, model: now }: Service, { table, store }: OpenPage, id: string): Promise<DataRow | undefined> {
  const model = now()
  const plan = planOwnFields([id], { model, table, zone: store.zone }, storeViewer(model, store))
  const [row] = await database.read({ stores: [store.id] }, q => fetchPlanRows(plan, q))
  return row
}

/** The answer that is asked as the record stands; none once it was given. */
export const openAnswer = (page: OpenPage, record: DataRow): VisitorAnswer | undefined => {
  const { answer } = page.visitors
  return answer && openVisitWays(page, record).some(({ way }) => way.id === answer.way) ? answer : undefined
}

function shownRecord({ model: now }: Service, page: OpenPage, record: DataRow): VisitReply {
  const { table, visitors, store } = page
  const { register } = table
  const model = now()
  const answer = openAnswer(page, record)
  const asked = new Set(answer?.fields)
  const shown = fieldsIn(register, visitors.shows).filter(({ name }) => !asked.has(name))
  const rowsOf = model.registers[register.lists.find(({ name }) => name === visitors.answer?.rows?.list)?.register ?? '']
  return {
    loja: pageHead(model, page),
    fatos: factsOf(shown, record, store.zone),
    linhas: visitors.answer?.rows ? shownRows(page, record, rowsOf, answer !== undefined) : null,
    passos: openVisitWays(page, record).map(({ way: { id, title, tone } }) => ({
      id,
      titulo: title,
      principal: id === visitors.confirm?.way || id === visitors.answer?.way,
      confirma: tone === 'danger',
    })),
    resposta: answer
      ? {
          passo: answer.way,
          campos: fieldsIn(register, answer.fields).map(askedField),
          lista: answer.rows?.list ?? '',
          colunas: fieldsIn(rowsOf, answer.rows?.fills).map(askedField),
          valores: Object.fromEntries(answer.fields.map(name => [name, record[name] ?? null])),
        }
      : null,
  }
}

/** Rows as the page tells them: what is to be filled apart, until it was. */
function shownRows(
  { table: { register }, visitors, store }: OpenPage,
  record: DataRow,
  rowsOf: Register | undefined,
  open: boolean,
): VisitRows {
  const { list = '', shows = [], fills = [] } = visitors.answer?.rows ?? {}
  const [head, ...rest] = fieldsIn(rowsOf, shows)
  return {
    titulo: register.lists.find(({ name }) => name === list)?.title ?? '',
    itens: recordsIn(record[list]).map(row => ({
      id: String(row.id),
      titulo: textOf(head, head && row[head.name], store.zone),
      fatos: factsOf(open ? rest : [...rest, ...fieldsIn(rowsOf, fills)], row, store.zone),
      valores: open ? Object.fromEntries(fills.map(name => [name, row[name] ?? null])) : {},
    })),
  }
}

const fieldsIn = (register: Register | undefined, names: readonly string[] = []): Field[] =>
  names.flatMap(name => (register && fieldOf(register, name)) ?? [])

/** Values in words, without those that are empty. */
const factsOf = (fields: readonly Field[], record: DataRow, zone: string): VisitReply['fatos'] =>
  fields.flatMap(field => {
    const texto = textOf(field, record[field.name], zone)
    return texto === '' ? [] : [{ titulo: field.title, texto }]
  })
