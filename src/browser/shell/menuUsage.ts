import type { MenuGroup, MenuItem } from '../../model/model.ts'
import { useSession } from '../data/session.tsx'
import { parseStored, readStorage, writeStorage } from '../data/storage.ts'

/** Each person has habits of their own, at the same machine too. */
const keyOf = (userId: number): string => `uso.${userId}`

type Counts = Readonly<Record<string, number>>

const read = (userId: number): Counts => (parseStored(readStorage(keyOf(userId))) ?? {}) as Counts

/** Counts a visit of an address of the menu. Older visits weigh less and less, so a new habit shows within days. */
export function countMenuVisit(userId: number, path: string): void {
  const faded = Object.entries(read(userId)).map(([at, count]) => [at, count * 0.98] as const)
  const kept = Object.fromEntries(faded.filter(([, count]) => count > 0.05))
  writeStorage(keyOf(userId), JSON.stringify({ ...kept, [path]: (kept[path] ?? 0) + 1 }))
}

interface PlacedItem {
  readonly group: MenuGroup
  readonly item: MenuItem
}

/** How often this person opened which address lately. */
export function useMenuVisits(): Counts {
  const { user } = useSession()
  return read(user.id)
}

/** All items, the most used first, then in the order of the menu: one of each group first. */
export function menuItemsByUse(groups: readonly MenuGroup[], visits: Counts): readonly PlacedItem[] {
  const all = groups.flatMap(group => group.items.map((item, at) => ({ group, item, at })))
  const weight = (one: (typeof all)[number]) => visits[one.item.path] ?? 0
  return all.toSorted((a, b) => weight(b) - weight(a) || a.at - b.at)
}

/** The items that were really used, the most used first. */
export const usedMenuItems = (groups: readonly MenuGroup[], visits: Counts): readonly PlacedItem[] =>
  menuItemsByUse(groups, visits).filter(({ item }) => (visits[item.path] ?? 0) > 0)
