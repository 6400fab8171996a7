import type { ScreenDefinition } from '../../../generated/definitions.ts'
import { scopeOfFields } from '../../expression.ts'
import type { TableView } from '../../screen.ts'
import { checkDeedWords } from '../action/deedWords.ts'
import { boolType, type Checker } from '../checker.ts'
import { checkValueDefinition } from '../property.ts'
import { checkAddress } from '../registerUi.ts'

/** A table of a call's rows: its kinds, and that columns and buttons name members of the rows. `made` is what was made of it. */
export function checkTable(checker: Checker, table: NonNullable<ScreenDefinition['table']>, made: TableView): void {
  checker.call(['table', 'load'], table.load, scopeOfFields(checker.model, []))
  for (const code of ['empty', 'failure'] as const) checker.message(['table', code], table[code])
  for (const [name, property] of Object.entries(table.properties)) {
    const field = made.fields.find(each => each.name === name)
    if (field) checkValueDefinition(checker, ['table', 'properties', name], property, field)
  }
  const rows = { name: 'the table', fields: made.fields }
  checker.field(['table', 'key'], rows, table.key)
  checker.fields(['table', 'columns'], rows, table.columns)
  const shown = new Set(made.columns)
  table.links?.forEach((name, i) => {
    checker.oneOf(['table', 'links', i], 'field-unknown', 'column', name, shown)
  })
  const scope = scopeOfFields(checker.model, made.fields)
  table.buttons?.forEach(({ title, enabledWhen, unavailable, next, confirm, failure, call }, i) => {
    const at = ['table', 'buttons', i]
    checkDeedWords(checker, at, { title })
    checker.expression([...at, 'enabledWhen'], enabledWhen, scope, boolType)
    checker.message([...at, 'unavailable'], unavailable)
    checkAddress(checker, [...at, 'next', 'open'], next?.open)
    checker.page([...at, 'next', 'open'], next?.open)
    checker.message([...at, 'confirm'], confirm)
    checker.message([...at, 'failure'], failure)
    checker.call([...at, 'call'], call, scope)
  })
  checker.twice(
    ['table', 'buttons'],
    (table.buttons ?? []).map(({ id }) => id),
    'button',
    i => [i, 'id'],
  )
}
