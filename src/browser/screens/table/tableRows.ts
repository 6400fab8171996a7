import { membersOf, recordsIn } from '../../../base/record.ts'
import type { TableView } from '../../../model/screen.ts'

/** A row of a table. */
export interface TableRow {
  readonly key: string
  readonly values: Readonly<Record<string, unknown>>
}

/** The rows of a reply. */
export const tableRows = (reply: unknown, { rows, key }: Pick<TableView, 'rows' | 'key'>): TableRow[] =>
  recordsIn(membersOf(reply)[rows]).map((values, at) => ({
    // Two rows that say the same key are two rows all the same.
    key: `${values[key] ?? ''} ${at}`,
    values,
  }))

/** An address that may be opened: of the web, and of no script. */
export const webAddressIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^https?:\/\//i.test(value) ? value : undefined
