import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { isFileValue } from '../../../kinds/file/isFile.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Register } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { isKeptAttachment } from '../../files/attachment.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import type { WriteDraft } from '../store/writeDraft.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import type { BodyPlace } from './validationError.ts'

/**
 * Attachments of the drafts that were not sent to this store for this register, or are not what was sent, and pictures that were sent
 * to no store of who saves: an address alone must bring neither another store's file nor a page elsewhere into a record. Only what
 * changes is asked for.
 */
export async function invalidFiles(drafts: readonly WriteDraft[], placeOf: BodyPlace, work: UnitOfWork): Promise<Problem[]> {
  const found: Promise<Problem[]>[] = []
  for (const [index, { table, columns, lists }] of drafts.entries()) {
    const path = placeOf(index)
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
  const problems: Problem[] = columnsKeeping('picture', table)
    .filter(name => !isOwnPicture(columns[name], caller))
    .map(name => ({ path: `${path}${name}`, code: 'image-elsewhere' }))
  for (const name of columnsKeeping('attachment', table)) {
    const value = columns[name]
    if (!isFileValue(value)) continue
    const kept = owners.map(register => isKeptAttachment(value, { storeId: caller.storeId, register }, service.files))
    if (!(await Promise.all(kept)).includes(true)) problems.push({ path: `${path}${name}`, code: 'file-invalid' })
  }
  return problems
}

/** As the server gives it to who sends a picture: /files/{store}/{register}/{folder}/{name}. */
const pictureForm = /^\/files\/(\d{1,15})\/\w+\/[A-Za-z0-9-]+\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/

function isOwnPicture(value: unknown, { admin, storeId, stores }: UnitOfWork['caller']): boolean {
  if (value === undefined || value === null || value === '') return true
  const store = typeof value === 'string' ? pictureForm.exec(value)?.[1] : undefined
  if (store === undefined) return false
  return admin || Number(store) === storeId || stores.includes(Number(store))
}

const known = new WeakMap<Table, Map<string, readonly string[]>>()

/** The columns that hold where a file is, of one sort. */
const columnsKeeping = (sort: 'picture' | 'attachment', table: Table): readonly string[] =>
  memoizeByKey(
    memoizeByKey(known, table, () => new Map<string, readonly string[]>()),
    sort,
    () => table.columns.filter(({ field }) => kindByName(field.kind).keeps === sort).map(({ name }) => name),
  )
