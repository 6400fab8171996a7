import type { CellAddress } from './cellAddress.ts'

/** The meaning of a pasted text for a cell: a value, or the reason why it is none. */
export type ParsedCellText = { readonly value: unknown } | { readonly reason: string }

/** A text that stands in a cell and cannot be read. */
export interface UnreadableInput {
  readonly text: string
  readonly reason: string
  /** Its meaning is still being asked. */
  readonly open?: boolean
  /** It was read, and not saved: what was read. The text is empty then, unless it was pasted. */
  readonly value?: unknown
  /** It was pasted with others that wait for each other; without a reason it is right, and waits. */
  readonly pasted?: true
}

export interface UnreadableCell extends UnreadableInput {
  readonly row: string
  readonly column: string
}

/** A change that was not saved: in which row, at which column where one is known, and why. */
export interface CellRefusal {
  readonly row: string
  readonly column?: string | undefined
  readonly reason: string
}

/** The outcome of changes that were sent. */
export interface CellSaveResult {
  readonly refusals: readonly CellRefusal[]
  /** Shows the saved values in the owner's rows: called in the same breath as the marks go, so that both are drawn at once. */
  show?(): void
}

/** A cell that is to hold something else, with the text that was pasted or copied into it. */
export interface CellChange {
  readonly address: CellAddress
  readonly text: string
  readonly value: unknown
}

/** The commands of one key on many cells. True when there was something to do. */
export interface RangeCommands {
  paste(text: string): Promise<void>
  /** The block's first row into the others; of a single cell, the one above into it. */
  fill(): boolean
  /** Empties the block. */
  clear(): boolean
  /** Tells whether a single cell is emptied by the key itself: the owner keeps the rows, and nothing is saved by that. */
  clearsAtOnce(): boolean
  /** A change that waits because some of it was refused is the last thing done, and the first to be taken back. */
  discardPending(): boolean
}
