import type { Way } from '../../../model/model.ts'
import type { ApprovalEvent } from '../../../model/views/notice.ts'
import { personOf } from '../../access/caller.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'
import { noticeQueue } from '../notices/noticeQueue.ts'
import { type PersonalNews, publicLabel } from '../notices/personalNews.ts'
import { nameOf } from '../notices/readers.ts'

/** A request, its way, and the record that waits. */
export interface ApprovalAbout {
  readonly request: string
  readonly way: Way
  readonly row: DataRow
  readonly table: Table
}

/** Notes whom to tell of an approval, as part of the transaction: those who may approve, or whoever asked (`to`). */
export async function tellApproval(
  approve: ApprovalEvent,
  { request, way, row, table }: ApprovalAbout,
  to: PersonalNews['to'],
  { q, caller, service, afterCommit }: UnitOfWork,
  reason = '',
): Promise<void> {
  const { storeId } = caller
  if (storeId === null) return
  const { register } = table
  const words = { name: nameOf(caller), way: way.title, register: register.title, record: publicLabel(row, table), reason }
  const page = `${register.views.path}/${encodeURIComponent(String(row.id))}`
  const about = { lojaId: storeId, register: register.name, record: String(row.id), page, words }
  await noticeQueue.add(q, [{ ...about, news: { approve }, to, not: personOf(caller), cause: `${approve} ${request}` }])
  afterCommit.push(async () => service.wakeNoticeWorker?.())
}
