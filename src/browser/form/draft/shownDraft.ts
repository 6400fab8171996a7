import { createListeners } from '../../../base/objects/listeners.ts'
import type { DraftStoreOptions } from './draftStoreOptions.ts'
import { deriveFormState, type FormState } from './formState.ts'
import type { RecordDraft } from './recordDraft.ts'

/** A draft, what the form shows of it, and who hears that it changed. */
export interface ShownDraft {
  draft(): RecordDraft
  state(): FormState
  subscribe(listener: () => void): () => void
  /** The next draft; `anew`: everything was taken back, and controls begin again. */
  set(next: RecordDraft, anew?: boolean): void
  /** A lookup about a field is on its way, or no longer. */
  wait(name: string, waiting: boolean): void
}

export function createShownDraft(first: RecordDraft, options: DraftStoreOptions): ShownDraft {
  const { subscribe, tell } = createListeners()
  let draft = first
  let waiting: ReadonlySet<string> = new Set()
  let revision = 0
  let state = deriveFormState(draft, { waiting, revision }, options, undefined)
  const set = (next: RecordDraft, anew = false): void => {
    draft = next
    if (anew) revision += 1
    state = deriveFormState(draft, { waiting, revision }, options, state)
    tell()
  }
  return {
    draft: () => draft,
    state: () => state,
    subscribe,
    set,
    wait(name, on) {
      if (waiting.has(name) === on) return
      waiting = on ? new Set([...waiting, name]) : new Set([...waiting].filter(one => one !== name))
      set(draft)
    },
  }
}
