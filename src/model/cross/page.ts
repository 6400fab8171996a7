import type { ImportDefinition, ScreenDefinition } from '../../generated/definitions.ts'
import { scopeOfFields } from '../expression.ts'
import type { Import, Screen } from '../model.ts'
import { bool, type Checker, fieldNames, scalar, text } from './checker.ts'
import { checkFormat, checkProperty } from './property.ts'
import { checkAddress } from './ui.ts'

const bodies = ['form', 'embed', 'record', 'runtime'] as const

/** A page that is no register. `screen` is what was made of it. */
export function checkScreen(checker: Checker, value: ScreenDefinition, screen: Screen): void {
  checkAddress(checker, ['path'], value.path)
  checker.gate(['gate'], value.gate)
  const has = bodies.filter(body => value[body] !== undefined)
  if (has.length !== 1) checker.add([], 'screen-body', `A screen needs exactly one of ${bodies.join(', ')}.`)
  if (value.form && 'form' in screen.body) checkForm(checker, value.form, screen)
  const scope = scopeOfFields(checker.model, [])
  checker.expression(['embed', 'address'], value.embed?.address, scope, text)
  checker.message(['embed', 'blank'], value.embed?.blank)
  if (!value.record) return
  checker.register(['record', 'register'], value.record.register)
  checker.expression(['record', 'id'], value.record.id, scope, ['int', 'string'])
}

function checkForm(checker: Checker, form: NonNullable<ScreenDefinition['form']>, screen: Screen): void {
  const fields = 'form' in screen.body ? screen.body.form.fields : []
  const owner = { name: screen.name, fields, lists: [] }
  const scope = scopeOfFields(checker.model, fields)
  for (const [name, property] of Object.entries(form.properties))
    checkProperty(checker, ['form', 'properties', name], name, property, { owner, scope })
  checker.fields(['form', 'required'], owner, form.required)
  form.rules?.forEach((rule, i) => {
    checker.expression(['form', 'rules', i, 'rule'], rule.rule, scope, bool)
    checker.message(['form', 'rules', i, 'message'], rule.message)
    checker.fields(['form', 'rules', i, 'fields'], owner, rule.fields)
  })
  checker.call(['form', 'submit'], form.submit, scope)
  checker.message(['form', 'success'], form.success)
  checker.message(['form', 'failure'], form.failure)
}

/** A CSV import. `made` is what was made of it. */
export function checkImport(checker: Checker, value: ImportDefinition, made: Import): void {
  checkAddress(checker, ['path'], value.path)
  checker.gate(['gate'], value.gate)
  const register = checker.register(['register'], value.register)
  if (!register) return
  const known = fieldNames(register)
  const columns = new Set(made.columns.map(column => column.name))
  const fields = made.columns.map(column => ({
    ...column,
    stored: true,
    readOnly: false,
    secret: false,
    clone: true,
    search: false,
    help: '',
  }))
  const scope = scopeOfFields(checker.model, fields)
  value.columns.forEach((column, i) => {
    const path = ['columns', i]
    if (typeof column === 'string') {
      checker.field(path, register, column)
      return
    }
    const own = column.format !== undefined || column.compute !== undefined || column.skip === true
    if (!own) checker.oneOf([...path, 'field'], 'field-unknown', `field of ${register.name}`, column.field, known)
    checkFormat(checker, [...path, 'format'], column.format)
    checker.expression([...path, 'compute'], column.compute, scope, scalar)
  })
  checker.twice(
    ['columns'],
    made.columns.map(column => column.name),
    'column',
    i => (typeof value.columns[i] === 'string' ? [i] : [i, 'field']),
  )
  value.key?.forEach((name, i) => {
    checker.oneOf(
      ['key', i],
      'field-unknown',
      'column of the import or field of the register',
      name,
      new Set([...known, ...columns]),
    )
  })
  checker.oneOf(['warn', 'field'], 'field-unknown', 'column', value.warn?.field, columns)
  checker.message(['warn', 'message'], value.warn?.message)
  const titles = new Set(made.columns.flatMap(column => [column.name, column.title, ...column.aliases]))
  value.sample?.forEach((row, i) => {
    for (const name of Object.keys(row)) checker.oneOf(['sample', i, name], 'field-unknown', 'column', name, titles, 'key')
  })
}
