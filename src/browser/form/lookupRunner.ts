import { createSemaphore } from '../../base/semaphore.ts'
import { showToast } from '../../controls/overlays/toasts.ts'
import type { Translate } from '../../model/formatMessage.ts'
import type { Field, Lookup, Register } from '../../model/model.ts'
import { childListNamed, fieldOf } from '../../model/register.ts'
import { CallError, call } from '../data/api.ts'
import { childCellPath } from './draft/childCellPath.ts'
import { addRow, type DraftRow, type FieldValues } from './draft/draftRows.ts'
import type { DraftStore } from './draft/draftStore.ts'
import { equal } from './draft/equal.ts'
import { automaticLookups, buildLookupRequest, type LookupRequest, readLookupReply } from './draft/lookups.ts'
import type { DraftContext } from './draft/recordDraft.ts'
import { draftScope } from './draft/recordDraft.ts'

export interface LookupRunner {
  /** A field was edited: its lookups run when typing rests; the answer to an older text is dropped. */
  typed(name: string): void
  press(name: string, lookup: Lookup): void
  /** A cell of a child list was edited; `among`: with others of its row at once (a paste), whose values stay as they came. */
  typedIn(list: string, key: string, name: string, among?: ReadonlySet<string>): void
  stop(): void
}

interface Options {
  readonly store: DraftStore
  readonly register: Register
  readonly context: DraftContext
  readonly say: Translate
}

/** Lookups of rows under way at the same time: a paste of hundreds must not flood the server. */
const mostAtOnce = 4

export function createLookupRunner({ store, register, context, say }: Options): LookupRunner {
  const running = new Map<string, AbortController>()
  const line = createSemaphore(mostAtOnce)
  const kept = createKept()
  let said = { text: '', at: 0 }

  const begin = (name: string): AbortController => {
    running.get(name)?.abort()
    const control = new AbortController()
    running.set(name, control)
    return control
  }
  const asked = (field: Field, lookup: Lookup): LookupRequest | undefined => {
    const draft = store.draft()
    return buildLookupRequest(register, lookup, draftScope(draft, context), draft.values[field.name], context.evaluate)
  }
  const run = async (field: Field, lookup: Lookup, question: LookupRequest, signal: AbortSignal): Promise<void> => {
    try {
      const { data } = await call(question.method, question.path, { query: question.query, signal, noRetry: true })
      if (signal.aborted) return
      const { values } = store.draft()
      const { fills, rows, problem } = readLookupReply(register, lookup, data, values, context.evaluate, kept.asIs('', values))
      if (Object.keys(fills).length > 0) store.put(fills)
      kept.note('', fills)
      for (const [list, row] of Object.entries(rows)) store.rows(list, now => (now.some(isThere) ? now : addRow(now, row)))
      if (lookup.problem) store.judge(field.name, problem === undefined ? undefined : { path: field.name, code: problem })
      if (lookup.success) sent(field, lookup.success)
    } catch (error) {
      if (!signal.aborted) complain(lookup, question, error, field.name)
    }
  }
  const sent = (field: Field, message: string): void => {
    showToast({ text: say(message, { value: String(store.draft().values[field.name] ?? '') }) })
    store.put({ [field.name]: null })
  }
  // A lookup that fails fills nothing and forbids nothing: the person types on, and the server checks once more on saving.
  const complain = (lookup: Lookup, { query }: LookupRequest, error: unknown, name?: string): void => {
    if (lookup.failure === undefined && lookup.button === undefined) return
    const told = error instanceof CallError && error.status !== 0 && error.status !== 500 ? error.message : undefined
    const message = told ?? say('something-wrong')
    const params = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const text = lookup.failure ? say(lookup.failure, { ...params, message }) : message
    // The text of a message that has no code is its own.
    if (lookup.failureAt === 'field' && name !== undefined) store.judge(name, { path: name, code: text })
    // Of many rows that fail alike it is said once.
    else if (text !== said.text || Date.now() - said.at > 5_000) {
      said = { text, at: Date.now() }
      showToast({ tone: 'warning', text })
    }
  }
  return {
    typed(name) {
      const field = fieldOf(register, name)
      const lookups = field ? automaticLookups(field) : []
      if (!field || lookups.length === 0) return
      const { signal } = begin(name)
      const draft = store.draft()
      const known = !draft.isNew && equal(draft.values[name], draft.base[name])
      const todo = known || draft.unreadable[name] ? [] : lookups.flatMap(lookup => (asked(field, lookup) ? [lookup] : []))
      store.wait(name, todo.length > 0)
      const all = todo.map(async lookup => {
        await pause(lookup.wait, signal)
        const question = signal.aborted ? undefined : asked(field, lookup)
        if (question) await run(field, lookup, question, signal)
      })
      Promise.all(all).then(() => signal.aborted || store.wait(name, false))
    },
    press(name, lookup) {
      const field = fieldOf(register, name)
      const question = field && asked(field, lookup)
      if (!field || !question) return
      const { signal } = begin(name)
      store.wait(name, true)
      run(field, lookup, question, signal).then(() => signal.aborted || store.wait(name, false))
    },
    typedIn(list, key, name, among) {
      const child = context.registerOf(childListNamed(register, list)?.register ?? '')
      const field = child && fieldOf(child, name)
      const lookups = field ? automaticLookups(field) : []
      if (!child || lookups.length === 0) return
      const place = childCellPath(list, { row: key, column: name })
      const { signal } = begin(place)
      const rowNow = () => store.draft().rows[list]?.find(row => row.key === key)
      const runIn = async (lookup: Lookup): Promise<void> => {
        // Nobody types on in what was pasted.
        await pause(among ? 0 : lookup.wait, signal)
        const row = rowNow()
        const draft = store.draft()
        if (signal.aborted || !row || draft.unreadable[place]) return
        const scope = { ...context.scope, ...row.values, parent: draft.values, isNew: row.base === undefined }
        const question = buildLookupRequest(child, lookup, scope, row.values[name], context.evaluate)
        if (!question) return
        try {
          const { data } = await line(() =>
            call(question.method, question.path, { query: question.query, signal, noRetry: true }),
          )
          const now = rowNow()
          if (signal.aborted || !now) return
          const filled = kept.asIs(`${list}.${key}.`, now.values)
          const { fills, problem } = readLookupReply(child, lookup, data, now.values, context.evaluate, filled)
          kept.note(`${list}.${key}.`, fills)
          for (const [filled, value] of Object.entries(fills)) if (!among?.has(filled)) store.editCell(list, key, filled, value)
          if (lookup.problem) store.judge(place, problem === undefined ? undefined : { path: place, code: problem })
        } catch (error) {
          if (!signal.aborted) complain(lookup, question, error)
        }
      }
      for (const lookup of lookups) void runIn(lookup)
    },
    stop() {
      for (const control of running.values()) control.abort()
    },
  }
}

const isThere = (row: DraftRow): boolean => !row.removed

/** Values that replies put, by place: while they stand as they were put, the next reply may change them. */
function createKept() {
  const put = new Map<string, unknown>()
  return {
    asIs:
      (place: string, values: FieldValues) =>
      (name: string): boolean =>
        put.has(place + name) && equal(put.get(place + name), values[name]),
    note(place: string, fills: FieldValues) {
      for (const [name, value] of Object.entries(fills)) put.set(place + name, value)
    },
  }
}

const pause = (wait: number, signal: AbortSignal): Promise<void> =>
  new Promise(done => {
    const timer = setTimeout(done, wait)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
