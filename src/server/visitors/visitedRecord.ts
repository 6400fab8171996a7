import type { VisitReply } from '../../api/visit.ts'
import { fieldOf } from '../../model/register.ts'
import { ApiError } from '../error.ts'
import { type DataRow, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { planList } from '../query/planList.ts'
import type { Service } from '../service.ts'
import { lockRecords } from '../write/lockRecords.ts'
import { runWrite } from '../write/runWrite.ts'
import { writeOneRecord } from '../write/saveRecords.ts'
import type { WriteContext } from '../write/unitOfWork.ts'
import { type OpenPage, openPage, pageHead, textOf } from './openPage.ts'
import { openVisitWays, visitContext } from './saveVisit.ts'
import { openVisitKey, type VisitLink } from './visitLink.ts'

const ended = () => new ApiError(404, 'visit.link-ended')

interface Opened {
  readonly link: VisitLink
  readonly page: OpenPage
}

/** Finds the page of a key. A wrong one, one that is over and one of a store that is closed answer alike. @throws ApiError 404 */
async function opened(service: Service, key: string): Promise<Opened> {
  const link = openVisitKey(service, key)
  if (!link) throw ended()
  const page = await openPage(service, service.model(), link.register, link.lojaId).catch((error: unknown) => {
    throw error instanceof ApiError ? ended() : error
  })
  return { link, page }
}

/** The record of a key: the fields that the definition publishes, and the ways that are open from here. */
export async function readVisit(service: Service, key: string): Promise<VisitReply> {
  const { link, page } = await opened(service, key)
  const record = await recordOf(service, page, link.id)
  if (!record) throw ended()
  return shownRecord(service, page, record)
}

/** Takes a way by a key, once: who comes late is told how things stand. */
export async function takeVisitWay(writing: WriteContext, key: string, id: string): Promise<VisitReply> {
  const { service } = writing
  const { link, page } = await opened(service, key)
  const { table } = page
  await runWrite(await visitContext(writing, link.lojaId), table.register, async work => {
    const byServer = { ...work, byServer: true }
    const [record] = await lockRecords(table, [link.id], byServer, 'all')
    if (!record) throw ended()
    const taken = openVisitWays(page, record).find(({ way }) => way.id === id)
    if (!taken) throw new ApiError(409, 'visit.late')
    await writeOneRecord({ id: record.id, [taken.field]: taken.way.to }, table, { ...byServer, taking: { way: taken.way } })
  })
  return readVisit(service, key)
}

async function recordOf({ database, model: now }: Service, { table, store }: OpenPage, id: string): Promise<DataRow | undefined> {
  const model = now()
  const plan = planList({ where: { id: Number(id) }, limit: 1 }, { model, table, zone: store.zone })
  const column = table.byName.get('lojaId')
  const where = column ? [{ path: { column }, test: 'eq' as const, value: store.id }, ...plan.where] : plan.where
  const [row] = await database.read({ stores: [store.id] }, q => fetchPlanRows({ ...plan, where }, q))
  return row
}

function shownRecord({ model }: Service, page: OpenPage, record: DataRow): VisitReply {
  const { table, visitors, store } = page
  return {
    loja: pageHead(model(), page),
    fatos: visitors.shows.flatMap(name => {
      const field = fieldOf(table.register, name)
      const texto = textOf(field, record[name], store.zone)
      return field && texto !== '' ? [{ titulo: field.title, texto }] : []
    }),
    passos: openVisitWays(page, record).map(({ way }) => ({ id: way.id, titulo: way.title, perigo: way.tone === 'danger' })),
  }
}
