import { withComputed } from '../../../model/computed/withComputed.ts'
import type { MembersByReference } from '../../../model/expression/referenceReads.ts'
import type { Model } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import type { Store } from '../../access/users.ts'
import { visitorOf } from '../../access/visitor.ts'
import type { Queries } from '../../database/queries.ts'
import { type DataRow, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planOwnFields, planSomeOfRecords } from '../../query/planRecord.ts'
import { tableOf } from '../../query/table.ts'

/** The server itself in a store. */
export const storeViewer = (model: Model, { id, zone }: Pick<Store, 'id' | 'zone'>): Caller => ({
  ...visitorOf(model, 'notices'),
  storeId: id,
  stores: [id],
  zone,
})

/** The store's own record, of which conditions may ask. */
export async function storeRecord(q: Queries, model: Model, store: Store): Promise<DataRow> {
  const self = Object.values(model.registers).find(({ scope, from, parent }) => scope === 'self' && !from && !parent)
  if (!self) return {}
  const context = { model, table: tableOf(model, self.name), zone: store.zone }
  const [record = {}] = await fetchPlanRows(planOwnFields([store.id], context, storeViewer(model, store)), q)
  return record
}

/** Where records are read: a store of this Model. */
export interface ReadingPlace {
  readonly model: Model
  readonly store: Pick<Store, 'id' | 'zone'>
}

/** The parts of a record that somebody asks for. */
interface AskedParts {
  /** By name, records that it refers to, of which the label comes, and its lists. */
  readonly relations: readonly string[]
  /** More of what it refers to, by the field. */
  readonly members?: MembersByReference
  /** The only ones of its own; all, where they are not named. */
  readonly fields?: readonly string[]
}

/** Records of a register with what is asked of them, by their keys. */
export async function readAsStore(
  q: Queries,
  { model, store }: ReadingPlace,
  register: string,
  ids: readonly unknown[],
  { relations, members = new Map(), fields }: AskedParts,
): Promise<Map<string, DataRow>> {
  if (ids.length === 0) return new Map()
  const context = { model, table: tableOf(model, register), zone: store.zone }
  // A computed field asks for all others; else the named ones are enough.
  const kept = fields?.every(name => context.table.byName.has(name)) ? fields : undefined
  const plan = planSomeOfRecords(ids, relations, context, storeViewer(model, store), { members, fields: kept })
  const rows = await fetchPlanRows(plan, q)
  const whole = (record: DataRow): DataRow => (kept ? record : { ...withComputed(model, register, { record, zone: store.zone }) })
  return new Map(rows.map(row => [String(row.id), whole(row)]))
}
