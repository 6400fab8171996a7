import type { Column } from '../kind.ts'
import { ORDERED } from '../operators.ts'

/** PostgreSQL's text '2026-01-31 12:30:00.5+00' as ISO. In UTC, as our database speaks, it is only spelt otherwise. */
export const isoInstant = (text: string): string => {
  if (text.length <= 29 && text.endsWith('+00') && text[10] === ' ')
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
  return new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')).toISOString()
}

/** `timestamptz`: a moment, whatever the zone of the connection. */
export const column: Column<string> = {
  sqlType: () => 'timestamptz',
  toRow: moment => moment,
  fromRow: raw => (raw instanceof Date ? raw.toISOString() : `${raw}`.endsWith('Z') ? `${raw}` : isoInstant(`${raw}`)),
  operators: ORDERED,
}
