import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { ValueProblem } from '../../../kinds/kind.ts'
import type { RowMemory } from '../../../model/computed/computeRecord.ts'
import type { Register } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { childCellPath, childRowOf } from './childCellPath.ts'
import { type ComputeContext, editedValues, recalculate } from './computedFields.ts'
import { changeRow, type DraftRow, type FieldValues, rowRecords, toDraftRows, withRecords } from './draftRows.ts'
import { equal, isIncluded } from './equal.ts'
import { type FilledLists, fillLists } from './filledRows.ts'

/** A text that cannot be read as it stands: why, and the text where it is at hand. */
export interface UnreadableText extends ValueProblem {
  readonly text?: string
}

/** A record while it is edited. Frozen: every change makes the next one. */
export interface RecordDraft {
  readonly register: Register
  readonly isNew: boolean
  /** As it was opened or last saved. */
  readonly base: FieldValues
  /** Fields as they are now, computed ones included. */
  readonly values: FieldValues
  /** Child lists by name. */
  readonly rows: Readonly<Record<string, readonly DraftRow[]>>
  /** The last results of the expressions that fill lists of a new record. */
  readonly filled: FilledLists
  /** The lists as they were opened: the same objects as long as nothing changed. */
  readonly baseRows: Readonly<Record<string, readonly DraftRow[]>>
  /** Places whose text cannot be read as it stands: they keep their last value and stop a save. */
  readonly unreadable: Readonly<Record<string, UnreadableText>>
  /** Fields that the person edited. */
  readonly edited: ReadonlySet<string>
  /** Places that were left, whose problems are shown from then on. */
  readonly leftFields: ReadonlySet<string>
  /** A save was tried: every problem is shown. */
  readonly submitAttempted: boolean
  /** Problems of the last check, and refusals of the server; paths name rows by key. */
  readonly problems: readonly Problem[]
  readonly refused: readonly Problem[]
  /** Problems that a lookup found with the present value of a field: a code in use. */
  readonly checked: Readonly<Record<string, Problem>>
}

/** The variables beside the record's own fields (`user`, `store`), and how expressions are answered. */
export interface DraftContext extends ComputeContext {
  /** The child list's register. */
  registerOf(name: string): Register | undefined
  /** Calculates the whole draft by a plugin, before expressions are answered. */
  calculate?(draft: RecordDraft): RecordDraft
}

export function openDraft(register: Register, record: FieldValues, isNew: boolean, context: DraftContext): RecordDraft {
  const rows = Object.fromEntries(register.lists.map(list => [list.name, toDraftRows(record[list.name])]))
  const lists = new Set(register.lists.map(list => list.name))
  const own = Object.fromEntries(Object.entries(record).filter(([name]) => !lists.has(name)))
  const draft: RecordDraft = {
    register,
    isNew,
    base: record,
    values: own,
    rows,
    baseRows: rows,
    filled: {},
    unreadable: {},
    edited: new Set(),
    leftFields: new Set(),
    submitAttempted: false,
    problems: [],
    refused: [],
    checked: {},
  }
  // Computed values of a saved record come from its last save.
  const opened = computeDraft(draft, context, !isNew)
  const { values } = opened
  return { ...opened, baseRows: opened.rows, base: { ...record, ...(isNew ? values : unstored(register, values)) } }
}

const memories = new WeakMap<DraftContext, RowMemory>()

/** The draft with everything computed anew that hangs on a change of it: in the record, and in its rows. */
function computeDraft(given: RecordDraft, context: DraftContext, keptStand = false): RecordDraft {
  const draft = context.calculate?.(given) ?? given
  const { register, values, rows, isNew } = draft
  const records = Object.fromEntries(Object.entries(rows).map(([name, own]) => [name, rowRecords(own)]))
  const memory = memoizeByKey(memories, context, (): RowMemory => new WeakMap())
  const computed = recalculate(
    register,
    { record: values, rows: records },
    isNew,
    context,
    keptStand ? { keptStand } : { memory },
  )
  const changed = Object.entries(rows).map(([name, own]) => [name, withRecords(own, computed.rows[name] ?? [])] as const)
  const same = changed.every(([name, own]) => own === rows[name])
  const next = { ...draft, values: computed.record, rows: same ? rows : Object.fromEntries(changed) }
  const filled = fillLists(next, context, draftScope(next, context))
  return filled === next ? next : computeDraft(filled, context, keptStand)
}

/** Computed values that the server does not keep are no change of the record. */
const unstored = (register: Register, values: FieldValues): FieldValues =>
  Object.fromEntries(register.fields.filter(field => !field.stored).map(field => [field.name, values[field.name]]))

/** A record that is made was nothing before. */
const noRecord: FieldValues = {}

/** Returns the scope of an expression over the record: lists as they would be saved, around them user and store; fields come on top. */
const outerScope = (draft: RecordDraft, context: DraftContext): FieldValues => ({
  ...context.scope,
  isNew: draft.isNew,
  before: draft.isNew ? noRecord : draft.base,
  ...Object.fromEntries(Object.entries(draft.rows).map(([name, rows]) => [name, rowRecords(rows)])),
})

/** The whole scope: the record's fields over what is around them. */
export const draftScope = (draft: RecordDraft, context: DraftContext): FieldValues => {
  const { values } = draft
  return { ...values, ...outerScope(draft, context) }
}

/** A field was edited, with all that follows from it; a text that cannot be read changes no value. */
export function editField(
  draft: RecordDraft,
  name: string,
  value: unknown,
  problem: UnreadableText | undefined,
  context: DraftContext,
): RecordDraft {
  const edited = draft.edited.has(name) ? draft.edited : new Set([...draft.edited, name])
  if (problem) return { ...draft, edited, unreadable: { ...draft.unreadable, [name]: problem } }
  const values = editedValues(draft.register, draft.values, name, value, outerScope(draft, context), context.evaluate)
  const next = computeDraft({ ...draft, edited, values, unreadable: without(draft.unreadable, name) }, context)
  return { ...next, ...cleared(draft, next.values) }
}

/** Values that did not come from typing: of a lookup, a clone, an action. */
export function putValues(draft: RecordDraft, change: FieldValues, context: DraftContext): RecordDraft {
  const unreadable = Object.keys(change).reduce((left, name) => without(left, name), draft.unreadable)
  const next = computeDraft({ ...draft, values: { ...draft.values, ...change }, unreadable }, context)
  return { ...next, ...cleared(draft, next.values) }
}

/** New rows of a list, with what is computed in them and of them. */
export const putRows = (draft: RecordDraft, list: string, rows: readonly DraftRow[], context: DraftContext): RecordDraft =>
  computeDraft({ ...draft, rows: { ...draft.rows, [list]: rows } }, context)

/** A cell of a child list was edited: what is computed in its row follows, then what the record computes of its rows. */
export function editCell(
  draft: RecordDraft,
  list: string,
  key: string,
  name: string,
  value: unknown,
  context: DraftContext,
): RecordDraft {
  const path = childCellPath(list, { row: key, column: name })
  const rows = draft.rows[list] ?? []
  const row = rows.find(one => one.key === key)
  const child = context.registerOf(draft.register.lists.find(one => one.name === list)?.register ?? '')
  if (!row) return draft
  const scope = { ...context.scope, parent: draft.values, isNew: row.base === undefined }
  const values = child ? editedValues(child, row.values, name, value, scope, context.evaluate) : { [name]: value }
  const cleared = {
    ...draft,
    unreadable: without(draft.unreadable, path),
    refused: draft.refused.some(one => one.path === path) ? draft.refused.filter(one => one.path !== path) : draft.refused,
  }
  return putRows(cleared, list, changeRow(rows, key, values), context)
}

/** A cell of a child list holds a text that cannot be read; or, without one, it no longer does. */
export function setUnreadableCell(draft: RecordDraft, path: string, unread: UnreadableText | undefined): RecordDraft {
  if (!unread) return path in draft.unreadable ? { ...draft, unreadable: without(draft.unreadable, path) } : draft
  return { ...draft, unreadable: { ...draft.unreadable, [path]: unread } }
}

/** Returns the unreadable cells of a list, by place. */
export const unreadableInList = (draft: RecordDraft, list: string): RecordDraft['unreadable'] =>
  Object.fromEntries(Object.entries(draft.unreadable).filter(([path]) => path.startsWith(`${list}.`)))

/** A list as it was at another moment, with what could not be read in it then. */
export function putList(
  draft: RecordDraft,
  list: string,
  rows: readonly DraftRow[],
  unread: RecordDraft['unreadable'],
  context: DraftContext,
): RecordDraft {
  const others = Object.fromEntries(Object.entries(draft.unreadable).filter(([path]) => !path.startsWith(`${list}.`)))
  return putRows({ ...draft, unreadable: { ...others, ...unread } }, list, rows, context)
}

/** Texts that cannot be read and would be saved: those of rows that were taken out stop nothing. */
export const unreadableInDraft = (draft: RecordDraft): RecordDraft['unreadable'] =>
  Object.fromEntries(
    Object.entries(draft.unreadable).filter(([path]) => {
      const place = childRowOf(path)
      return !place || draft.rows[place.list]?.some(row => row.key === place.row && !row.removed)
    }),
  )

export const markFieldLeft = (draft: RecordDraft, path: string): RecordDraft =>
  draft.leftFields.has(path) ? draft : { ...draft, leftFields: new Set([...draft.leftFields, path]) }

/** Fields that differ from what was opened. What is computed follows from others, and secrets that were only masked do not count. */
export function changedFields(draft: RecordDraft): readonly string[] {
  return draft.register.fields
    .filter(
      field =>
        field.stored &&
        !field.readOnly &&
        field.compute === undefined &&
        !equal(draft.values[field.name], draft.base[field.name]),
    )
    .map(field => field.name)
}

export const changedLists = (draft: RecordDraft): readonly string[] =>
  Object.keys(draft.rows).filter(name => rowsChanged(draft.rows[name] ?? [], draft.baseRows[name] ?? []))

const rowsChanged = (now: readonly DraftRow[], then: readonly DraftRow[]): boolean =>
  now !== then && (now.length !== then.length || now.some((row, at) => row.removed || !sameRow(row, then[at])))

const sameRow = (row: DraftRow, other: DraftRow | undefined): boolean =>
  row === other ||
  (other !== undefined &&
    row.key === other.key &&
    Object.entries(row.values).every(([name, value]) => isIncluded(value) || equal(value, other.values[name])))

/** Tells whether nothing was typed between two states of one draft. */
export const isAlike = (a: RecordDraft, b: RecordDraft): boolean =>
  a.values === b.values && a.rows === b.rows && a.base === b.base && a.unreadable === b.unreadable

export const isDirty = (draft: RecordDraft): boolean =>
  Object.keys(unreadableInDraft(draft)).length > 0 || changedFields(draft).length > 0 || changedLists(draft).length > 0

function without<T>(from: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  if (!(name in from)) return from
  const { [name]: _, ...rest } = from
  return rest
}

/** The server's or a lookup's verdict on a field stands until the field changes. */
function cleared(
  { values: before, refused, checked }: RecordDraft,
  values: FieldValues,
): Pick<RecordDraft, 'refused' | 'checked'> {
  const changed = (path: string): boolean => path in values && !equal(before[path], values[path])
  return {
    refused: refused.some(one => changed(one.path)) ? refused.filter(one => !changed(one.path)) : refused,
    checked: Object.keys(checked).some(changed)
      ? Object.fromEntries(Object.entries(checked).filter(([name]) => !changed(name)))
      : checked,
  }
}
