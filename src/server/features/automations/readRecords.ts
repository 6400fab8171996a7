import { withComputed } from '../../../model/computed/withComputed.ts'
import type { Model } from '../../../model/model.ts'
import type { Store } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import { type DataRow, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planSomeOfRecords } from '../../query/planRecord.ts'
import { tableOf } from '../../query/table.ts'
import { storeViewer } from '../notices/noticeHits.ts'
import type { RecordNeeds } from './listening.ts'

/** Where records are read: a store of this Model. */
export interface ReadingPlace {
  readonly model: Model
  readonly store: Pick<Store, 'id' | 'zone'>
}

/** Records with what automations ask of them, by their keys. */
export async function readRecords(
  q: Queries,
  { model, store }: ReadingPlace,
  register: string,
  ids: readonly unknown[],
  needs: readonly RecordNeeds[],
): Promise<Map<string, DataRow>> {
  if (ids.length === 0) return new Map()
  const context = { model, table: tableOf(model, register), zone: store.zone }
  const lists = [...new Set(needs.flatMap(each => each.lists))]
  const members = new Map<string, Set<string>>()
  for (const each of needs)
    for (const [name, read] of each.members) members.set(name, new Set([...(members.get(name) ?? []), ...read]))
  const fields = [...new Set(['id', ...members.keys(), ...needs.flatMap(each => each.fields)])]
  // A computed field asks for all others; else the named ones are enough.
  const isKept = fields.every(name => context.table.byName.has(name))
  const more = { members, fields: isKept ? fields : undefined }
  const rows = await fetchPlanRows(planSomeOfRecords(ids, lists, context, storeViewer(model, store), more), q)
  const whole = (record: DataRow): DataRow =>
    isKept ? record : { ...withComputed(model, register, { record, zone: store.zone }) }
  return new Map(rows.map(row => [String(row.id), whole(row)]))
}

/** The parts of a record that an automation asks for, and nothing else of it. */
export function partsOf(record: DataRow, { fields, lists, members }: RecordNeeds, model: Model, register: string): DataRow {
  const relations = [...members.keys()].flatMap(
    name => model.registers[register]?.fields.find(field => field.name === name)?.reference?.as ?? [],
  )
  return Object.fromEntries([...fields, ...lists, ...relations].map(name => [name, record[name] ?? null]))
}
