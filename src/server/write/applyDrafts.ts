import type { DataRow } from '../query/fetchPlanRows.ts'
import { planOwnFields } from '../query/planRecord.ts'
import type { Table } from '../query/table.ts'
import { refuseLostReferences } from './check/lostReferences.ts'
import { runAfterEffects } from './effects.ts'
import { followWritten, lockCounters } from './lists/listRows.ts'
import { ownRecords } from './lockRecords.ts'
import type { WriteDraft } from './store/writeDraft.ts'
import { writeDrafts } from './store/writeDrafts.ts'
import type { UnitOfWork } from './unitOfWork.ts'
import { writeDifferences } from './writeHistory.ts'

/** A change of a record that stands. */
export type StandingDraft = WriteDraft & { readonly before: DataRow }

/**
 * Writes changes that nobody sent as a body (what an undo gives back, what follows from other records), with what comes after any
 * save: effects, history, news. Gives the records that did change.
 */
export async function applyDrafts(drafts: readonly StandingDraft[], table: Table, work: UnitOfWork): Promise<readonly DataRow[]> {
  const plan = planOwnFields([], { model: work.model, table, zone: work.caller.zone }, work.caller)
  const columns = drafts.map(draft => draft.columns)
  if (table.manyReferences.size > 0) await refuseLostReferences(table, columns, work.caller.storeId, work)
  await lockCounters(drafts, table, work)
  const written = await writeDrafts(drafts, plan, work)
  await followWritten(drafts, written, table, work, () => '')
  const after = await ownRecords(
    written.map(({ id }) => id),
    table,
    work,
  )
  await runAfterEffects(table.register, work.service, () =>
    drafts.flatMap(({ before, columns }) => {
      const record = after.get(String(before.id))
      return record ? [{ work, table, before, body: { ...columns }, record }] : []
    }),
  )
  const pairs = drafts.flatMap(({ before }) => {
    const row = after.get(String(before.id))
    return row ? [{ before, after: row }] : []
  })
  const lines = writeDifferences(pairs, table, work)
  const standing = new Map(pairs.map(({ before }) => [String(before.id), before]))
  for (const { lojaId, id } of lines)
    work.changes.push({ register: table.register, lojaId, id: String(id), before: standing.get(String(id)), ways: [] })
  return lines.map(({ record }) => record)
}
