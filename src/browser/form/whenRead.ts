import { searching } from '../../kinds/reference/matching.ts'
import type { DraftStore } from '../edit/store.ts'

/** Milliseconds after which nobody waits for an answer any more. */
const patience = 8_000

/** Whether nothing is wrong but texts whose searches go on. */
export const isAsked = (problems: readonly { readonly code: string }[]): boolean =>
  problems.length > 0 && problems.every(({ code }) => code === searching)

/** Acts once every search for a text that was typed has answered, or has taken too long. */
export function whenRead(store: DraftStore, act: () => void): void {
  const end = (): void => {
    stop()
    clearTimeout(timer)
    act()
  }
  const stop = store.subscribe(() => {
    if (Object.values(store.shown().unreadable).some(({ code }) => code === searching)) return
    stop()
    setTimeout(end)
  })
  const timer = setTimeout(end, patience)
}
