import type { RegisterUiDefinition } from '../../../generated/definitions.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import { checkWhere } from '../where.ts'

type ListDefinition = NonNullable<RegisterUiDefinition['list']>

/** Sums are of kept columns whose kind has one; by options only where there are some, and nothing else stands over the rows. */
export function checkTotals(
  checker: Checker,
  path: JsonPath,
  { totals, totalsBy, totalsOnly, note }: ListDefinition,
  register: Register,
): void {
  const fieldAt = (at: JsonPath, name: string) =>
    checker.field(at, register, name) ? register.fields.find(each => each.name === name) : undefined
  totals?.forEach((name, i) => {
    const at = [...path, 'totals', i]
    const field = fieldAt(at, name)
    if (field && !kindByName(field.kind).sums)
      checker.add(at, 'total-impossible', `Values of the kind ${field.kind} have no sum.`)
    else if (field && (!field.stored || field.secret))
      checker.add(at, 'total-impossible', 'Only what is kept in the table can be summed: say "stored".')
  })
  checkWhere(checker, [...path, 'totalsOnly', 'where'], register, totalsOnly?.where)
  checker.message([...path, 'totalsOnly', 'message'], totalsOnly?.message)
  if (totalsOnly && totalsBy === undefined)
    checker.add(
      [...path, 'totalsOnly'],
      'total-impossible',
      'Only sums by options leave rows out: name the field in "totalsBy".',
      {
        part: 'key',
      },
    )
  if (totalsBy === undefined) return
  const at = [...path, 'totalsBy']
  const by = fieldAt(at, totalsBy)
  if (by && (!by.stored || by.choices === undefined))
    checker.add(at, 'total-impossible', 'Sums are parted by a kept field with options only.')
  else if (by && !totals?.length) checker.add(at, 'total-impossible', 'Nothing is summed: name columns in "totals".')
  else if (by && note) checker.add(at, 'total-impossible', 'The line over the rows is that of "note".')
}
