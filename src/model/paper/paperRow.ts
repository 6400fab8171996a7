/** A record or row as it was read, with what it includes. */
export type PaperRow = Readonly<Record<string, unknown>>
