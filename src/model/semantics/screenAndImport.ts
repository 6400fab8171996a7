import type { ImportDefinition, ScreenDefinition } from '../../generated/definitions.ts'
import { type ExpressionScope, scopeOfFields } from '../expression.ts'
import { readImportCell } from '../import/cell.ts'
import type { Import, Register, Screen } from '../model.ts'
import type { JsonPath } from '../source/source.ts'
import { boolType, type Checker, fieldNamesOf, scalarTypes, textType } from './checker.ts'
import { checkFormat } from './property.ts'
import { checkAddress } from './registerUi.ts'
import { checkBoard } from './screens/board.ts'
import { checkDashboard } from './screens/dashboard.ts'
import { checkDocument } from './screens/documentScreen.ts'
import { checkHub } from './screens/hub.ts'
import { checkLinks } from './screens/links.ts'
import { checkForm } from './screens/screenForm.ts'
import { checkStates } from './screens/states.ts'
import { checkTable } from './screens/table.ts'
import { checkVisit } from './screens/visitors.ts'

const bodies = [
  'form',
  'document',
  'embed',
  'dashboard',
  'board',
  'table',
  'links',
  'hub',
  'visit',
  'states',
  'record',
  'runtime',
  'plugin',
] as const

/** A page that is no register. `screen` is what was made of it. */
export function checkScreen(checker: Checker, value: ScreenDefinition, screen: Screen): void {
  checkAddress(checker, ['path'], value.path)
  checker.gate(['gate'], value.gate)
  const has = bodies.filter(body => value[body] !== undefined)
  if (has.length !== 1) checker.add([], 'screen-body', `A screen needs exactly one of ${bodies.join(', ')}.`)
  if (value.form && 'form' in screen.body) checkForm(checker, value.form, screen)
  if (value.document && 'document' in screen.body) checkDocument(checker, value.document, screen.body.document)
  if (value.overlay) checkOverlay(checker, value, value.overlay)
  if (value.also) checkFurtherAddresses(checker, value.also, screen)
  if (value.dashboard && 'dashboard' in screen.body) checkDashboard(checker, value.dashboard, screen.body.dashboard)
  if (value.board && 'board' in screen.body) checkBoard(checker, value.board, screen.body.board)
  if (value.table && 'table' in screen.body) checkTable(checker, value.table, screen.body.table)
  if (value.links && 'links' in screen.body) checkLinks(checker, value.links, screen.body.links)
  if (value.hub) checkHub(checker, value.hub)
  if (value.visit) checkVisit(checker, value, value.visit)
  if (value.states && 'states' in screen.body) checkStates(checker, value.states, screen.body.states)
  const scope = scopeOfFields(checker.model, [])
  checker.expression(['embed', 'address'], value.embed?.address, scope, textType)
  checker.message(['embed', 'blank'], value.embed?.blank)
  if (!value.record) return
  checker.register(['record', 'register'], value.record.register)
  if (value.record.id !== undefined) checker.expression(['record', 'id'], value.record.id, scope, ['int', 'string'])
}

/** A form above the pages: what it counts as an answer is there. */
function checkOverlay(checker: Checker, { form }: ScreenDefinition, overlay: NonNullable<ScreenDefinition['overlay']>): void {
  if (!form) checker.add(['overlay'], 'screen-body', 'Only a form can lie above the pages.', { part: 'key' })
  else if (!form.after)
    checker.add(['form'], 'after-missing', 'A form above the pages says what stands in its place: "after".', { part: 'key' })
  const register = checker.register(['overlay', 'register'], overlay.register)
  if (register) checker.field(['overlay', 'user'], register, overlay.user)
}

/** Further addresses are those of a form; what they ignore are its parameters. */
function checkFurtherAddresses(checker: Checker, also: NonNullable<ScreenDefinition['also']>, { body }: Screen): void {
  if (!('form' in body)) checker.add(['also'], 'screen-body', 'Only a form has further addresses.', { part: 'key' })
  const parameters = 'form' in body ? body.form.parameters.map(({ name }) => name) : []
  also.forEach(({ path, ignores }, i) => {
    checkAddress(checker, ['also', i, 'path'], path)
    ignores?.forEach((name, j) => {
      checker.oneOf(['also', i, 'ignores', j], 'field-unknown', 'parameter', name, parameters)
    })
  })
}

/** A CSV import. `made` is what was made of it. */
export function checkImport(checker: Checker, value: ImportDefinition, made: Import): void {
  checkAddress(checker, ['path'], value.path)
  checker.gate(['gate'], value.gate)
  const register = checker.register(['register'], value.register)
  if (!register) return
  const known = fieldNamesOf(register)
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
    if (column.of !== undefined) {
      checkOf(checker, path, column, register)
      checkFound(checker, path, column.of, value, register)
    } else if (!own) checker.oneOf([...path, 'field'], 'field-unknown', `field of ${register.name}`, column.field, known)
    checkFormat(checker, [...path, 'format'], column.format)
    checker.expression([...path, 'compute'], column.compute, scope, scalarTypes)
    checker.pattern([...path, 'fileName'], column.fileName)
    checker.message([...path, 'unknown'], column.unknown)
    checker.message([...path, 'taken'], column.taken)
  })
  checker.twice(
    ['columns'],
    made.columns.map(column => column.name),
    'column',
    i => (typeof value.columns[i] === 'string' ? [i] : [i, 'field']),
  )
  const keyed = new Set([...known, ...columns])
  const filled = new Set([...columns, ...value.columns.flatMap(column => (typeof column === 'string' ? [] : [column.of ?? '']))])
  value.key?.forEach((part, i) => {
    const names = typeof part === 'string' ? [part] : part
    names.forEach((name, j) => {
      const path = typeof part === 'string' ? ['key', i] : ['key', i, j]
      if (!checker.oneOf(path, 'field-unknown', 'column of the import or field of the register', name, keyed)) return
      if (!filled.has(name)) checker.add(path, 'key-unfilled', `No column fills "${name}", so nothing is found by it.`)
    })
  })
  checkReferences(checker, value, register, scope)
  checkAfter(checker, value, columns, scope)
  checker.oneOf(['warn', 'field'], 'field-unknown', 'column', value.warn?.field, columns)
  checker.message(['warn', 'message'], value.warn?.message)
  const titles = new Set(made.columns.flatMap(column => [column.name, column.title, ...column.aliases]))
  value.sample?.forEach((row, i) => {
    for (const [name, text] of Object.entries(row))
      if (checker.oneOf(['sample', i, name], 'field-unknown', 'column', name, titles, 'key'))
        checkSample(checker, ['sample', i, name], name, text, made)
  })
}

/** A cell of the example is one that the import itself takes. */
function checkSample(checker: Checker, path: JsonPath, name: string, text: string, made: Import): void {
  const column = made.columns.find(each => [each.name, each.title, ...each.aliases].includes(name))
  // The record that a reference names is found by its label, in the store.
  if (!column || column.reference) return
  const read = readImportCell(checker.model, column, text, 1)
  if (!read.ok) checker.add(path, 'sample-invalid', `The import refuses "${text}" as ${name}: ${read.error.code}.`)
}

type Column = Exclude<ImportDefinition['columns'][number], string>

/** A column of what a reference points to, or of a list's rows. */
function checkOf(checker: Checker, path: (string | number)[], { of, as, field }: Column, register: Register): void {
  const list = register.lists.find(each => each.name === of)
  const reference = register.fields.find(each => each.name === of)?.reference
  if (!list && !reference) {
    const names = [...register.lists, ...register.fields.filter(each => each.reference)].map(each => each.name)
    checker.oneOf([...path, 'of'], 'field-unknown', `reference or list of ${register.name}`, of, new Set(names))
    return
  }
  const target = checker.model.registers[list?.register ?? reference?.to ?? '']
  if (target)
    checker.oneOf(
      [...path, as === undefined ? 'field' : 'as'],
      'field-unknown',
      `field of ${target.name}`,
      as ?? field,
      fieldNamesOf(target),
    )
}

/** The answer to what a column says of a referred record is of use where the import finds that record. */
function checkFound(
  checker: Checker,
  path: JsonPath,
  of: string,
  { references = [] }: ImportDefinition,
  register: Register,
): void {
  const isReference = register.fields.some(({ name, reference }) => name === of && reference)
  // A name among them that is none, told there, may mean this one.
  const known = fieldNamesOf(register)
  if (!isReference || references.some(({ field }) => field === of || !known.has(field))) return
  const message = `Nothing finds the record of "${of}", so the column is dropped: name it in "references".`
  checker.add([...path, 'of'], 'reference-unused', message)
}

/** References that are found by name or made, and the child list that lines fill. */
function checkReferences(
  checker: Checker,
  { references, list }: ImportDefinition,
  register: Register,
  scope: ExpressionScope,
): void {
  checker.twice(
    ['references'],
    (references ?? []).map(({ field }) => field),
    'reference',
    i => [i, 'field'],
  )
  references?.forEach(({ field, make = {} }, i) => {
    const path = ['references', i]
    if (!checker.field([...path, 'field'], register, field)) return
    const to = register.fields.find(each => each.name === field)?.reference?.to
    const target = checker.model.registers[to ?? '']
    if (!target) {
      checker.add([...path, 'field'], 'reference-needed', `The field ${field} of ${register.name} refers to nothing.`)
      return
    }
    for (const [name, expression] of Object.entries(make)) {
      checker.field([...path, 'make', name], target, name, 'key')
      checker.expression([...path, 'make', name], expression, scope, scalarTypes)
    }
  })
  if (!list) return
  const names = new Set(register.lists.map(each => each.name))
  checker.oneOf(['list', 'name'], 'field-unknown', `list of ${register.name}`, list.name, names)
  const rows = checker.model.registers[register.lists.find(each => each.name === list.name)?.register ?? '']
  if (rows) checker.fields(['list', 'key'], rows, list.key)
}

/** The record that lists what was saved. */
function checkAfter(checker: Checker, { after }: ImportDefinition, columns: ReadonlySet<string>, scope: ExpressionScope): void {
  if (!after) return
  checker.gate(['after', 'gate'], after.gate)
  checker.message(['after', 'label'], after.label)
  checker.message(['after', 'note'], after.note)
  checker.expression(['after', 'when'], after.when, scope, boolType)
  const target = checker.register(['after', 'register'], after.register)
  if (!target) return
  const lists = new Set(target.lists.map(each => each.name))
  checker.oneOf(['after', 'list'], 'field-unknown', `list of ${target.name}`, after.list, lists)
  const rows = checker.model.registers[target.lists.find(each => each.name === after.list)?.register ?? '']
  for (const [field, from] of Object.entries(after.columns)) {
    if (rows) checker.field(['after', 'columns', field], rows, field, 'key')
    checker.oneOf(['after', 'columns', field], 'field-unknown', 'column', from, new Set(['id', ...columns]))
  }
}
