import { usesOf } from '../../model/expression.ts'
import type { Expression, Model, Register } from '../../model/model.ts'
import type { Change, Service } from '../caller.ts'
import { planOwn } from '../query/record.ts'
import { remember } from '../query/remember.ts'
import { fetchRows, type Row } from '../query/run.ts'
import { type Table, tableOf } from '../query/table.ts'
import type { Work } from './work.ts'

/** What rules and conditions may ask besides the record. */
export interface CheckGround {
  readonly isNew: boolean
  readonly partial: boolean
  readonly user: Readonly<Record<string, unknown>>
  readonly store: Readonly<Record<string, unknown>>
  readonly zone: string
}

/** The ground of a save: who saves, and in which store. */
export function groundOf({ caller }: Pick<Work, 'caller'>, store: Row, isNew: boolean): CheckGround {
  const { userId, email, name, admin, permission, zone } = caller
  const user = { id: userId, email, nome: name, name, admin, owner: permission.owner || admin }
  return { isNew, partial: false, user, store, zone }
}

/** Milliseconds for which a store's record is kept. */
const LIFE = 3000

type Kept = Map<number, { readonly until: number; readonly row: Row }>

const kept = new WeakMap<Service['database'], Kept>()

/** A store's record is read again after somebody changed it, or the rows of its lists. */
export function forgetStores(
  { database, model }: Pick<Service, 'database' | 'model'>,
  { register }: Pick<Change, 'register'>,
): void {
  if (remember(ofStores, model(), () => storeRegisters(model())).has(register)) kept.delete(database)
}

const ofStores = new WeakMap<Model, ReadonlySet<string>>()

/** The registers whose rows are stores, and those of their lists. */
const storeRegisters = ({ registers }: Model): Set<string> =>
  new Set(
    Object.values(registers)
      .filter(({ scope }) => scope === 'self')
      .flatMap(({ name, lists }) => [name, ...lists.map(list => list.register)]),
  )

/** The record of the caller's store with its lists, when an expression of the register asks for it. */
export async function storeRecord(table: Table, work: Work): Promise<Row> {
  const { storeId } = work.caller
  if (storeId === null || !asksStore(work.model, table.register)) return {}
  const rows = remember(kept, work.service.database, (): Kept => new Map())
  const known = rows.get(storeId)
  if (known && known.until > Date.now()) return known.row
  const row = await readStore(storeId, work)
  rows.set(storeId, { until: Date.now() + LIFE, row })
  return row
}

async function readStore(storeId: number, { model, caller, q }: Work): Promise<Row> {
  const store = Object.values(model.registers).find(register => register.scope === 'self' && !register.from)
  if (!store) return {}
  const [row] = await fetchRows(planOwn([storeId], { model, table: tableOf(model, store.name), zone: caller.zone }, caller), q)
  return row ?? {}
}

const answers = new WeakMap<Register, boolean>()

function asksStore(model: Model, register: Register): boolean {
  return remember(answers, register, () => {
    const below = register.lists.flatMap(list => model.registers[list.register] ?? [])
    return [register, ...below].some(one =>
      expressionsOf(one).some(expression => usesOf(model, one.name, expression).includes('store')),
    )
  })
}

const expressionsOf = ({ fields, rules, lists, locked }: Register): Expression[] =>
  [
    ...fields.flatMap(field => [field.compute, field.visibleWhen, field.readOnlyWhen, field.requiredWhen, field.defaultWhen]),
    ...rules.map(rule => rule.rule),
    ...lists.map(list => list.visibleWhen),
    locked?.when,
  ].filter(expression => expression !== undefined)
