import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { computeOrderOf, readsList } from '../../model/computed/computeOrder.ts'
import type { ChildList, Model, Register } from '../../model/model.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../query/table.ts'
import { applyDrafts, type StandingDraft } from './applyDrafts.ts'
import { buildDraft } from './check/buildDraft.ts'
import { recordValidator } from './check/recordValidator.ts'
import { referencesForSave } from './check/referencedRecords.ts'
import { ruleContextOf, storeForExpressions } from './check/ruleContext.ts'
import { validationError } from './check/validationError.ts'
import { lockRecords } from './lockRecords.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/** A record that computes something of the rows of a list, which are records of their own. */
interface Holder {
  readonly register: Register
  readonly list: ChildList
}

const holders = new WeakMap<Register, readonly Holder[]>()

/** Returns the registers that compute from records of this one, or have them compute from themselves. Most registers have none. */
export const computingParentsOf = (model: Model, register: Register): readonly Holder[] =>
  memoizeByKey(holders, register, () => {
    const own = register.from?.register ?? register.name
    return Object.values(model.registers).flatMap(other => {
      if (other.from) return []
      const order = computeOrderOf(model, other)
      return other.lists.flatMap(list => {
        const rows = model.registers[list.register]
        const isTheirs = rows !== undefined && rows.parent === undefined && (rows.from?.register ?? rows.name) === own
        const hangs = isTheirs && (order.followingLists.has(list.name) || readsList(order, model, other, list.name))
        return hangs ? [{ register: other, list }] : []
      })
    })
  })

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
  const rules = { context: ruleContextOf(work, store, false), validate, kept: {}, follows: true, referenced }
  const drafts: StandingDraft[] = []
  for (const before of parents) {
    const { draft, problems } = buildDraft({}, before, table, work, rules)
    if (problems.length > 0) throw validationError(problems)
    drafts.push({ ...draft, before })
  }
  return applyDrafts(drafts, table, work)
}
