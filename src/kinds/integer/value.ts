import { formatDecimal, parseDecimal } from '../../base/number.ts'
import { ok } from '../../base/result.ts'
import type { Kind, ValueOptions } from '../kind.ts'
import { rangeProblem } from '../limits.ts'
import { evenRoom } from '../room.ts'
import { failWithProblem } from '../valueProblem.ts'

const INT4 = 2_147_483_647
/** Whole numbers keep to the 15 digits of every number here. */
const LARGEST = 999_999_999_999_999

/** Tells whether the field's own limits ask for more than 32 bits. */
export const isLong = (o: ValueOptions): boolean => (o.max ?? 0) > INT4 || (o.min ?? 0) < -INT4

const most = (o: ValueOptions): number => (isLong(o) ? LARGEST : INT4)

const read = (x: number | undefined, o: ValueOptions) => {
  if (x === undefined || !Number.isFinite(x)) return failWithProblem(o, 'number', 'number-invalid')
  if (!Number.isInteger(x)) return failWithProblem(o, 'integer', 'integer-invalid')
  return Math.abs(x) > LARGEST ? failWithProblem(o, 'number', 'number-invalid') : ok(x === 0 ? 0 : x)
}

/** A whole number. */
export const value: Kind<number> = {
  parse: (text, o) => (text.trim() === '' ? ok(null) : read(parseDecimal(text, 0), o)),
  format: (x, o) => (x === null ? '' : o.refine?.plain ? String(x) : formatDecimal(x, 0)),
  edit: x => (x === null ? '' : String(x)),
  accept(raw, o) {
    if (typeof raw === 'number') return read(raw, o)
    return typeof raw === 'string' && /^-?\d+$/.test(raw) ? read(Number(raw), o) : failWithProblem(o, 'number', 'number-invalid')
  },
  check: (x, o) => rangeProblem(x, o, -most(o), most(o)),
  schema: o => ({
    type: 'integer',
    minimum: Math.max(o.min ?? -most(o), -most(o)),
    maximum: Math.min(o.max ?? most(o), most(o)),
  }),
  sheet: 'whole',
  jsonTypes: ['integer', 'number'],
  limits: ['minimum', 'maximum'],
  expressionType: () => 'int',
  places: () => 0,
  zero: 0,
  entry: 'typed',
  align: 'end',
  room: () => evenRoom(3, 104, 110),
  filter: () => ({ operator: 'between', offered: false }),
  sums: true,
}
