import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Field, Lookup } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { call } from '../../data/api.ts'
import { addRow, remainingRows } from '../draft/draftRows.ts'
import { equal } from '../draft/equal.ts'
import { automaticLookups, buildLookupRequest, isStaleFor, type LookupRequest, readLookupReply } from '../draft/lookups.ts'
import { draftScope } from '../draft/recordDraft.ts'
import { pauseUnlessAborted } from './runningLookups.ts'
import type { SharedLookups } from './sharedLookups.ts'

/** Sets off the lookups of fields. */
export interface FieldLookups {
  /** A field was edited: its lookups run when typing rests; the answer to an older text is dropped. */
  typed(name: string): void
  /** A lookup's button was pressed. */
  press(name: string, lookup: Lookup): void
}

/** Lookups of the record's own fields, which fill fields and add rows to lists that are empty. */
export function createFieldLookups(shared: SharedLookups): FieldLookups {
  const { store, register, running } = shared
  return {
    typed(name) {
      const field = fieldOf(register, name)
      const lookups = field ? automaticLookups(field) : []
      if (!field || lookups.length === 0) return
      const signal = running.begin(name)
      const draft = store.draft()
      const known = !draft.isNew && equal(draft.values[name], draft.base[name])
      const todo = known || draft.unreadable[name] ? [] : lookups.filter(lookup => requestOf(shared, field, lookup))
      store.wait(name, todo.length > 0)
      const all = todo.map(async lookup => {
        await pauseUnlessAborted(lookup.wait, signal)
        const request = signal.aborted ? undefined : requestOf(shared, field, lookup)
        if (request) await run(shared, field, lookup, request, signal)
      })
      Promise.all(all).then(() => signal.aborted || store.wait(name, false))
    },
    press(name, lookup) {
      const field = fieldOf(register, name)
      const request = field && requestOf(shared, field, lookup)
      if (!field || !request) return
      const signal = running.begin(name)
      store.wait(name, true)
      run(shared, field, lookup, request, signal).then(() => signal.aborted || store.wait(name, false))
    },
  }
}

function requestOf({ store, register, context }: SharedLookups, field: Field, lookup: Lookup): LookupRequest | undefined {
  const draft = store.draft()
  return buildLookupRequest(register, lookup, draftScope(draft, context), draft.values[field.name], context.evaluate)
}

async function run(
  { store, register, context, filled, failures, say }: SharedLookups,
  field: Field,
  lookup: Lookup,
  request: LookupRequest,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { data } = await call(request.method, request.path, { query: request.query, signal, noRetry: true })
    if (signal.aborted) return
    const { values, base, isNew } = store.draft()
    const stale = isStaleFor(lookup, filled.stillIn('', values), values, isNew ? undefined : base)
    const reply = readLookupReply(register, lookup, data, values, context.evaluate, stale)
    if (Object.keys(reply.fills).length > 0) store.put(reply.fills)
    filled.note('', reply.fills)
    for (const [list, row] of Object.entries(reply.rows))
      store.rows(list, now => (remainingRows(now).length > 0 ? now : addRow(now, row)))
    if (lookup.problem)
      store.judge(field.name, reply.problem === undefined ? undefined : { path: field.name, code: reply.problem })
    if (lookup.success) {
      showToast({ text: say(lookup.success, { value: String(store.draft().values[field.name] ?? '') }) })
      // The sent file has done its work.
      store.put({ [field.name]: null })
    }
  } catch (error) {
    if (!signal.aborted) failures(lookup, request, error, field.name)
  }
}
