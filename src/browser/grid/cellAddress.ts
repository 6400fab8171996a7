/** A cell: its column and its row, by id, so that it stays itself when rows come, go and are sorted. */
export interface CellAddress {
  /** Row id; `''` is the header. */
  readonly row: string
  readonly column: string
}

/** The header, as a row of its own: it holds what sorts and resizes. */
export const headerRow = ''

export const cellAddressKey = (address: CellAddress): string => `${address.column}.${address.row}`

export const isSameCell = (a: CellAddress | undefined, b: CellAddress | undefined): boolean =>
  a?.row === b?.row && a?.column === b?.column

/** Index of the cell: row -1 is the header. */
export interface CellIndex {
  readonly row: number
  readonly column: number
}
