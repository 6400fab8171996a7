import type { RegisterUiDefinition } from '../../../generated/definitions.ts'
import { holdsYesOrNo, kindByName as kindOf } from '../../../kinds/values.ts'
import { scopeOfFields, scopeOfRegister } from '../../expression.ts'
import type { Field, Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import { checkProperty, checkValueDefinition } from '../property.ts'

type ActionDefinition = NonNullable<RegisterUiDefinition['actions']>[number]

/** Rows of a reply: the call that brings them, the kinds of the columns, and that totals are columns which have a sum. */
export function checkShow(checker: Checker, path: JsonPath, { id, show }: ActionDefinition, register: Register): void {
  if (!show) return
  checkLoad(checker, path, show, register)
  if (show.keyed && show.group !== undefined) {
    const message = 'Rows stand under the names that hold them ("keyed") or by a member of theirs ("group"), not both.'
    checker.add([...path, 'group'], 'groups-twice', message, { part: 'key' })
  }
  const made = register.views.actions.find(action => action.id === id)?.does
  const columns = made && 'show' in made ? made.show.columns : []
  const scope = scopeOfFields(checker.model, columns)
  const columnOf = (name: string) => columns.find(column => column.name === name)
  for (const [name, property] of Object.entries(show.columns)) {
    const column = columnOf(name)
    if (!column) continue
    const at = [...path, 'columns', name]
    // Only rows that are typed over compute anything.
    if (show.edit) checkProperty(checker, at, name, property, { owner: { name: id, fields: columns, lists: [] }, scope })
    else checkValueDefinition(checker, at, property, column)
  }
  if (show.act) {
    // It sees the members of a row, those that are not shown too.
    const at = [...path, 'act']
    checker.expression([...at, 'title'], show.act.title, scope, ['string'])
    checker.call([...at, 'call'], show.act.call, scope)
    for (const code of ['success', 'failure'] as const) checker.message([...at, code], show.act[code])
  }
  if (show.edit) checkEdit(checker, [...path, 'edit'], show.edit, columns)
  show.totals?.forEach((name, i) => {
    const at = [...path, 'totals', i]
    if (!checker.oneOf(at, 'field-unknown', 'column', name, Object.keys(show.columns))) return
    const column = columnOf(name)
    if (column && !kindOf(column.kind).sums) checker.add(at, 'total-impossible', `Values of the kind ${column.kind} have no sum.`)
  })
}

type ShownDefinition = NonNullable<NonNullable<ActionDefinition['ask']>['shows']>

/** Rows over asked fields. */
export function checkShown(
  checker: Checker,
  path: JsonPath,
  shown: ShownDefinition,
  columns: readonly Field[],
  register: Register,
): void {
  checkLoad(checker, path, shown, register)
  for (const column of columns) {
    const property = shown.columns[column.name]
    if (property) checkValueDefinition(checker, [...path, 'columns', column.name], property, column)
  }
}

function checkLoad(
  checker: Checker,
  path: JsonPath,
  shown: Pick<ShownDefinition, 'load' | 'empty' | 'failure'>,
  register: Register,
): void {
  checker.call([...path, 'load'], shown.load, scopeOfRegister(checker.model, register.name))
  for (const code of ['empty', 'failure'] as const) checker.message([...path, code], shown[code])
}

type EditDefinition = NonNullable<NonNullable<ActionDefinition['show']>['edit']>

/** Checks that typed, ticked and sent members are columns. */
function checkEdit(checker: Checker, path: JsonPath, edit: EditDefinition, columns: readonly Field[]): void {
  const names = columns.map(({ name }) => name)
  edit.fields.forEach((name, i) => {
    checker.oneOf([...path, 'fields', i], 'field-unknown', 'column', name, names)
  })
  for (const name of Object.keys(edit.widths ?? {}))
    checker.oneOf([...path, 'widths', name], 'field-unknown', 'column', name, names)
  const booleans = columns.filter(holdsYesOrNo).map(({ name }) => name)
  if (edit.changed !== undefined)
    checker.oneOf([...path, 'changed'], 'field-unknown', 'column of yes and no', edit.changed, booleans)
  edit.send.members.forEach((name, i) => {
    checker.oneOf([...path, 'send', 'members', i], 'field-unknown', 'column', name, [...names, edit.key])
  })
}
