import type { ListTools } from '../listTools.ts'
import type { ListPageModel } from '../useListPage.ts'

/** The things that every look is given. */
export interface LookProps {
  readonly page: ListPageModel
  /** Those of the page, whose expressions are all worked out. */
  readonly tools: ListTools
  /** The look's own words in the address, after its name. */
  readonly words: readonly string[]
  onWords(words: readonly string[]): void
  /** Tells how many records there are, once that is known. */
  onCount(count: number): void
}
