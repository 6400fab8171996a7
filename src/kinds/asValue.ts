import type { Value } from './kind.ts'

/**
 * What a row or a draft holds in a field, as a value. Records are typed by their register, which only the running page knows: that a
 * field holds what its kind accepts was checked where the record was read, so this is the one place that takes it at its word.
 */
export const asValue = (raw: unknown): Value => (raw === undefined ? null : (raw as Value))
