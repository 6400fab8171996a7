import type { PaperMeasures } from './paperMeasures.ts'
import type { PenText } from './penText.ts'

/** A piece across a paper that is never parted: a line of a table, a text, a code. */
export interface Strip {
  readonly height: number
  draw(y: number): void
  /** The head of its table, which stands over it again where it begins a page. */
  readonly head?: Strip
}

/** Where strips are drawn: from a place to the right. */
export interface Across {
  readonly pen: PenText
  readonly measures: PaperMeasures
  readonly x: number
  readonly width: number
}
