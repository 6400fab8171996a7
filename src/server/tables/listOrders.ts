import type { Field, Register } from '../../model/model.ts'

/** Fields in the order by which rows are sorted; all of them run the same way. */
export type ListOrder = readonly { readonly field: string; readonly descending: boolean }[]

/**
 * The orders in which the lists of a register open and an index serves, besides that of the key. Each is ended by the key: what makes
 * pages stable also makes the index serve them.
 */
export const listOrders = (register: Register, fields: readonly Field[] = register.fields): readonly ListOrder[] => {
  if (register.parent) return []
  return [register.order, register.views.list.order].flatMap(order => {
    const terms = order.map(term => term.split(' '))
    if (order.length === 0 || !terms.every(([name]) => fields.some(field => field.name === name)) || terms[0]?.[0] === 'id')
      return []
    const descending = terms.every(([, direction]) => direction === 'DESC')
    if (!descending && terms.some(([, direction]) => direction === 'DESC')) return []
    return [[...terms.map(([field = '']) => field), 'id'].map(field => ({ field, descending }))]
  })
}

/** Fields by which an index of the register's rows begins, after the store. */
export const indexedFirst = (register: Register): readonly string[] => [
  'id',
  ...register.fields.filter(({ reference }) => reference).map(({ name }) => name),
  ...listOrders(register).flatMap(([first]) => first?.field ?? []),
  ...(register.indexes ?? []).flatMap(([first]) => first ?? []),
  ...(register.numbers ?? []).map(({ field }) => field),
]
