import { editDateTime, formatDateTime, parseDateTime } from '../../base/dates.ts'
import { ok } from '../../base/result.ts'
import type { Kind, ValueOptions } from '../kind.ts'
import { evenRoom } from '../room.ts'
import { failWithProblem } from '../valueProblem.ts'

const ISO = /^\d{4}-\d{2}-\d{2}/

const fromNumber = (ms: number): string | undefined =>
  Number.isInteger(ms) && Math.abs(ms) < 8.64e15 ? parseDateTime(new Date(ms).toISOString()) : undefined

const read = (raw: unknown, o: ValueOptions): string | undefined => {
  if (typeof raw === 'number') return fromNumber(raw)
  return typeof raw === 'string' && ISO.test(raw) ? parseDateTime(raw, o.zone) : undefined
}

const edit = (moment: string | null, o: ValueOptions): string => (moment === null ? '' : editDateTime(moment, o.zone))

/** A moment: ISO 8601 in UTC as it travels, the clock of the store's zone as people read it. */
export const value: Kind<string> = {
  parse(text, o) {
    if (text.trim() === '') return ok(null)
    const moment = parseDateTime(text, o.zone)
    return moment ? ok(moment) : failWithProblem(o, 'invalid', 'date-time-invalid')
  },
  format: (moment, o) => (moment === null ? '' : formatDateTime(moment, o.zone)),
  edit,
  // To the second, as spreadsheets take it.
  exported: (moment, o) => edit(moment, o).replace(/(:\d\d)\.\d+$/, '$1'),
  sheet: 'dateTime',
  accept(raw, o) {
    const moment = read(raw, o)
    return moment ? ok(moment) : failWithProblem(o, 'invalid', 'date-time-invalid')
  },
  check: () => undefined,
  schema: () => ({ type: 'string', format: 'date-time' }),
  jsonTypes: ['string'],
  limits: [],
  expressionType: () => 'string',
  time: 'instant',
  tellsApart: true,
  entry: 'dated',
  align: 'start',
  room: () => evenRoom(4, 152, 190),
  filter: () => ({ operator: 'between', offered: true }),
  sums: false,
}
