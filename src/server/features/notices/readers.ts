import type { Author } from '../../../api/history.ts'
import { gateAllows, rightsFor } from '../../../model/access/gate.ts'
import type { Expression } from '../../../model/call.ts'
import type { Model } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import { authorsOf, type Store } from '../../access/users.ts'
import { visitorOf } from '../../access/visitor.ts'
import type { Queries } from '../../database/queries.ts'
import { type DataRow, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planRecord } from '../../query/planRecord.ts'
import type { Table } from '../../query/table.ts'
import { visibilityOf } from '../../query/visibility.ts'
import type { Service } from '../../service.ts'
import { peopleOfStore, type StorePerson } from './recipients.ts'

/** Somebody of a store, with the name that others read. */
export interface RecordReader {
  readonly id: number
  readonly nome: string
}

/** People among whom somebody is looked for. */
const MOST_PEOPLE = 2000

/** Where people are asked for: a store, and who reads for it. */
export interface ReadersPlace {
  readonly service: Service
  readonly model: Model
  readonly store: Store
}

/** Somebody of a store as the caller of a read: what they see, and nothing else. */
function personAsCaller({ userId, permission }: StorePerson, { model, store }: ReadersPlace, author?: Author): Caller {
  return {
    ...visitorOf(model, 'notices'),
    userId,
    email: author?.email ?? '',
    name: author?.nome ?? '',
    admin: permission.admin,
    permission,
    rights: rightsFor(model, permission),
    storeId: store.id,
    stores: [store.id],
    zone: store.zone,
  }
}

/** The people of a store. */
export const peopleAsCallers = async (place: ReadersPlace): Promise<Caller[]> => {
  const { system } = place.service.database
  const people = (await peopleOfStore(system, place.model, place.store)).slice(0, MOST_PEOPLE)
  const authors = await authorsOf(
    people.map(({ userId }) => userId),
    place.model,
    system,
  )
  return people.map(person => personAsCaller(person, place, authors.get(person.userId)))
}

/** The record as somebody sees it; undefined where they do not. */
export async function recordFor(
  caller: Caller,
  id: unknown,
  table: Table,
  model: Model,
  q: Queries,
): Promise<DataRow | undefined> {
  if (visibilityOf(model, table.register, caller.rights) !== 'full') return undefined
  const plan = planRecord([id], { model, table, zone: caller.zone }, caller)
  const [row] = await fetchPlanRows({ ...plan, includes: [], labels: [] }, q)
  return row
}

/** The people that somebody looks for, of those who see a record: by a part of their names, by their numbers, or by a gate that they pass. */
export type WantedReaders =
  | { readonly text: string; readonly limit: number }
  | { readonly ids: readonly number[] }
  | { readonly gate: Expression }

const isWanted = (person: Caller, wanted: WantedReaders): boolean => {
  if ('ids' in wanted) return wanted.ids.includes(person.userId)
  if ('gate' in wanted) return gateAllows(wanted.gate, person.permission)
  return plain(nameOf(person)).includes(plain(wanted.text))
}

/** Those who see a record, and are wanted. */
export async function readersOf(id: unknown, table: Table, place: ReadersPlace, wanted: WantedReaders): Promise<RecordReader[]> {
  const { model, service, store } = place
  const people = (await peopleAsCallers(place)).filter(one => isWanted(one, wanted))
  const open = people.filter(one => visibilityOf(model, table.register, one.rights) === 'full')
  const limit = 'limit' in wanted ? wanted.limit : open.length
  const found: RecordReader[] = []
  await service.database.read({ stores: [store.id] }, async q => {
    for (const one of open) {
      if (found.length >= limit) return
      if (table.register.rows?.see && !(await recordFor(one, id, table, model, q))) continue
      found.push({ id: one.userId, nome: nameOf(one) })
    }
  })
  return found.sort((a, b) => a.nome.localeCompare(b.nome, 'pt-BR'))
}

/** A name without the address of a mailbox. */
export const nameOf = ({ name, email }: Pick<Caller, 'name' | 'email'>): string => withoutMailbox(name || email)

/** A mailbox stands for its owner by what comes before the sign alone: others of the store need not know the rest. */
export const withoutMailbox = (name: string): string => name.replace(/@.*$/s, '')

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
