import type { Register } from '../../model/model.ts'
import { type Around, changedFields, changedLists, type Draft, openDraft, putValues } from './draft.ts'
import { type Rec, type Row, revived } from './rows.ts'

/** What is kept of a draft over a reload: what it began from, and what was changed. */
export interface KeptContent {
  readonly base: Rec
  readonly values: Rec
  readonly rows: Readonly<Record<string, readonly Row[]>>
}

/** What of a draft is worth keeping; secrets are not. */
export function contentOf(draft: Draft): KeptContent {
  const secret = secretsOf(draft.register)
  return {
    base: without(draft.base, secret),
    values: Object.fromEntries(
      changedFields(draft)
        .filter(name => !secret.has(name))
        .map(name => [name, draft.values[name]]),
    ),
    rows: Object.fromEntries(changedLists(draft).map(name => [name, draft.rows[name] ?? []])),
  }
}

export const isEmptyContent = ({ values, rows }: KeptContent): boolean =>
  Object.keys(values).length === 0 && Object.keys(rows).length === 0

/**
 * The draft that was kept, over what stands in the form now: what was typed since goes on top. It begins from the record as it
 * was then, so that a change of another since is seen as one.
 */
export function restored(content: unknown, now: Draft, around: Around): Draft | undefined {
  if (!isContent(content)) return undefined
  const { register, isNew } = now
  // Masks of secrets come from the record of today.
  const masks = Object.fromEntries([...secretsOf(register)].map(name => [name, now.base[name]]))
  const base = isNew ? now.base : { ...content.base, ...masks }
  const then = openDraft(register, base, isNew, around)
  const rows = Object.fromEntries(Object.entries(content.rows).map(([name, list]) => [name, revived(list)]))
  const typed = Object.fromEntries(changedFields(now).map(name => [name, now.values[name]]))
  const lists = Object.fromEntries(changedLists(now).map(name => [name, now.rows[name] ?? []]))
  const next: Draft = { ...then, rows: { ...then.rows, ...rows, ...lists }, edited: now.edited, left: now.left }
  return putValues(next, { ...content.values, ...typed }, around)
}

const isContent = (content: unknown): content is KeptContent =>
  typeof content === 'object' && content !== null && 'base' in content && 'values' in content && 'rows' in content

const secretsOf = (register: Register): ReadonlySet<string> =>
  new Set(register.fields.filter(field => field.secret).map(field => field.name))

const without = (record: Rec, names: ReadonlySet<string>): Rec =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)))
