import type { FilterValue } from '../../../kinds/controlProps.ts'
import type { Value } from '../../../kinds/kind.ts'
import type { Field, ListView, Register } from '../../../model/model.ts'
import type { ListState } from '../query/listUrlState.ts'

/** The filter that leaves the records with this value of a field, as the filter panel of the list says it. */
export function narrowedTo(valor: Value, by: Field, register: Register): FilterValue {
  const operator = register.views.filter.fields.find(({ field }) => field === by.name)?.operator
  const isKey = typeof valor === 'string' || typeof valor === 'number'
  if (valor === null) return { none: true }
  if (operator === 'inq' && isKey) return { in: [valor] }
  return operator === 'between' ? { from: valor, to: valor } : { eq: valor }
}

/**
 * The fields whose sums a group tells. Those that only mean something by the options of a field (to pay and to receive) are told where all rows of
 * a group have one of them: the list is grouped by it, or narrowed to one.
 */
export function groupTotals(
  { totals, note }: ListView,
  { group, filters }: Pick<ListState, 'group' | 'filters'>,
): readonly string[] {
  if (!note || !('by' in note)) return totals
  const one = filters[note.by]
  const isOne = one?.in ? one.in.length === 1 : one?.eq !== undefined && one.eq !== ''
  return group === note.by || isOne ? note.sums : []
}
