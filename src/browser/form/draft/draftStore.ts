import type { Value } from '../../../kinds/kind.ts'
import type { Problem } from '../../../model/problem.ts'
import { createDeferredActs } from './deferredActs.ts'
import { allProblems, firstProblem, keyProblemByRow } from './draftProblems.ts'
import type { DraftRow, FieldValues } from './draftRows.ts'
import type { DraftStoreOptions } from './draftStoreOptions.ts'
import type { FieldView, FormState } from './formState.ts'
import {
  editCell,
  editField,
  markFieldLeft,
  putList,
  putRows,
  putValues,
  type RecordDraft,
  setUnreadableCell,
  type UnreadableText,
} from './recordDraft.ts'
import { createShownDraft } from './shownDraft.ts'

/** A record being edited, outside React: a keystroke tells only the places that it changes. */
export interface DraftStore {
  draft(): RecordDraft
  /** The draft as it is on screen, for what draws: a letter typed within this frame is not in it yet. */
  shown(): RecordDraft
  state(): FormState
  field(name: string): FieldView | undefined
  subscribe(listener: () => void): () => void
  edit(name: string, value: Value, problem?: UnreadableText): void
  /** Does something after the next frame, and in any case before the draft is read or changed otherwise. */
  defer(act: () => void): void
  editCell(list: string, key: string, name: string, value: unknown): void
  /** Notes that the text of a list's cell cannot be read, or can be again; `left` says that its editor was left so. */
  readCell(path: string, unread: UnreadableText | undefined, left: boolean): void
  rows(list: string, change: (rows: readonly DraftRow[]) => readonly DraftRow[]): void
  /** A list as it was at another moment, texts that could not be read then too. */
  list(name: string, rows: readonly DraftRow[], unread: RecordDraft['unreadable']): void
  put(values: FieldValues): void
  /** Values that a new record begins with, which came late: they are no change of it. */
  offer(values: FieldValues): void
  /** A place was left: from now on its problems are shown. */
  leave(path: string): void
  wait(name: string, waiting: boolean): void
  /** Problems that only the server knows; they go when their field changes. */
  refuse(problems: readonly Problem[]): void
  /** A lookup's verdict about one field. */
  judge(name: string, problem: Problem | undefined): void
  /** Before a save: shows every problem and gives them. */
  tryAll(): readonly Problem[]
  /** The problem that stands first in the form. */
  first(): Problem | undefined
  /** Another draft in this one's place: saved, merged. */
  replace(draft: RecordDraft): void
  /** The same, and half-typed texts go too. */
  reset(draft: RecordDraft): void
}

/** Milliseconds without a change after which the hands rest. */
const rest = 250

export function createDraftStore(first: RecordDraft, options: DraftStoreOptions): DraftStore {
  const { context } = options
  const shown = createShownDraft(first, options)
  const { defer, settle } = createDeferredActs()
  const { set } = shown
  let checking: ReturnType<typeof setTimeout> | undefined

  const check = (next: RecordDraft): RecordDraft => ({
    ...next,
    problems: options.check(next).map(problem => keyProblemByRow(next, problem)),
  })
  // Typing waits for no check: what is shown is brought up to date when the hands rest.
  const change = (next: RecordDraft): void => {
    set(next)
    clearTimeout(checking)
    const { submitAttempted, leftFields } = shown.draft()
    if (submitAttempted || leftFields.size > 0) checking = setTimeout(() => set(check(shown.draft())), rest)
  }
  const now = (): RecordDraft => {
    settle()
    return shown.draft()
  }
  return {
    draft: now,
    shown: shown.draft,
    state: shown.state,
    field: name => shown.state().fields[name],
    subscribe: shown.subscribe,
    defer,
    edit: (name, value, problem) => change(editField(now(), name, value, problem, context)),
    editCell: (list, key, name, value) => change(editCell(now(), list, key, name, value, context)),
    readCell(path, unread, left) {
      const before = now()
      const next = setUnreadableCell(before, path, unread)
      if (next !== before) change(left ? markFieldLeft(next, path) : next)
    },
    rows(list, by) {
      const before = now()
      change(putRows(before, list, by(before.rows[list] ?? []), context))
    },
    list: (name, rows, unread) => change(putList(now(), name, rows, unread, context)),
    put: values => change(putValues(now(), values, context)),
    offer(values) {
      const next = putValues(now(), values, context)
      change({ ...next, base: { ...next.base, ...values } })
    },
    leave(path) {
      const before = now()
      // Left before: what was changed since is checked when the hands rest.
      if (!before.leftFields.has(path)) set(check(markFieldLeft(before, path)))
    },
    wait(name, waiting) {
      settle()
      shown.wait(name, waiting)
    },
    refuse(problems) {
      const before = now()
      set({ ...before, submitAttempted: true, refused: problems.map(problem => keyProblemByRow(before, problem)) })
    },
    judge(name, problem) {
      const before = now()
      const { [name]: known, ...others } = before.checked
      if (problem || known) set({ ...before, checked: problem ? { ...others, [name]: problem } : others })
    },
    tryAll() {
      // Values that the server refused once may pass now; a lookup's verdict is about the value as it stands.
      set(check({ ...now(), submitAttempted: true, refused: [] }))
      return allProblems(shown.draft())
    },
    first: () => firstProblem(now().register, allProblems(shown.draft())),
    replace(next) {
      settle()
      set(next)
    },
    reset(next) {
      settle()
      set(next, true)
    },
  }
}
