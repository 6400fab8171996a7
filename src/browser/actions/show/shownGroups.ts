import { isRecord, membersOf, recordsIn } from '../../../base/record.ts'
import type { ShowView } from '../../../model/action.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows that stand together, under the name of their group; rows without groups stand under none. */
export interface ShownGroup {
  readonly name: string
  readonly rows: readonly Row[]
}

/** The rows of a reply, as the definition finds them in it. Groups keep the order of the reply, and empty ones are left out. */
export function shownGroups(reply: unknown, { rows, group, keyed }: ShowView): ShownGroup[] {
  const found = rows === undefined ? reply : rows.split('.').reduce<unknown>((held, name) => membersOf(held)[name], reply)
  if (keyed) {
    const all = isRecord(found) ? Object.entries(found) : []
    return all.map(([name, list]) => ({ name, rows: recordsIn(list) })).filter(each => each.rows.length > 0)
  }
  const all = recordsIn(found)
  if (all.length === 0) return []
  if (group === undefined) return [{ name: '', rows: all }]
  return [...Map.groupBy(all, row => String(row[group] ?? ''))].map(([name, list]) => ({ name, rows: list }))
}
