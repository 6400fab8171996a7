import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Lookup } from '../../../model/model.ts'
import { CallError } from '../../data/api.ts'
import type { LookupRequest } from '../draft/lookups.ts'
import type { LookupOptions } from './lookupOptions.ts'

/** Says that a lookup failed, at the field of that name where its definition wants it there. */
export type LookupFailures = (lookup: Lookup, request: LookupRequest, error: unknown, name?: string) => void

/** Milliseconds in which one text is said once: many rows may fail alike. */
const repeatAfter = 5_000

/** The store and the words by which a field's problem is told. */
interface Judging {
  readonly store: Pick<LookupOptions['store'], 'judge'>
  readonly say: LookupOptions['say']
}

/** A lookup that fails fills nothing and forbids nothing: the person types on, and the server checks once more on saving. */
export function createLookupFailures({ store, say }: Judging): LookupFailures {
  let said = { text: '', at: 0 }
  return (lookup, { query }, error, name) => {
    if (lookup.failure === undefined && lookup.button === undefined) return
    const told = error instanceof CallError && error.status !== 0 && error.status !== 500 ? error.message : undefined
    const message = told ?? say('something-wrong')
    const params = Object.fromEntries(Object.entries(query).map(([param, value]) => [param, String(value)]))
    const text = lookup.failure ? say(lookup.failure, { ...params, message }) : message
    // The text of a message that has no code is its own.
    if (lookup.failureAt === 'field' && name !== undefined) store.judge(name, { path: name, code: text })
    else if (text !== said.text || Date.now() - said.at > repeatAfter) {
      said = { text, at: Date.now() }
      showToast({ tone: 'warning', text })
    }
  }
}
