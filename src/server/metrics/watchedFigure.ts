import type { Queries } from '../database/queries.ts'

/** A value of a figure, and what it is of. */
export interface FigureValue {
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

/** A figure to watch that an area or an integration adds to those of the server: read whenever somebody looks. */
export interface WatchedFigure {
  /** Without the product's own beginning: `fiscal_pending_notes`. */
  readonly name: string
  /** Its meaning, in a sentence. */
  readonly help: string
  /** The labels that tell its values apart; a few hundred values at most. */
  readonly labels?: readonly string[]
  /** Reads it, over all stores. It comes every few seconds: nothing that reads a table from end to end. */
  read(q: Queries): Promise<readonly FigureValue[]>
}
