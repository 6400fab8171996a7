import type { Field } from '../../../model/model.ts'
import { type DraftRow, type FieldValues, remainingRows, toDraftRows } from './draftRows.ts'
import { equal } from './equal.ts'
import { type CellConflict, mergeRows, sameRows } from './mergeRows.ts'
import { changedFields, changedLists, type DraftContext, openDraft, putValues, type RecordDraft } from './recordDraft.ts'

/** A field, or a whole child list, that both sides changed, and not to the same. */
export interface DraftConflict {
  readonly name: string
  readonly title: string
  readonly field: Field | undefined
  readonly mine: unknown
  readonly theirs: unknown
  /** Of a list: what of its rows both changed. */
  readonly cells?: readonly CellConflict[]
}

export interface DraftComparison {
  /** The conflicts that a person has to decide. */
  readonly conflicts: readonly DraftConflict[]
  /** Fields that the other changed and this person did not: taken over without a question. */
  readonly taken: readonly string[]
}

/** Compares what was opened, what it became here and what another saved meanwhile. */
export function compareDraft(draft: RecordDraft, theirs: FieldValues): DraftComparison {
  const { base, values, register } = draft
  const mine = new Set(changedFields(draft))
  const conflicts: DraftConflict[] = []
  const taken: string[] = []
  for (const field of register.fields) {
    const { name, title } = field
    if (!field.stored || field.readOnly || equal(theirs[name], base[name])) continue
    if (!mine.has(name)) taken.push(title)
    else if (!equal(theirs[name], values[name])) conflicts.push({ name, title, field, mine: values[name], theirs: theirs[name] })
  }
  const lists = new Set(changedLists(draft))
  for (const { name, title, readOnly } of register.lists) {
    if (readOnly || sameRows(recordsOf(theirs[name]), recordsOf(base[name]))) continue
    const { cells } = mergedRows(draft, name, theirs, false)
    if (lists.has(name) && cells.length > 0)
      conflicts.push({ name, title, field: undefined, mine: draft.rows[name], theirs: theirs[name], cells })
    else taken.push(title)
  }
  return { conflicts, taken }
}

const mergedRows = ({ rows, baseRows }: RecordDraft, name: string, theirs: FieldValues, preferTheirs: boolean) =>
  mergeRows(baseRows[name] ?? [], rows[name] ?? [], toDraftRows(theirs[name]), preferTheirs)

const recordsOf = (list: unknown): readonly FieldValues[] => (Array.isArray(list) ? list : [])

/**
 * The draft over the record as it now is: everything the other saved, then what was changed here, except where the person
 * chose the other's value.
 */
export function mergeDraft(
  draft: RecordDraft,
  theirs: FieldValues,
  takeTheirs: ReadonlySet<string>,
  context: DraftContext,
): RecordDraft {
  const fresh = openDraft(draft.register, theirs, false, context)
  const mine = changedFields(draft).filter(name => !takeTheirs.has(name))
  const lists = changedLists(draft)
  const rows = Object.fromEntries(lists.map(name => [name, mergedRows(draft, name, theirs, takeTheirs.has(name)).rows]))
  const unreadable = Object.fromEntries(Object.entries(draft.unreadable).filter(([path]) => !takeTheirs.has(path)))
  const next: RecordDraft = {
    ...fresh,
    rows: { ...fresh.rows, ...rows },
    unreadable,
    edited: draft.edited,
    leftFields: draft.leftFields,
  }
  return putValues(next, Object.fromEntries(mine.map(name => [name, draft.values[name]])), context)
}

/**
 * The draft after a save of `sent`: the record as the server has it, under what was typed while the save was on its way. Rows of
 * a list that was touched since keep their keys and learn what the server made of them.
 */
export function rebaseDraft(now: RecordDraft, sent: RecordDraft, saved: FieldValues, context: DraftContext): RecordDraft {
  if (now === sent) return openDraft(sent.register, saved, false, context)
  const since: RecordDraft = { ...now, base: sent.values, baseRows: sent.rows }
  const named = now.register.lists.map(({ name }) => {
    const were = remainingRows(sent.rows[name] ?? [])
    const are = toDraftRows(saved[name])
    const known = new Map(were.map((row, at) => [row.key, are[at]?.base]))
    const gone = new Set((sent.rows[name] ?? []).filter(row => row.removed).map(row => row.key))
    return [
      name,
      (now.rows[name] ?? []).filter(row => !gone.has(row.key) || !row.removed).map(row => learned(row, known.get(row.key))),
    ] as const
  })
  return mergeDraft(
    { ...since, rows: { ...since.rows, ...Object.fromEntries(changedOnly(named, since)) } },
    saved,
    new Set(),
    context,
  )
}

const learned = (row: DraftRow, base: FieldValues | undefined): DraftRow =>
  base ? { ...row, base, values: { ...row.values, id: base.id } } : row

const changedOnly = (named: readonly (readonly [string, readonly DraftRow[]])[], since: RecordDraft) => {
  const changed = new Set(changedLists(since))
  return named.filter(([name]) => changed.has(name))
}
