import type { ValueOptions } from './kind.ts'
import { kindByName } from './values.ts'

/** Decimal places that a field's numbers keep, 0 for whole ones; undefined where it holds no number. */
export const decimalPlacesOf = (field: ValueOptions): number | undefined => kindByName(field.kind).places?.(field)

/** Tells whether a field holds numbers that are counted or measured: no key, no code, no choice. */
export const isNumberKind = (field: ValueOptions): boolean => decimalPlacesOf(field) !== undefined
