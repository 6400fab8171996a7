import { parseTime } from '../../base/dates.ts'
import { ok } from '../../base/result.ts'
import type { Kind } from '../kind.ts'
import { evenRoom } from '../room.ts'
import { failWithProblem } from '../valueProblem.ts'

/** A time of day, 24 hours: 'HH:mm'. */
export const value: Kind<string> = {
  parse(text, o) {
    if (text.trim() === '') return ok(null)
    const time = parseTime(text)
    return time ? ok(time) : failWithProblem(o, 'invalid', 'time-invalid')
  },
  format: time => time ?? '',
  edit: time => time ?? '',
  accept(raw, o) {
    const time = typeof raw === 'string' ? parseTime(raw) : undefined
    return time ? ok(time) : failWithProblem(o, 'invalid', 'time-invalid')
  },
  check: () => undefined,
  schema: () => ({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  jsonTypes: ['string'],
  limits: [],
  expressionType: () => 'string',
  time: 'hour',
  entry: 'dated',
  align: 'start',
  room: () => evenRoom(3, 72, 100),
  filter: () => ({ operator: 'between', offered: false }),
  sums: false,
}
