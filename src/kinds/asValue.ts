import type { Value } from './kind.ts'

/**
 * Returns the value of a field in a row or a draft. Records are typed by their register, which only the running page knows: that a field holds a
 * value of its kind was checked where the record was read, so this is the one place that takes it at its word.
 */
export const asValue = (raw: unknown): Value => (raw === undefined ? null : (raw as Value))
