import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Field, Lookup } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { call } from '../../data/api.ts'
import { isEmptyValue } from '../draft/equal.ts'
import { buildLookupRequest, lookupsOf, readLookupReply } from '../draft/lookups.ts'
import { draftScope } from '../draft/recordDraft.ts'
import type { SharedLookups } from './sharedLookups.ts'

/** Values that a form offers where a new record begins: the next free code. */
export interface OfferedValues {
  /** Fills what is empty, each by the lookup that offers it. What was typed meanwhile stays. */
  offer(): void
  /** The server refused a field for its value is somebody else's by now: where that was offered, the next one is. */
  offerNext(name: string, code: string): void
}

export function createOfferedValues(shared: SharedLookups): OfferedValues {
  const { store, register, filled, say } = shared
  const stillOffered = (name: string): boolean => filled.stillIn('', store.draft().values)(name)
  return {
    offer() {
      if (!store.draft().isNew) return
      for (const [field, lookup] of offersOf(register.fields)) {
        const isFree = (): boolean => isEmptyValue(store.draft().values[field.name]) && !store.draft().edited.has(field.name)
        if (isFree()) void fill(shared, field, lookup, isFree)
      }
    },
    offerNext(name, code) {
      const field = fieldOf(register, name)
      const [lookup] = field ? offersOf([field]).map(([, offers]) => offers) : []
      const isTaken = register.unique.some(({ fields, message }) => message === code && fields.includes(name))
      if (!field || !lookup || !isTaken || !store.draft().isNew || !stillOffered(name)) return
      const taken = store.draft().values[name]
      void fill(shared, field, lookup, () => stillOffered(name)).then(value => {
        if (value === undefined || value === taken) return
        showToast({
          tone: 'warning',
          text: say('next-offered', { title: field.title, taken: String(taken), value: String(value) }),
        })
      })
    },
  }
}

const offersOf = (fields: readonly Field[]): [Field, Lookup][] =>
  fields.flatMap(field => lookupsOf(field).flatMap((lookup): [Field, Lookup][] => (lookup.offered ? [[field, lookup]] : [])))

/** Gives the value that the field got. One that does not come is no failure: nobody asked for it, and the field is empty as before. */
async function fill(
  { store, register, context, running, filled }: SharedLookups,
  field: Field,
  lookup: Lookup,
  isFree: () => boolean,
): Promise<unknown> {
  const draft = store.draft()
  const request = buildLookupRequest(register, lookup, draftScope(draft, context), draft.values[field.name], context.evaluate)
  if (!request) return undefined
  const signal = running.begin(`${field.name} offered`)
  try {
    const { data } = await call(request.method, request.path, { query: request.query, signal, noRetry: true })
    if (signal.aborted || !isFree()) return undefined
    const { fills } = readLookupReply(register, lookup, data, store.draft().values, context.evaluate, () => true)
    store.offer(fills)
    filled.note('', fills)
    return fills[field.name]
  } catch {
    return undefined
  }
}
