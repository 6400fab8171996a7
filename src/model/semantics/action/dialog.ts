import type { RegisterUiDefinition } from '../../../generated/definitions.ts'
import { isUploaded, kindByName } from '../../../kinds/values.ts'
import { isAdjustable } from '../../adjustment/adjustment.ts'
import { scopeOfRegister } from '../../expression.ts'
import type { Field, Register } from '../../model.ts'
import { fieldOf } from '../../register.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import { checkActionWay } from '../form/ways.ts'
import { checkCode } from './code.ts'
import { checkShow } from './show.ts'

type ActionDefinition = NonNullable<RegisterUiDefinition['actions']>[number]

/** Checks an action's dialog: that of a way, fields of a mass change, a matrix, links. */
export function checkDialog(checker: Checker, path: JsonPath, action: ActionDefinition, register: Register): void {
  checkActionWay(checker, path, action.way, register)
  action.fields?.forEach((each, i) => {
    const at = [...path, 'fields', i]
    if (typeof each === 'string') checkChanged(checker, at, { field: each }, register)
    else {
      checkChanged(checker, [...at, 'field'], each, register)
      for (const [nth, name] of (each.also ?? []).entries())
        checkAlong(checker, [...at, 'also', nth], [each.field, name], register)
    }
  })
  if (action.fields && action.dialog === undefined)
    checker.add([...path, 'fields'], 'fields-unused', 'Only a dialog takes "fields".', { part: 'key' })
  if (action.matrix) checkMatrix(checker, [...path, 'matrix'], action.matrix, register)
  if (action.show) checkShow(checker, [...path, 'show'], action, register)
  if (action.code) checkCode(checker, [...path, 'code'], action, register)
  if (action.link) checkLink(checker, [...path, 'link'], action.link, register)
  if (action.actionOf) checkDelegated(checker, [...path, 'actionOf'], action.actionOf, register)
  if (action.images) checkImages(checker, [...path, 'images'], action, register)
}

/** A field that many records are given: with one that the server keeps or computes the dialog would tell of changes that never were. */
function checkChanged(
  checker: Checker,
  path: JsonPath,
  { field: name, empty }: { readonly field: string; readonly empty?: boolean },
  register: Register,
): void {
  const field = fieldOf(register, name)
  if (!checker.field(path, register, name) || !field) return
  if (field.readOnly || field.compute !== undefined)
    checker.add(path, 'set-kept', `The server keeps or computes the field ${name}: nobody changes it.`)
  else if (field.secret || isUploaded(field))
    checker.add(
      path,
      'set-kept',
      `"${name}" is one record's alone: many are not given the same ${field.secret ? 'secret' : 'file'}.`,
    )
  else if (empty && field.required && field.visibleWhen === undefined)
    checker.add(path, 'empty-required', `"${name}" is required, and cannot be emptied.`)
}

/** A field that is adjusted along with another: numbers, both of them. */
function checkAlong(checker: Checker, path: JsonPath, [first, along]: readonly [string, string], register: Register): void {
  checker.field(path, register, along)
  const fields = [first, along].flatMap(name => fieldOf(register, name) ?? [])
  const other = fields.find(field => !isAdjustable(field))
  if (other) checker.add(path, 'also-no-number', `"${other.name}" is no number that can be raised by percent or amount.`)
  else if (first === along) checker.add(path, 'also-itself', `"${along}" is the field itself.`)
}

function checkMatrix(
  checker: Checker,
  path: JsonPath,
  matrix: NonNullable<ActionDefinition['matrix']>,
  register: Register,
): void {
  checker.call([...path, 'load'], matrix.load, scopeOfRegister(checker.model, register.name))
  checker.message([...path, 'failure'], matrix.failure)
  checker.field([...path, 'field'], register, matrix.field)
  for (const state of ['up', 'down', 'removed', 'new'] as const) checker.message([...path, 'states', state], matrix.states[state])
  matrix.cells.marks?.forEach((mark, at) => {
    checker.message([...path, 'cells', 'marks', at, 'text'], mark.text)
  })
}

/** An action of chosen records with a dialog, and the call that says which they are. */
function checkDelegated(
  checker: Checker,
  path: JsonPath,
  { register: name, action, load }: NonNullable<ActionDefinition['actionOf']>,
  register: Register,
): void {
  checker.call([...path, 'load'], load, scopeOfRegister(checker.model, register.name))
  const other = checker.register([...path, 'register'], name)
  if (!other) return
  const of = other.views.actions.filter(({ place, does }) => place.includes('bulk') && ('matrix' in does || 'dialog' in does))
  checker.oneOf(
    [...path, 'action'],
    'action-unknown',
    `action of ${name} with a dialog for chosen records`,
    action,
    of.map(({ id }) => id),
  )
}

/** The list, the reference of its rows, and the reference by which what it points to is grouped. */
function checkLink(checker: Checker, path: JsonPath, link: NonNullable<ActionDefinition['link']>, register: Register): void {
  const { model } = checker
  const names = register.lists.map(list => list.name)
  if (!checker.oneOf([...path, 'list'], 'field-unknown', `list of ${register.name}`, link.list, names)) return
  const rows = model.registers[register.lists.find(list => list.name === link.list)?.register ?? '']
  if (!rows) return
  if (rows.parent) {
    checker.add([...path, 'list'], 'link-list', `The rows of ${link.list} live in no register of their own.`)
    return
  }
  const target = reference(checker, [...path, 'field'], rows, link.field)
  const chosen = target === undefined ? undefined : model.registers[target]
  if (chosen && link.group !== undefined) reference(checker, [...path, 'group'], chosen, link.group)
}

/** Words, official numbers and whole numbers can be what a file is called. */
function isFileName(field: Field): boolean {
  const kind = kindByName(field.kind)
  return field.stored && !field.secret && Boolean(kind.words || kind.identifies || kind.places?.(field) === 0)
}

/** The picture, what a file's name may hold, and where it can be offered. */
function checkImages(checker: Checker, path: JsonPath, { images, place }: ActionDefinition, register: Register): void {
  if (!images) return
  const fieldNamed = (name: string) => register.fields.find(each => each.name === name)
  if (checker.field([...path, 'field'], register, images.field)) {
    const field = fieldNamed(images.field)
    if (field && kindByName(field.kind).keeps !== 'picture')
      checker.add([...path, 'field'], 'image-needed', `The field ${images.field} of ${register.name} holds no image.`)
  }
  images.by.forEach((name, i) => {
    if (!checker.field([...path, 'by', i], register, name)) return
    const field = fieldNamed(name)
    if (field && !isFileName(field))
      checker.add([...path, 'by', i], 'image-name-impossible', `A file's name cannot be the ${name} of ${register.name}.`)
  })
  if (place.some(each => each !== 'list'))
    checker.add([...path.slice(0, -1), 'place'], 'image-place', 'Images of many records are offered at the place "list".')
}

/** The register that a field refers to. */
function reference(checker: Checker, path: JsonPath, register: Register, name: string): string | undefined {
  if (!checker.field(path, register, name)) return undefined
  const field = register.fields.find(each => each.name === name)
  if (!field?.reference)
    checker.add(path, 'reference-needed', `The field ${name} of ${register.name} refers to no other register.`)
  return field?.reference?.to
}
