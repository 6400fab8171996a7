import { recordsIn } from '../../../base/record.ts'
import { isSystemField } from '../../../model/register.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type RegisterColumn, type Table, tableOf } from '../../query/table.ts'
import { applyDrafts, type StandingDraft } from '../../write/applyDrafts.ts'
import { noteAdded } from '../../write/changeRecords.ts'
import { refuseMisfits } from '../../write/check/invalidChoices.ts'
import { refuseLostReferences } from '../../write/check/lostReferences.ts'
import { refuseOverlaps } from '../../write/check/overlaps.ts'
import { refuseOneWaySteps } from '../../write/check/undoneWays.ts'
import { runAfterEffects } from '../../write/effects.ts'
import { refreshFigures, refreshOwnFigures } from '../../write/figures/refreshFigures.ts'
import { followListRows } from '../../write/lists/listRows.ts'
import { refuseRowsOfLocked } from '../../write/lists/rowParents.ts'
import { ownRecords } from '../../write/lockRecords.ts'
import { isDiscussed, restoreComments } from '../../write/store/goneComments.ts'
import { insertRows } from '../../write/store/rowStatements.ts'
import type { ListDraft } from '../../write/store/writeDraft.ts'
import { storeOfRow, type UnitOfWork } from '../../write/unitOfWork.ts'
import { historyName } from '../../write/writeHistory.ts'
import { type OpenedSecrets, openRemovedSecrets } from './openedSecrets.ts'

/** A record as it stands and what it shall get back. */
export interface RestoredRecord {
  readonly now: DataRow
  readonly was: DataRow
}

/**
 * Gives changed records back the fields and lists that an action took from them, as they were: nothing of them is worked out anew,
 * but what follows from them elsewhere is.
 */
export async function restoreFields(records: readonly RestoredRecord[], table: Table, work: UnitOfWork): Promise<void> {
  await refuseRowsOfLocked(
    records.flatMap(({ now, was }) => [now, { ...now, ...was }]),
    table,
    work,
  )
  const drafts = records.map(back => draftOf(back, table, work))
  await refuseMisfits(drafts, work)
  await refuseOneWaySteps(drafts, work)
  await applyDrafts(drafts, table, work)
  await refreshFigures(table, work, () => records.flatMap(({ now, was }) => [now, { ...now, ...was }]))
}

function draftOf({ now, was }: RestoredRecord, table: Table, { model }: UnitOfWork): StandingDraft {
  const columns: DataRow = {}
  for (const { name, field } of table.columns)
    if (name in was && !isSystemField(name) && !field.secret && !same(was[name], now[name])) columns[name] = was[name] ?? null
  const lists = [...table.lists.values()].flatMap((list): ListDraft[] => {
    if (!(list.name in was)) return []
    const below = tableOf(model, list.register)
    const standing = new Map(recordsIn(now[list.name]).map(row => [String(row.id), row]))
    const wanted = recordsIn(was[list.name])
    const ids = new Set(wanted.map(row => String(row.id)))
    return [
      {
        name: list.name,
        table: below,
        by: list.by,
        removed: [...standing.values()].filter(row => !ids.has(String(row.id))).map(row => row.id),
        rows: wanted.map((row, index) => {
          const before = standing.get(String(row.id))
          return before ? { index, before, columns: changedOf(row, before, below) } : { index, columns: wholeOf(row, below) }
        }),
      },
    ]
  })
  return { table, before: now, columns, record: {}, lists }
}

const changedOf = (row: DataRow, before: DataRow, { columns }: Table): DataRow =>
  Object.fromEntries(
    columns.flatMap(({ name, field }) =>
      isSystemField(name) || field.secret || !(name in row) || same(row[name], before[name]) ? [] : [[name, row[name]]],
    ),
  )

/** Every column of a row that comes back, its key and dates too; the store is put in by the insertion. */
const wholeOf = (row: DataRow, { columns }: Table, secrets: DataRow = {}): DataRow =>
  Object.fromEntries(
    columns.flatMap(({ name, field }: RegisterColumn) => {
      if (name === 'lojaId' || !(name in row)) return []
      if (!field.secret) return [[name, row[name]]]
      return name in secrets ? [[name, secrets[name]]] : []
    }),
  )

/** Brings removed records back: keys, lists, dates and secrets as they were. */
export async function restoreRemovedRecords(
  records: readonly DataRow[],
  table: Table,
  actionId: string,
  work: UnitOfWork,
): Promise<void> {
  const lojaId = table.register.scope === 'global' ? null : storeOfRow(table, work.caller, records[0]?.id)
  await refuseRowsOfLocked(records, table, work)
  const secrets = await openRemovedSecrets(records, table, actionId, work)
  const opened = (id: unknown): OpenedSecrets => secrets.get(String(id)) ?? { own: {}, lists: {} }
  if (table.manyReferences.size > 0) await refuseLostReferences(table, records, lojaId, work)
  await insertRows(
    table,
    records.map(record => ({ lojaId, columns: wholeOf(record, table, opened(record.id).own) })),
    work,
  )
  await refuseOverlaps(
    records.map(({ id }) => ({ id, path: '' })),
    table,
    work,
  )
  if (lojaId !== null && isDiscussed(table.register, work.model))
    await restoreComments(work.q, { lojaId, register: historyName(table.register), ids: records.map(({ id }) => String(id)) })
  for (const list of table.lists.values()) {
    const below = tableOf(work.model, list.register)
    const rows = records.flatMap(record =>
      recordsIn(record[list.name]).map(row => {
        const columns = wholeOf(row, below, opened(record.id).lists[`${list.name}.${row.id}`])
        return { lojaId, columns: list.by === 'lojaId' ? columns : { ...columns, [list.by]: record.id } }
      }),
    )
    if (rows.length > 0) await insertRows(below, rows, work)
  }
  const after = await ownRecords(
    records.map(record => record.id),
    table,
    work,
  )
  await runAfterEffects(table.register, work.service, () =>
    [...after.values()].map(record => ({ work, table, body: { ...record }, record })),
  )
  noteAdded(table, lojaId, [...after.values()], work)
  await followListRows([...after.values()], 'made', table, work)
  await refreshFigures(table, work, () => [...after.values()])
  await refreshOwnFigures(table, [...after.keys()], work)
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
