import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type ReadingPlace, readAsStore } from '../notices/readAsStore.ts'
import type { RecordNeeds } from './listening.ts'

/** Records with what automations ask of them, by their keys. */
export function readRecords(
  q: Queries,
  place: ReadingPlace,
  register: string,
  ids: readonly unknown[],
  needs: readonly RecordNeeds[],
): Promise<Map<string, DataRow>> {
  const relations = [...new Set(needs.flatMap(each => each.lists))]
  const members = new Map<string, Set<string>>()
  for (const each of needs)
    for (const [name, read] of each.members) members.set(name, new Set([...(members.get(name) ?? []), ...read]))
  const fields = [...new Set(['id', ...members.keys(), ...needs.flatMap(each => each.fields)])]
  return readAsStore(q, place, register, ids, { relations, members, fields })
}

/** The parts of a record that an automation asks for, and nothing else of it. */
export function partsOf(record: DataRow, { fields, lists, members }: RecordNeeds, model: Model, register: string): DataRow {
  const relations = [...members.keys()].flatMap(
    name => model.registers[register]?.fields.find(field => field.name === name)?.reference?.as ?? [],
  )
  return Object.fromEntries([...fields, ...lists, ...relations].map(name => [name, record[name] ?? null]))
}
