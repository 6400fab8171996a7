import { ApiError } from '../error.ts'
import type { ColumnPath, QueryContext } from './queryPlan.ts'
import { tableOf } from './table.ts'

/** A field by name, or a field of the record referred to: `grupo.nome`. Secrets and computed fields are not compared. */
export function columnPathOf(name: string, { model, table }: Pick<QueryContext, 'model' | 'table'>): ColumnPath {
  const dot = name.indexOf('.')
  const own = table.byName.get(name)
  if (own) return open({ column: own }, name)
  const reference = dot > 0 ? table.references.get(name.slice(0, dot)) : undefined
  const to = reference?.field.reference?.to
  if (!reference || !to || !model.registers[to]) throw unknownField(name)
  const target = tableOf(model, to)
  const column = target.byName.get(name.slice(dot + 1))
  if (!column) throw unknownField(name)
  return open({ column, through: { reference, target } }, name)
}

function open(place: ColumnPath, name: string): ColumnPath {
  if (place.column.field.secret) throw unknownField(name)
  return place
}

/** A reply 400 that names a field which the register does not have, or does not show. */
export const unknownField = (field: string): ApiError => new ApiError(400, 'filter-field-unknown', { field })
