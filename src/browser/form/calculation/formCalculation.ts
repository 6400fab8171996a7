import { createListeners } from '../../../base/objects/listeners.ts'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import { call } from '../../data/api.ts'
import type { DraftStore } from '../draft/draftStore.ts'
import { isDirty, type RecordDraft } from '../draft/recordDraft.ts'
import {
  type CalculationCall,
  type CalculationPlace,
  type FormCalculator,
  loadCalculator,
  type ToldProblem,
} from './formCalculator.ts'

/** Whether what a plugin works out of the form stands, is on its way, or is left to the save. */
export type CalculationState = 'waiting' | 'ready' | 'failed'

/** The calculation of a form by a plugin while it is typed. */
export interface FormCalculation {
  /** The draft with what is worked out; as it is while something that this needs is not there. */
  apply(draft: RecordDraft): RecordDraft
  state(): CalculationState
  /** The things that the calculation lacks of the draft as it stands. */
  problems(): readonly ToldProblem[]
  subscribe(listener: () => void): () => void
  retry(): void
  /** A record that is referred to was changed: everything is asked again. */
  renew(): void
  /** Begins to ask for what the store's draft needs, until it is stopped. */
  begin(store: DraftStore): () => void
}

/** Milliseconds after a change before calls are made for it. */
const rest = 150

export function createFormCalculation(plugin: string, place: CalculationPlace, say: Translate): FormCalculation {
  const told = createTold()
  const failed = new Set<string>()
  let calculator: FormCalculator | undefined
  let look = (): void => undefined

  const begin = (store: DraftStore): (() => void) => {
    const stopped = new AbortController()
    const asked = new Set<string>()
    const ask = async (todo: CalculationCall): Promise<void> => {
      asked.add(todo.key)
      const reply = await answerOf(todo, stopped.signal)
      asked.delete(todo.key)
      if (stopped.signal.aborted) return
      if (reply) {
        calculator?.take(todo, reply.data)
        store.put({})
        // An answer that is none is not asked for again and again.
        if (calculator?.missing(store.shown()).some(({ key }) => key === todo.key)) failed.add(todo.key)
      } else {
        failed.add(todo.key)
        showToast({ tone: 'danger', topic: todo.key, text: say(todo.failure) })
      }
      look()
    }
    look = () => {
      if (!calculator) return
      const missing = calculator.missing(store.shown())
      for (const one of missing) if (!asked.has(one.key) && !failed.has(one.key)) void ask(one)
      const needed = missing.filter(one => one.needed)
      told.tell(
        needed.some(one => failed.has(one.key)) ? 'failed' : needed.length > 0 ? 'waiting' : 'ready',
        needed.length > 0 ? [] : (calculator.problems?.() ?? []),
      )
    }
    const take = (create: (place: CalculationPlace) => FormCalculator): void => {
      if (stopped.signal.aborted) return
      calculator ??= create(place)
      store.put({})
      look()
    }
    loadCalculator(plugin).then(take, () => told.tell('failed', []))
    return untilStopped(
      stopped,
      store,
      () => look(),
      () => calculator?.continues?.() === true,
    )
  }

  return {
    apply: draft => (calculator ? applied(calculator, draft) : draft),
    state: told.state,
    problems: told.problems,
    subscribe: told.subscribe,
    retry() {
      failed.clear()
      look()
    },
    renew() {
      calculator?.forget()
      failed.clear()
      look()
    },
    begin,
  }
}

/** Looks once typing rests, and goes on with what a calculation left once the page was drawn; gives what ends that. */
function untilStopped(stopped: AbortController, store: DraftStore, look: () => void, continues: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let next: ReturnType<typeof setTimeout> | undefined
  const stop = store.subscribe(() => {
    clearTimeout(timer)
    timer = setTimeout(look, rest)
    if (!continues()) return
    clearTimeout(next)
    next = setTimeout(() => store.put({}))
  })
  return () => {
    stopped.abort()
    clearTimeout(timer)
    clearTimeout(next)
    stop()
  }
}

const answerOf = ({ path, query }: CalculationCall, signal: AbortSignal) =>
  call('GET', path, { query, signal, noRetry: true }).catch(() => undefined)

function applied(calculator: FormCalculator, draft: RecordDraft): RecordDraft {
  if (calculator.missing(draft).some(one => one.needed)) return draft
  const touched = isDirty(draft)
  // Saved values were calculated by their save, and stay so until somebody changes them.
  if (!draft.isNew && !touched) return draft
  const next = calculator.calculate(draft)
  const { values, rows } = next
  if (values === draft.values && rows === draft.rows) return draft
  // Values of a new record before anything was typed are no unsaved work.
  return touched ? { ...draft, values, rows } : { ...draft, values, rows, base: { ...draft.base, ...values }, baseRows: rows }
}

/** A state with its problems, and who hears of them. */
function createTold() {
  const { subscribe, tell } = createListeners()
  let state: CalculationState = 'waiting'
  let problems: readonly ToldProblem[] = []
  return {
    state: () => state,
    problems: () => problems,
    subscribe,
    tell(next: CalculationState, found: readonly ToldProblem[]): void {
      const same = JSON.stringify(found) === JSON.stringify(problems)
      if (next === state && same) return
      state = next
      if (!same) problems = found
      tell()
    },
  }
}
