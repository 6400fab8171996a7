import { toast } from '../../controls/toasts.ts'
import type { Field, Lookup, Register } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import { CallError, call } from '../data/api.ts'
import type { Around } from '../edit/draft.ts'
import { fullScope } from '../edit/draft.ts'
import { equal } from '../edit/equal.ts'
import { type Asked, answerOf, ask, typedLookups } from '../edit/lookups.ts'
import type { DraftStore } from '../edit/store.ts'

export interface LookupRunner {
  /** A field was edited: its lookups run when typing rests; the answer to an older text is dropped. */
  typed(name: string): void
  press(name: string, lookup: Lookup): void
  stop(): void
}

interface Options {
  readonly store: DraftStore
  readonly register: Register
  readonly around: Around
  say(code: string, params?: Readonly<Record<string, string | number>>): string
}

export function createLookupRunner({ store, register, around, say }: Options): LookupRunner {
  const running = new Map<string, AbortController>()

  const begin = (name: string): AbortController => {
    running.get(name)?.abort()
    const control = new AbortController()
    running.set(name, control)
    return control
  }
  const asked = (field: Field, lookup: Lookup): Asked | undefined => {
    const draft = store.draft()
    return ask(register, lookup, fullScope(draft, around), draft.values[field.name], around.evaluate)
  }
  const run = async (field: Field, lookup: Lookup, question: Asked, signal: AbortSignal): Promise<void> => {
    try {
      const { data } = await call(question.method, question.path, { query: question.query, signal, once: true })
      if (signal.aborted) return
      const { fills, problem } = answerOf(register, lookup, data, store.draft().values, around.evaluate)
      if (Object.keys(fills).length > 0) store.put(fills)
      if (lookup.problem) store.judge(field.name, problem === undefined ? undefined : { path: field.name, code: problem })
    } catch (error) {
      if (!signal.aborted) complain(lookup, question, error)
    }
  }
  // A lookup that fails fills nothing and forbids nothing: the person types on, and the server checks once more on saving.
  const complain = (lookup: Lookup, { query }: Asked, error: unknown): void => {
    if (lookup.failure === undefined && lookup.button === undefined) return
    const params = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const message = error instanceof CallError && error.status !== 0 && error.status !== 500 ? error.message : undefined
    toast({ tone: 'warning', text: lookup.failure ? say(lookup.failure, params) : (message ?? say('something-wrong')) })
  }
  return {
    typed(name) {
      const field = fieldOf(register, name)
      const lookups = field ? typedLookups(field) : []
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
    stop() {
      for (const control of running.values()) control.abort()
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
