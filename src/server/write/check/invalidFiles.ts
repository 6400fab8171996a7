import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { isFileValue } from '../../../kinds/file/isFile.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Register } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { isKeptAttachment } from '../../files/attachment.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import type { WriteDraft } from './writeDraft.ts'

/**
 * Attachments of the drafts that were not sent to this store for this register, or are not what was sent: an address alone must
 * not bring another store's file into a record. Only what changes is asked for.
 */
export async function invalidFiles(drafts: readonly WriteDraft[], several: boolean, work: UnitOfWork): Promise<Problem[]> {
  const found: Promise<Problem[]>[] = []
  for (const [index, { table, columns, lists }] of drafts.entries()) {
    const path = several ? `${index}.` : ''
    found.push(refused(table, columns, path, [table.register], work))
    for (const list of lists)
      for (const row of list.rows)
        found.push(
          refused(list.table, row.columns, `${path}${list.name}.${row.index}.`, [table.register, list.table.register], work),
        )
  }
  return (await Promise.all(found)).flat()
}

/** A row of a child list may hold what was sent from its record's screen. */
async function refused(
  table: Table,
  columns: DataRow,
  path: string,
  owners: readonly Register[],
  { caller, service }: UnitOfWork,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const name of attachmentsOf(table)) {
    const value = columns[name]
    if (!isFileValue(value)) continue
    const kept = owners.map(register => isKeptAttachment(value, { storeId: caller.storeId, register }, service.dataDir))
    if (!(await Promise.all(kept)).includes(true)) problems.push({ path: `${path}${name}`, code: 'file-invalid' })
  }
  return problems
}

const attachments = new WeakMap<Table, readonly string[]>()

const attachmentsOf = (table: Table): readonly string[] =>
  memoizeByKey(attachments, table, () =>
    table.columns.filter(({ field }) => kindByName(field.kind).keeps === 'attachment').map(({ name }) => name),
  )
