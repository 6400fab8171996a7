import type { FilterValue } from '../../../kinds/controlProps.ts'
import type { FilterFieldView, Register, Where } from '../../../model/model.ts'
import { hasLayerPrefix } from '../../../model/register.ts'
import type { RowsQuery } from '../../data/registerRows.ts'
import type { ListColumn } from '../cells/listColumns.ts'
import { isBlankFilter, type ListState, operatorOf } from './listUrlState.ts'

/** Returns the query for a page of the list. */
export function listQueryOf(state: ListState, register: Register, columns: readonly ListColumn[]): RowsQuery {
  const include = relationsIn(columns)
  return {
    ...listFilterOf(state, register),
    // The usual order gives way to how well rows fit what is searched for; one that was chosen stays.
    ...(state.q.trim() !== '' && state.order.join() === register.views.list.order.join() ? {} : { order: state.order }),
    skip: (state.page - 1) * state.perPage,
    limit: state.perPage,
    ...(include.length > 0 ? { include } : {}),
    // The own fields of layers, of which there may be many, come where the list shows them: a hidden column that was chosen asks for all.
    ...(register.fields.some(({ name }) => hasLayerPrefix(name)) &&
    !columns.some(({ view }) => view.hidden && hasLayerPrefix(view.field))
      ? { fields: 'list' as const }
      : {}),
  }
}

/** The part of the query that says which rows: what a count asks. */
export function listFilterOf(
  { q, filters }: Pick<ListState, 'q' | 'filters'>,
  register: Register,
): Pick<RowsQuery, 'where' | 'q'> {
  const where = whereOf(filters, register)
  return { ...(where ? { where } : {}), ...(q.trim() === '' ? {} : { q: q.trim() }) }
}

/** The definition's own condition and every filter; undefined when nothing narrows. */
export function whereOf(filters: ListState['filters'], register: Register): Where | undefined {
  const parts: Where[] = register.views.list.where ? [register.views.list.where] : []
  for (const [name, value] of Object.entries(filters)) {
    if (!isBlankFilter(value)) parts.push(condition(name, value, operatorOf(register, name)))
  }
  return parts.length <= 1 ? parts[0] : { and: parts }
}

function condition(name: string, value: FilterValue, operator: FilterFieldView['operator']): Where {
  if (value.none) return value.in?.length ? { or: [{ [name]: { inq: value.in } }, { [name]: null }] } : { [name]: null }
  if (value.in && value.in.length > 0) return { [name]: { inq: value.in } }
  if (value.from !== undefined || value.to !== undefined) return { [name]: span(value) }
  if (operator === 'contains') return { [name]: { contains: value.eq } }
  // The text anywhere, whatever its case and accents.
  return operator === 'like' ? { [`${name}_like`]: value.eq } : { [name]: value.eq }
}

function span({ from, to }: FilterValue): Where {
  if (from === undefined || from === null || from === '') return { lte: to }
  if (to === undefined || to === null || to === '') return { gte: from }
  return { between: [from, to] }
}

/** Records to bring along for the columns that show them: key, label and code, and what else of them is shown. */
function relationsIn(columns: readonly ListColumn[]): readonly unknown[] {
  const wanted = new Map<string, { readonly brief: readonly string[]; readonly fields: Set<string> }>()
  for (const column of columns) {
    const { relation } = column.beside ?? column
    if (!relation) continue
    const { target } = relation
    const one = wanted.get(relation.as) ?? {
      brief: ['id', target?.label, target?.code].filter(name => name !== undefined),
      fields: new Set(),
    }
    if (relation.field !== undefined) one.fields.add(relation.field)
    wanted.set(relation.as, one)
  }
  return [...wanted].map(([relation, { brief, fields }]) => {
    const more = [...fields].filter(name => !brief.includes(name))
    return { relation, scope: { fields: more.length === 0 ? 'brief' : [...brief, ...more] } }
  })
}
