import { dayOf, formatDate, parseDate, parseDateTime } from '../../base/dates.ts'
import { ok } from '../../base/result.ts'
import type { Kind, ValueOptions } from '../kind.ts'
import { evenRoom } from '../room.ts'
import { failWithProblem } from '../valueProblem.ts'

/** The day of an ISO text: a moment of UTC midnight stands for its date, any other for the day in the store's zone. */
const dayIn = (text: string, o: ValueOptions): string | undefined => {
  const [, date = '', rest = ''] = /^(\d{4}-\d{2}-\d{2})(T.+)?$/.exec(text) ?? []
  if (rest === '' || /^T00:00(:00(\.0+)?)?(Z|[+-]00:?00)?$/.test(rest)) return parseDate(date)
  const moment = parseDateTime(text, o.zone)
  return moment && dayOf(moment, o.zone)
}

/** A calendar day, without a time zone: 'YYYY-MM-DD'. */
export const value: Kind<string> = {
  parse(text, o) {
    if (text.trim() === '') return ok(null)
    const date = parseDate(text) ?? dayIn(text.trim(), o)
    return date ? ok(date) : failWithProblem(o, 'invalid', 'date-invalid')
  },
  format: date => (date === null ? '' : formatDate(date)),
  edit: date => (date === null ? '' : formatDate(date)),
  sheet: 'date',
  accept(raw, o) {
    const date = typeof raw === 'string' ? dayIn(raw, o) : undefined
    return date ? ok(date) : failWithProblem(o, 'invalid', 'date-invalid')
  },
  check: () => undefined,
  schema: () => ({ type: 'string', format: 'date' }),
  jsonTypes: ['string'],
  limits: [],
  expressionType: () => 'string',
  time: 'day',
  tellsApart: true,
  entry: 'dated',
  align: 'start',
  room: () => evenRoom(3, 112, 140),
  filter: () => ({ operator: 'between', offered: true }),
  sums: false,
}
