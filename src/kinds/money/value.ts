import { editDecimal, formatMoney } from '../../base/number.ts'
import { decimalKind } from '../decimal/value.ts'

/** An amount in reais. */
export const value = decimalKind({ places: 2, format: formatMoney, edit: editDecimal })
