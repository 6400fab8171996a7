import { formatMessage } from '../../../model/formatMessage.ts'
import type { Way } from '../../../model/model.ts'
import type { Notice } from '../../../model/views/notice.ts'
import { findStores } from '../../access/users.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'
import { recordLabel } from '../../write/writeHistory.ts'
import { tellPeople } from '../notices/tellPeople.ts'

/** Tells those who approve a way that somebody waits for them, once the request stands. */
export function tellApprovers(request: string, way: Way, row: DataRow, table: Table, work: UnitOfWork): void {
  const { service, model, caller } = work
  const lojaId = caller.storeId
  if (lojaId === null || !way.approve) return
  const name = caller.name || caller.email
  const said = formatMessage(model, 'way.notice', { name, way: way.title, record: recordLabel(row, table) || String(row.id) })
  const notice: Notice = {
    // It tells of no definition: everybody who was told may read it.
    name: '',
    title: way.title,
    gate: way.approve.gate,
    tone: 'info',
    on: { register: table.register.name, event: 'changed' },
    once: true,
    cause: '',
    text: said.replaceAll(/[{}]/g, ''),
    page: `${table.register.views.path}/${encodeURIComponent(String(row.id))}`,
  }
  work.afterCommit.push(async () => {
    const [store] = await findStores(service.database.system, model, [lojaId])
    if (!store) return
    const place = { model, store, limits: new Map<string, DataRow>(), record: {} }
    const hit = { row, cause: `way ${request}`, about: `${table.register.name} ${String(row.id)}` }
    await tellPeople([{ notice, hits: [hit], misses: [] }], { service, place })
  })
}
