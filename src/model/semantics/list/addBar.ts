import type { Item } from '../../../generated/definitions.ts'
import { scopeOfRegister } from '../../expression.ts'
import type { Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import { boolType, type Checker, scalarTypes } from '../checker.ts'

type AddBarDefinition = NonNullable<Extract<Item, { list: string }>['add']>

/** The bar in which a row of a child list is typed: fields and checks of the row, codes of what its first field refers to. */
export function checkAddBar(checker: Checker, path: JsonPath, bar: AddBarDefinition, rows: Register): void {
  checker.fields([...path, 'fields'], rows, bar.fields)
  const scope = scopeOfRegister(checker.model, rows.name)
  for (const [name, value] of Object.entries(bar.begins ?? {})) {
    checker.oneOf([...path, 'begins', name], 'field-unknown', 'field of the bar', name, bar.fields)
    checker.expression([...path, 'begins', name], value, scope, scalarTypes, 'references')
  }
  bar.checks?.forEach((check, i) => {
    const at = [...path, 'checks', i]
    if (check.field === undefined && check.rule === undefined)
      checker.add(at, 'check-empty', 'A check has a "field", a "rule" or both.')
    if (check.field !== undefined) checker.oneOf([...at, 'field'], 'field-unknown', 'field of the bar', check.field, bar.fields)
    checker.expression([...at, 'rule'], check.rule, scope, boolType, 'references')
    checker.message([...at, 'message'], check.message)
    for (const [name, value] of Object.entries(check.params ?? {}))
      checker.expression([...at, 'params', name], value, scope, scalarTypes, 'references')
  })
  if (!bar.scan) return
  const first = rows.fields.find(field => field.name === bar.fields[0])
  const found = first?.reference && checker.model.registers[first.reference.to]
  if (found) checker.fields([...path, 'scan'], found, bar.scan)
  else if (first && !first.reference)
    checker.add([...path, 'scan'], 'reference-needed', `The field ${first.name} refers to no other register.`)
}
