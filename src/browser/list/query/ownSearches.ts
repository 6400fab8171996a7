/** Searches of a box whose text the address shows, too. */
export interface OwnSearches {
  /** The text that was searched for last. */
  last: string
  /** Notes a search that is about to be made. */
  make(next: string): void
  /**
   * Takes note of what the address shows now, and gives it where the box has to follow: it changed by other means (back, a view, a cleared
   * filter), and nobody is just typing. A busy page shows own searches late, when more is typed already: they take nothing back.
   */
  follow(text: string, typed: string): string | undefined
}

export function createOwnSearches(text: string): OwnSearches {
  let shown = text
  /** Oldest first, those that the address has not shown yet. */
  let coming: readonly string[] = []
  return {
    last: text,
    make(next) {
      this.last = next
      if (next !== (coming.at(-1) ?? shown)) coming = [...coming, next]
    },
    follow(text, typed) {
      shown = text
      const at = coming.indexOf(text)
      coming = coming.slice(at + 1)
      if (at >= 0) return undefined
      const before = this.last
      this.last = text
      return text !== before && typed === before ? text : undefined
    },
  }
}
