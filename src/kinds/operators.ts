import type { Operator } from './kind.ts'

/** Operators of values that have an order. */
export const ORDERED: readonly Operator[] = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between', 'inq', 'nin']

/** Operators of values that can only be the same or not. */
export const EQUALITY: readonly Operator[] = ['eq', 'neq', 'inq', 'nin']

/** Operators of texts. */
export const TEXTUAL: readonly Operator[] = [...ORDERED, 'like', 'nlike', 'ilike']
