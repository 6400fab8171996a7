import { decimalPlaces, editDecimal, formatMoney } from '../../base/number.ts'
import { decimalKind } from '../decimal/value.ts'
import type { Kind } from '../kind.ts'

/** Cents are always shown; further places, where a field has them, only when they say something: a cost of 4 places reads R$ 10,00. */
const shown = (x: number, places: number): number => Math.min(places, Math.max(2, decimalPlaces(x)))

/** An amount in reais. */
export const value: Kind<number> = {
  ...decimalKind({
    places: 2,
    sheet: 'money',
    format: (x, places) => formatMoney(x, shown(x, places)),
    edit: (x, places) => editDecimal(x, Math.min(2, places)),
  }),
  sign: { before: 'R$' },
  tellsApart: true,
  room: () => ({ span: 3, grows: false, list: { width: 128, fixed: false }, rows: { width: 140, fixed: true } }),
}
