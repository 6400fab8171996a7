import type { Register } from '../../../model/model.ts'
import { childRowOf, childRowPath } from './childCellPath.ts'
import { type DraftRow, type FieldValues, rekeyRows } from './draftRows.ts'
import {
  changedFields,
  changedLists,
  type DraftContext,
  openDraft,
  putValues,
  type RecordDraft,
  type UnreadableText,
  unreadableInDraft,
} from './recordDraft.ts'

/** A draft as it is kept over a reload: its base, and its changes. */
export interface DraftContent {
  readonly base: FieldValues
  readonly values: FieldValues
  readonly rows: Readonly<Record<string, readonly DraftRow[]>>
  /** Texts that could not be read yet, by place. */
  readonly unread?: Readonly<Record<string, UnreadableText>>
}

/** Returns the part of a draft worth keeping; secrets are not. */
export function toDraftContent(draft: RecordDraft): DraftContent {
  const secret = secretsOf(draft.register)
  return {
    base: without(draft.base, secret),
    values: Object.fromEntries(
      changedFields(draft)
        .filter(name => !secret.has(name))
        .map(name => [name, draft.values[name]]),
    ),
    rows: Object.fromEntries(listsIn(draft).map(name => [name, draft.rows[name] ?? []])),
    unread: Object.fromEntries(Object.entries(unreadableInDraft(draft)).filter(([path]) => !secret.has(path))),
  }
}

/** Lists that changed, and those of which a cell cannot be read: it is found again by its row's place. */
const listsIn = (draft: RecordDraft): readonly string[] => {
  const unread = Object.keys(unreadableInDraft(draft)).flatMap(path => childRowOf(path)?.list ?? [])
  return [...new Set([...changedLists(draft), ...unread])]
}

export const isEmptyDraftContent = ({ values, rows, unread = {} }: DraftContent): boolean =>
  [values, rows, unread].every(part => Object.keys(part).length === 0)

/**
 * The draft that was kept, over what stands in the form now: what was typed since goes on top. It begins from the record as it
 * was then, so that a change of another since is seen as one.
 */
export function restoreDraft(content: unknown, now: RecordDraft, context: DraftContext): RecordDraft | undefined {
  if (!isContent(content)) return undefined
  const { register, isNew } = now
  // Masks of secrets come from the record of today.
  const masks = Object.fromEntries([...secretsOf(register)].map(name => [name, now.base[name]]))
  const base = isNew ? now.base : { ...content.base, ...masks }
  const then = openDraft(register, base, isNew, context)
  const rows = Object.fromEntries(Object.entries(content.rows).map(([name, list]) => [name, rekeyRows(list)]))
  const unread = placedUnread(content, rows)
  const typed = Object.fromEntries(changedFields(now).map(name => [name, now.values[name]]))
  const lists = Object.fromEntries(changedLists(now).map(name => [name, now.rows[name] ?? []]))
  const leftFields = new Set([...now.leftFields, ...Object.keys(unread)])
  const next: RecordDraft = { ...then, rows: { ...then.rows, ...rows, ...lists }, edited: now.edited, leftFields }
  const put = putValues(next, { ...content.values, ...typed }, context)
  return { ...put, unreadable: { ...unread, ...now.unreadable } }
}

/** Two drafts kept of one record as one: what was typed later lies over what was typed before. */
export function joinDraftContents(older: unknown, newer: unknown, now: RecordDraft, context: DraftContext): unknown {
  const top = restoreDraft(newer, now, context)
  const both = top && restoreDraft(older, top, context)
  return both ? toDraftContent(both) : newer
}

/** Places of texts that could not be read, by the keys that rows have on this visit. */
function placedUnread(
  { unread = {}, rows }: DraftContent,
  now: Readonly<Record<string, readonly DraftRow[]>>,
): RecordDraft['unreadable'] {
  return Object.fromEntries(
    Object.entries(unread).map(([path, problem]) => {
      const place = childRowOf(path)
      const at = (place && rows[place.list]?.findIndex(row => row.key === place.row)) ?? -1
      const row = place && now[place.list]?.[at]
      return [row ? childRowPath({ ...place, row: row.key }) : path, problem]
    }),
  )
}

const isContent = (content: unknown): content is DraftContent =>
  typeof content === 'object' && content !== null && 'base' in content && 'values' in content && 'rows' in content

const secretsOf = (register: Register): ReadonlySet<string> =>
  new Set(register.fields.filter(field => field.secret).map(field => field.name))

const without = (record: FieldValues, names: ReadonlySet<string>): FieldValues =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)))
