import type { Column } from '../kind.ts'
import { ORDERED } from '../operators.ts'

/** PostgreSQL's text '2026-01-31 12:30:00.5+00' as ISO. */
const iso = (text: string): string => text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')

/** `timestamptz`: a moment, whatever the zone of the connection. */
export const column: Column<string> = {
  sqlType: () => 'timestamptz',
  toRow: moment => moment,
  fromRow: raw => (raw instanceof Date ? raw : new Date(iso(`${raw}`))).toISOString(),
  operators: ORDERED,
}
