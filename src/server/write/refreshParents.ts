import type { DataRow } from '../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../query/table.ts'
import { applyDrafts, type StandingDraft } from './applyDrafts.ts'
import { buildDraft } from './check/buildDraft.ts'
import { recordValidator } from './check/recordValidator.ts'
import { referencesForSave } from './check/referencedRecords.ts'
import { ruleContextOf, storeForExpressions } from './check/ruleContext.ts'
import { validationError } from './check/validationError.ts'
import { computingParentsOf } from './lists/holders.ts'
import { parentsOfRows } from './lists/rowParents.ts'
import { lockRecords } from './lockRecords.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/**
 * Rows of a list that are records of their own were saved or removed by themselves: what the records that they belong to compute
 * of them is brought up to date, in the same transaction. `rows` are the records as they were and as they are.
 */
export async function refreshParents(table: Table, work: UnitOfWork, rows: () => readonly DataRow[]): Promise<void> {
  for (const { register, list } of computingParentsOf(work.model, table.register)) {
    const ids = new Set(
      rows()
        .map(row => row[list.by])
        .filter(id => id !== null && id !== undefined),
    )
    if (ids.size === 0) continue
    const parents = tableOf(work.model, register.name)
    const changed = await refresh([...ids], parents, work)
    if (changed.length > 0) await refreshParents(parents, work, () => changed)
  }
}

/** The caller need not be allowed to change these records: what is computed of them is nobody's to say. */
async function refresh(ids: readonly unknown[], table: Table, work: UnitOfWork): Promise<readonly DataRow[]> {
  const [parents, store, validate] = await Promise.all([
    lockRecords(table, ids, work, 'all'),
    storeForExpressions(table, work),
    recordValidator(work.model, table.register),
  ])
  const referenced = referencesForSave(table, work)
  await referenced?.fetchFor(parents)
  // A row whose own rows it computes of may itself read the record that it belongs to.
  const parentOf = await parentsOfRows(
    parents.map(before => ({ body: {}, before })),
    table,
    work,
  )
  const rules = { validate, kept: {}, follows: true, referenced }
  const drafts: StandingDraft[] = []
  for (const before of parents) {
    const context = { ...ruleContextOf(work, store, false), parent: parentOf({ body: {}, before }) }
    const { draft, problems } = buildDraft({}, before, table, work, { ...rules, context })
    if (problems.length > 0) throw validationError(problems)
    drafts.push({ ...draft, before })
  }
  return applyDrafts(drafts, table, work)
}
