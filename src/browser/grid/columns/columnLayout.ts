import { membersOf } from '../../../base/record.ts'
import { onPreference, putPreference, readPreference } from '../../data/preferences/preferences.ts'

/** Widths that a user chose, by column id. */
export type ColumnWidths = Readonly<Record<string, number>>

/** Columns as a user left them: their widths, and their order where one was moved. */
export interface ColumnLayout {
  readonly widths: ColumnWidths
  readonly order: readonly string[]
}

/** The preference under which a layout named `{user}.{list}` is kept. */
const preferenceOf = (name: string): string => name.replace('.', '.grid.')

/** The layout kept under a name, `{user}.{list}`; none when storage holds something else. */
export const loadColumnLayout = (name: string | undefined): ColumnLayout =>
  parseColumnLayout(name === undefined ? undefined : readPreference(preferenceOf(name)))

/** Reads a stored layout: parts that are none are left out. */
function parseColumnLayout(kept: unknown): ColumnLayout {
  const { widths, order } = membersOf(kept)
  const entries = typeof widths === 'object' && widths !== null ? Object.entries(widths) : []
  return {
    widths: Object.fromEntries(entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1]))),
    order: Array.isArray(order) ? order.filter(id => typeof id === 'string') : [],
  }
}

/** Keeps what the user chose of a list's columns. */
export function saveColumnLayout(name: string | undefined, part: Partial<ColumnLayout>): void {
  if (name === undefined) return
  const before = loadColumnLayout(name)
  const next = { ...before, ...part }
  if (JSON.stringify(next) !== JSON.stringify(before)) putPreference(preferenceOf(name), next)
}

/** Hears that a layout was chosen elsewhere. */
export const onRemoteLayout = (name: string, hear: () => void): (() => void) =>
  onPreference((id, brought) => brought && id === preferenceOf(name) && hear())
