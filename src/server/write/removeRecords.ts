import { recordsIn } from '../../base/record.ts'
import { gateRefusal } from '../access/gateRefusal.ts'
import { ApiError } from '../error.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../query/table.ts'
import { isActAllowed } from '../query/visibility.ts'
import { ruleContextOf, storeForExpressions } from './check/ruleContext.ts'
import { refuseLocked } from './check/writeRestrictions.ts'
import { effectsOf } from './effects.ts'
import { refreshFigures } from './figures/refreshFigures.ts'
import { followListRows } from './lists/listRows.ts'
import { refuseRowsOfLocked } from './lists/rowParents.ts'
import { lockParents } from './lockParents.ts'
import { lockRecords } from './lockRecords.ts'
import { refreshParents } from './refreshParents.ts'
import { isDiscussed, removeComments } from './store/goneComments.ts'
import { maskSecrets } from './store/maskSecrets.ts'
import { releaseReferences } from './store/releaseReferences.ts'
import { storeRemovedSecrets } from './store/removedSecrets.ts'
import { deleteRows } from './store/rowStatements.ts'
import { NO_STORE, storeOfRow, type UnitOfWork } from './unitOfWork.ts'
import { historyName, writeHistory } from './writeHistory.ts'

/** Removes records with the rows of their lists. What refers to them elsewhere refuses it, or is emptied where its definition says so. */
export async function removeRecords(ids: readonly unknown[], table: Table, work: UnitOfWork): Promise<DataRow[]> {
  if (!work.byServer && !isActAllowed(table.register, 'remove', work.caller.rights))
    throw gateRefusal(work.model, table.register.access.remove, work.caller.rights)
  await lockParents(ids, [], table, work)
  const [records, store] = await Promise.all([lockRecords(table, ids, work), storeForExpressions(table, work)])
  if (records.length < new Set(ids.map(String)).size) throw new ApiError(404, 'not-found')
  await refuseRowsOfLocked(records, table, work)
  for (const before of records) {
    refuseLocked(before, table, work.model, ruleContextOf(work, store, false))
    for (const effect of effectsOf(table.register, work.service)) await effect.remove?.({ work, table, before })
  }
  for (const [lojaId, group] of Map.groupBy(records, record => storeOfRow(table, work.caller, record.id)))
    await removeGroup(group, lojaId, table, work)
  await followListRows(records, 'removed', table, work)
  await refreshParents(table, work, () => records)
  await refreshFigures(table, work, () => records)
  return records
}

async function removeGroup(records: readonly DataRow[], lojaId: number | null, table: Table, work: UnitOfWork): Promise<void> {
  const ids = records.map(record => record.id)
  const whole = await wholeRecords(records, table, work)
  const own = new Set([...table.lists.values()].map(list => `${tableOf(work.model, list.register).register.table} ${list.by}`))
  await releaseReferences(table, lojaId, ids, own, work)
  for (const list of table.lists.values()) await removeRows(list.name, tableOf(work.model, list.register), records, lojaId, work)
  if (isDiscussed(table.register, work.model))
    await removeComments(work.q, { lojaId: lojaId ?? NO_STORE, register: historyName(table.register), ids: ids.map(String) })
  await storeRemovedSecrets(whole.records, lojaId, whole.table, work)
  await deleteRows(table, lojaId, ids, work)
  writeHistory(
    whole.records.map(record => ({
      table,
      lojaId,
      id: record.id,
      deed: 'excluir' as const,
      before: maskSecrets(record, whole.table, work.model),
      after: null,
      record,
    })),
    work,
  )
  for (const before of records)
    work.changes.push({ register: table.register, lojaId, id: String(before.id), as: 'removed', before })
}

/** A view knows only some of its records' fields, and all of them go: the history tells them all. */
async function wholeRecords(
  records: readonly DataRow[],
  table: Table,
  work: UnitOfWork,
): Promise<{ records: readonly DataRow[]; table: Table }> {
  const { from } = table.register
  if (!from) return { records, table }
  const base = tableOf(work.model, from.register)
  const ids = records.map(record => record.id)
  return { records: await lockRecords(base, ids, work), table: base }
}

/** Rows of a list go with their record; something else may refer to them, and then they stay. */
async function removeRows(
  name: string,
  table: Table,
  records: readonly DataRow[],
  lojaId: number | null,
  work: UnitOfWork,
): Promise<void> {
  const ids = records.flatMap(record => recordsIn(record[name]).map(row => row.id))
  if (ids.length === 0) return
  await releaseReferences(table, lojaId, ids, new Set(), work)
  await deleteRows(table, lojaId, ids, work)
}
