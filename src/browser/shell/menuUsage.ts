import { useEffect } from 'react'
import type { MenuGroup, MenuItem } from '../../model/model.ts'
import { readStorage, writeStorage } from '../data/storage.ts'

const key = 'uso'

type Counts = Readonly<Record<string, number>>

function read(): Counts {
  try {
    return JSON.parse(readStorage(key) ?? '{}') as Counts
  } catch {
    return {}
  }
}

/** Counts a visit. Older visits weigh less and less, so a new habit shows within days. */
export function useCountMenuVisit(item: MenuItem | undefined): void {
  const path = item?.path
  useEffect(() => {
    if (path === undefined) return
    const faded = Object.entries(read()).map(([at, count]) => [at, count * 0.98] as const)
    const kept = Object.fromEntries(faded.filter(([, count]) => count > 0.05))
    writeStorage(key, JSON.stringify({ ...kept, [path]: (kept[path] ?? 0) + 1 }))
  }, [path])
}

/** The most used items, filled up in the order of the menu: one of each group first. */
export function mostUsedMenuItems(
  groups: readonly MenuGroup[],
  count: number,
  visits: Counts = read(),
): readonly { readonly group: MenuGroup; readonly item: MenuItem }[] {
  const all = groups.flatMap(group => group.items.map((item, at) => ({ group, item, at })))
  const weight = (one: (typeof all)[number]) => visits[one.item.path] ?? 0
  return all.toSorted((a, b) => weight(b) - weight(a) || a.at - b.at).slice(0, count)
}
