import { referenceSearching } from '../../kinds/reference/referenceSearching.ts'
import type { DraftStore } from './draft/draftStore.ts'

/** Milliseconds after which nobody waits for an answer any more. */
const patience = 8_000

/** Tells whether nothing is wrong but texts whose searches go on. */
export const isOnlySearching = (problems: readonly { readonly code: string }[]): boolean =>
  problems.length > 0 && problems.every(({ code }) => code === referenceSearching)

/** The texts that are being searched for, by place. */
const searchedIn = (store: DraftStore): ReadonlyMap<string, string | undefined> =>
  new Map(
    Object.entries(store.shown().unreadable).flatMap(([path, { code, text }]) =>
      code === referenceSearching ? [[path, text]] : [],
    ),
  )

/**
 * Acts once every search for a text that was typed has answered, or has taken too long. Who types over such a text meanwhile is
 * not done yet: nothing happens then.
 */
export function afterSearches(store: DraftStore, act: () => void): void {
  const before = searchedIn(store)
  const end = (): void => {
    stop()
    clearTimeout(timer)
  }
  const stop = store.subscribe(() => {
    const now = searchedIn(store)
    if ([...before].some(([path, text]) => now.has(path) && now.get(path) !== text)) return end()
    if (now.size > 0) return
    end()
    setTimeout(act)
  })
  const timer = setTimeout(() => {
    end()
    act()
  }, patience)
}

/** Acts once the rows to come are there; what is wrong with one that is not stands at it. */
export async function afterRowsToCome(rows: ReadonlySet<Promise<boolean>>, act: () => void): Promise<void> {
  if ((await Promise.all(rows)).every(Boolean)) act()
}
