import type { FilterValue } from '../../../kinds/controlProps.ts'
import type { Value } from '../../../kinds/kind.ts'
import type { Field, Register } from '../../../model/model.ts'

/** The filter that leaves the records with this value of a field, as the filter panel of the list says it. */
export function narrowedTo(valor: Value, by: Field, register: Register): FilterValue {
  const operator = register.views.filter.fields.find(({ field }) => field === by.name)?.operator
  const isKey = typeof valor === 'string' || typeof valor === 'number'
  if (valor === null) return { none: true }
  if (operator === 'inq' && isKey) return { in: [valor] }
  return operator === 'between' ? { from: valor, to: valor } : { eq: valor }
}
