import { store, stored, storedKeys } from '../data/storage.ts'

/** Widths that a user chose, by column id. */
export type Widths = Readonly<Record<string, number>>

/** Columns as a user left them: their widths, and their order where one was moved. */
export interface Layout {
  readonly widths: Widths
  readonly order: readonly string[]
}

const prefix = 'grid.layout.'
/** Before the names of layouts that were chosen here and are kept nowhere else yet. */
const unsent = 'grid.unsent.'
const noLayout: Layout = { widths: {}, order: [] }

/** The layout kept under a name, `{user}.{list}`; none when storage holds something else. */
export function keptLayout(name: string | undefined): Layout {
  return (name === undefined ? undefined : layoutOf(stored(prefix + name))) ?? noLayout
}

function layoutOf(text: string | undefined): Layout | undefined {
  try {
    return text === undefined ? undefined : asLayout(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Whatever was kept, as a layout: what is none of it is left out. */
export function asLayout(kept: unknown): Layout {
  const { widths, order } = { ...noLayout, ...(typeof kept === 'object' ? kept : {}) } as { widths: unknown; order: unknown }
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
export function keepLayout(name: string | undefined, part: Partial<Layout>): void {
  if (name === undefined) return
  const before = keptLayout(name)
  const next = { ...before, ...part }
  if (JSON.stringify(next) === JSON.stringify(before)) return
  store(prefix + name, JSON.stringify(next))
  store(unsent + name, '1')
  for (const hear of chosen) hear(name)
}

/** Puts a layout that the user chose elsewhere in place of ours. */
export function bringLayout(name: string, layout: Layout): void {
  if (JSON.stringify(layout) === JSON.stringify(keptLayout(name))) return
  store(prefix + name, JSON.stringify(layout))
  for (const hear of brought) hear(name)
}

/** Hears of layouts that the user chooses here. */
export const onChosen = (hear: Hear): (() => void) => joined(chosen, hear)

/** Hears of layouts that come from elsewhere. */
export const onBrought = (hear: Hear): (() => void) => joined(brought, hear)

/** Layouts that were chosen here and are kept nowhere else yet, by the beginning of their names. */
export const unsentNames = (own: string): readonly string[] => storedKeys(unsent + own).map(key => key.slice(unsent.length))

/** A layout is kept elsewhere too; if it has changed since, its successor is not. */
export function sent(name: string, layout: Layout): void {
  if (JSON.stringify(keptLayout(name)) === JSON.stringify(layout)) store(unsent + name, undefined)
}
