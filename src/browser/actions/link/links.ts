import type { RegisterRow } from '../../data/registerRows.ts'

type Id = string | number

/** The links that exist: the id of each, by the key of the record it leads to. */
export type ExistingLinks = ReadonlyMap<string, Id>

/** Keys of the records that shall be linked. */
export type TickedKeys = ReadonlySet<string>

/** Reads the rows of the list: `field` refers to the record that is linked. A record linked twice keeps its first link. */
export function existingLinksOf(rows: readonly RegisterRow[], field: string): ExistingLinks {
  const kept = new Map<string, Id>()
  for (const row of rows) {
    const key = row[field]
    if (key !== null && key !== undefined && !kept.has(String(key))) kept.set(String(key), row.id)
  }
  return kept
}

export interface LinkDifference {
  readonly added: readonly string[]
  /** Ids of links. */
  readonly removed: readonly Id[]
}

export const linkDifference = (kept: ExistingLinks, ticked: TickedKeys): LinkDifference => ({
  added: [...ticked].filter(key => !kept.has(key)),
  removed: [...kept].flatMap(([key, id]) => (ticked.has(key) ? [] : [id])),
})

export const hasLinkChanges = ({ added, removed }: LinkDifference): boolean => added.length + removed.length > 0

/** Rows of the list as a save takes them: new links, and those to go. */
export const linkRows = ({ added, removed }: LinkDifference, field: string, textKey: boolean): readonly object[] => [
  ...removed.map(id => ({ id, deletar: true })),
  ...added.map(key => ({ [field]: textKey ? key : Number(key) })),
]

/** Ticks these or takes their ticks away. */
export function withTicks(ticked: TickedKeys, keys: readonly string[], on: boolean): TickedKeys {
  const next = new Set(ticked)
  for (const key of keys) {
    if (on) next.add(key)
    else next.delete(key)
  }
  return next
}
