import { decimalPlaces, editDecimal, formatDecimal, isExact, parseDecimal } from '../../base/number.ts'
import { ok } from '../../base/result.ts'
import type { Kind, ValueOptions } from '../kind.ts'
import { rangeProblem } from '../limits.ts'
import { failWithProblem, valueProblem } from '../valueProblem.ts'

/** The differences between decimal kinds: how many places they have and how they read. */
interface Style {
  readonly places: number
  readonly sheet: 'money' | 'decimal'
  format(x: number, places: number): string
  edit(x: number, places: number): string
}

/** By places, the largest number of 15 digits with so many of them, which `numeric(18, places)` always holds. */
const largestOf = Array.from({ length: 16 }, (_, places) =>
  Number(`${'9'.repeat(15 - places)}${places > 0 ? `.${'9'.repeat(places)}` : ''}`),
)

const largest = (places: number): number => largestOf[places] ?? 0

const read = (x: number | undefined, o: ValueOptions) =>
  x === undefined || !isExact(x) || Math.abs(x) >= 1e15 ? failWithProblem(o, 'number', 'number-invalid') : ok(x === 0 ? 0 : x)

/** A kind whose values are exact decimals. */
export const decimalKind = (style: Style): Kind<number> => ({
  parse: (text, o) => (text.trim() === '' ? ok(null) : read(parseDecimal(text, o.decimals ?? style.places), o)),
  format: (x, o) => (x === null ? '' : style.format(x, o.decimals ?? style.places)),
  edit: (x, o) => (x === null ? '' : style.edit(x, o.decimals ?? style.places)),
  accept(raw, o) {
    if (typeof raw === 'number') return read(raw, o)
    if (typeof raw === 'string' && /^-?\d+(\.\d+)?$/.test(raw)) return read(parseDecimal(raw.replace('.', ',')), o)
    return failWithProblem(o, 'number', 'number-invalid')
  },
  check(x, o) {
    const places = o.decimals ?? style.places
    if (decimalPlaces(x) > places) return valueProblem(o, 'decimals', 'decimals', { places })
    return rangeProblem(x, o, -largest(places), largest(places))
  },
  schema(o) {
    const limit = largest(o.decimals ?? style.places)
    return { type: 'number', minimum: Math.max(o.min ?? -limit, -limit), maximum: Math.min(o.max ?? limit, limit) }
  },
  sheet: style.sheet,
  jsonTypes: ['number', 'integer'],
  limits: ['decimals', 'minimum', 'maximum'],
  expressionType: () => 'decimal',
  places: o => o.decimals ?? style.places,
  zero: 0,
  entry: 'typed',
  align: 'end',
  room: () => ({ span: 3, grows: false, list: { width: 128, fixed: false }, rows: { width: 120, fixed: true } }),
  filter: () => ({ operator: 'between', offered: false }),
  sums: true,
})

/** A number with decimal places: quantities, factors. */
export const value = decimalKind({ places: 3, sheet: 'decimal', format: formatDecimal, edit: x => editDecimal(x) })
