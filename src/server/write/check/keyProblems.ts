import { isRecord } from '../../../base/record.ts'
import { asValue } from '../../../kinds/asValue.ts'
import type { Model } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { isEmpty } from '../../../model/validation/isEmpty.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type RegisterColumn, type Table, tableOf } from '../../query/table.ts'

/**
 * Returns a problem for each value of a body where the key of another record belongs, and that is none: a fraction, a text, a list where one belongs. Effects look such
 * records up before the record is checked, and the database takes nothing else for a key.
 */
export function keyProblems(body: DataRow, table: Table, model: Model, path = ''): Problem[] {
  const own = [...table.references.values(), ...table.manyReferences.values()]
    .filter(isSaid)
    .flatMap(({ name, field, kind }): Problem[] => {
      const raw = asValue(body[name])
      if (isEmpty(raw)) return []
      const key = kind.accept(raw, field)
      return key.ok ? [] : [{ ...key.error, path: `${path}${name}` }]
    })
  const below = [...table.lists.values()].flatMap(({ name, register }) => {
    const rows = body[name]
    if (!Array.isArray(rows)) return []
    const of = tableOf(model, register)
    return rows.flatMap((row: unknown, at) => (isRecord(row) ? keyProblems(row, of, model, `${path}${name}.${at}.`) : []))
  })
  return [...own, ...below]
}

/** Tells whether a body says it: what the server keeps or works out is not taken from one. */
const isSaid = ({ name, field }: RegisterColumn): boolean => name !== 'lojaId' && !field.readOnly && field.compute === undefined
