import { type KeyboardEvent, type RefObject, useEffect } from 'react'

/** The card whose title has the keyboard. */
export const focusedCard = ({ target }: KeyboardEvent): string | undefined =>
  target instanceof HTMLElement && target.matches('.look-card-title')
    ? target.closest<HTMLElement>('[data-card]')?.dataset.card
    : undefined

/** The title of a card, which takes the keyboard. */
export const titleIn = (root: HTMLElement | null, id: string | undefined): HTMLElement | null | undefined =>
  id === undefined ? undefined : root?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] .look-card-title`)

/** A card that moved by keys keeps the keyboard in its new column, and where it comes back to. */
export function useFocusKept(root: RefObject<HTMLElement | null>, moved: RefObject<string | undefined>, shown: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown may have moved the card
  useEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement === null
    if (moved.current !== undefined && lost) titleIn(root.current, moved.current)?.focus()
  }, [root, moved, shown])
}
