import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { namesUsedBy } from '../../../model/expression.ts'
import type { Expression, Model, Register } from '../../../model/model.ts'
import { personOf } from '../../access/caller.ts'
import { type DataRow, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planOwnFields } from '../../query/planRecord.ts'
import { type Table, tableOf } from '../../query/table.ts'
import { cachedStore, cacheStore } from '../storeCache.ts'
import type { UnitOfWork } from '../unitOfWork.ts'

/** The facts that rules and conditions may ask besides the record. */
export interface RuleContext {
  readonly isNew: boolean
  /** The record as it was; nothing of a new one. Absent where nothing is changed. */
  readonly before?: DataRow
  readonly partial: boolean
  /** The record to which a row belongs that is saved by itself. */
  readonly parent?: DataRow | undefined
  readonly user: Readonly<Record<string, unknown>>
  readonly store: Readonly<Record<string, unknown>>
  readonly zone: string
}

/** The context of a save: who saves, and in which store. */
export function ruleContextOf({ caller }: Pick<UnitOfWork, 'caller'>, store: DataRow, isNew: boolean): RuleContext {
  const { email, name, admin, permission, zone } = caller
  const user = {
    id: personOf(caller),
    email,
    nome: name,
    name,
    admin,
    owner: permission.owner || admin,
    stores: caller.stores.length,
  }
  return { isNew, partial: false, user, store, zone }
}

type Asking = Pick<UnitOfWork, 'service' | 'model' | 'caller' | 'q'>

/** The record of the caller's store with its lists, when an expression of the register asks for it. */
export async function storeForExpressions(table: Table, work: UnitOfWork): Promise<DataRow> {
  return asksStore(work.model, table.register) ? callerStoreRecord(work) : {}
}

/** The record of the caller's store with its lists, whoever asks. */
export async function callerStoreRecord(work: Asking): Promise<DataRow> {
  const { storeId } = work.caller
  if (storeId === null) return {}
  const known = cachedStore(storeId, work.service)
  if (known) return known
  const row = await readStore(storeId, work)
  cacheStore(storeId, row, work.service)
  return row
}

async function readStore(storeId: number, { model, caller, q }: Asking): Promise<DataRow> {
  const store = Object.values(model.registers).find(register => register.scope === 'self' && !register.from)
  if (!store) return {}
  const [row] = await fetchPlanRows(
    planOwnFields([storeId], { model, table: tableOf(model, store.name), zone: caller.zone }, caller),
    q,
  )
  return row ?? {}
}

const answers = new WeakMap<Register, boolean>()

function asksStore(model: Model, register: Register): boolean {
  return memoizeByKey(answers, register, () => {
    const below = register.lists.flatMap(list => model.registers[list.register] ?? [])
    return [register, ...below].some(one =>
      expressionsOf(one).some(expression => namesUsedBy(model, one.name, expression).includes('store')),
    )
  })
}

/** The expressions of a record that are worked out where it is saved. */
export const expressionsOf = ({ fields, rules, lists, locked, assign = [] }: Register): Expression[] =>
  [
    ...fields.flatMap(({ ways }) => (ways?.list ?? []).flatMap(({ when, set = {} }) => [when, ...Object.values(set)])),
    ...fields.flatMap(field => [field.compute, field.visibleWhen, field.readOnlyWhen, field.requiredWhen, field.defaultWhen]),
    ...rules.map(rule => rule.rule),
    ...lists.flatMap(list => [list.visibleWhen, list.readOnlyWhen, list.fill]),
    locked?.when,
    ...assign.flatMap(({ when, becomes, set }) => [when, becomes, ...Object.values(set)]),
  ].filter(expression => expression !== undefined)
