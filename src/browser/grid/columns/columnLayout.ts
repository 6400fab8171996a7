import { membersOf } from '../../../base/record.ts'
import { readStorage, storageKeys, writeStorage } from '../../data/storage.ts'

/** Widths that a user chose, by column id. */
export type ColumnWidths = Readonly<Record<string, number>>

/** Columns as a user left them: their widths, and their order where one was moved. */
export interface ColumnLayout {
  readonly widths: ColumnWidths
  readonly order: readonly string[]
}

const prefix = 'grid.layout.'
/** Before the names of layouts that were chosen here and are kept nowhere else yet. */
const unsent = 'grid.unsent.'
const noLayout: ColumnLayout = { widths: {}, order: [] }

/** The layout kept under a name, `{user}.{list}`; none when storage holds something else. */
export function loadColumnLayout(name: string | undefined): ColumnLayout {
  return (name === undefined ? undefined : layoutOf(readStorage(prefix + name))) ?? noLayout
}

function layoutOf(text: string | undefined): ColumnLayout | undefined {
  try {
    return text === undefined ? undefined : parseColumnLayout(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Reads a stored layout: parts that are none are left out. */
export function parseColumnLayout(kept: unknown): ColumnLayout {
  const { widths, order } = membersOf(kept)
  const entries = typeof widths === 'object' && widths !== null ? Object.entries(widths) : []
  return {
    widths: Object.fromEntries(entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1]))),
    order: Array.isArray(order) ? order.filter(id => typeof id === 'string') : [],
  }
}

type Hear = (name: string) => void
const chosen = new Set<Hear>()
const brought = new Set<Hear>()
const joined = (set: Set<Hear>, hear: Hear): (() => void) => {
  set.add(hear)
  return () => void set.delete(hear)
}

/** Keeps what the user chose of a list's columns. */
export function saveColumnLayout(name: string | undefined, part: Partial<ColumnLayout>): void {
  if (name === undefined) return
  const before = loadColumnLayout(name)
  const next = { ...before, ...part }
  if (JSON.stringify(next) === JSON.stringify(before)) return
  writeStorage(prefix + name, JSON.stringify(next))
  writeStorage(unsent + name, '1')
  for (const hear of chosen) hear(name)
}

/** Puts a layout that the user chose elsewhere in place of ours. */
export function applyRemoteLayout(name: string, layout: ColumnLayout): void {
  if (JSON.stringify(layout) === JSON.stringify(loadColumnLayout(name))) return
  writeStorage(prefix + name, JSON.stringify(layout))
  for (const hear of brought) hear(name)
}

/** Hears of layouts that the user chooses here. */
export const onLocalLayout = (hear: Hear): (() => void) => joined(chosen, hear)

/** Hears of layouts that come from elsewhere. */
export const onRemoteLayout = (hear: Hear): (() => void) => joined(brought, hear)

/** Layouts that were chosen here and are kept nowhere else yet, by the beginning of their names. */
export const unsyncedLayoutNames = (own: string): readonly string[] =>
  storageKeys(unsent + own).map(key => key.slice(unsent.length))

/** A layout is kept elsewhere too; if it has changed since, its successor is not. */
export function markLayoutSynced(name: string, layout: ColumnLayout): void {
  if (JSON.stringify(loadColumnLayout(name)) === JSON.stringify(layout)) writeStorage(unsent + name, undefined)
}
