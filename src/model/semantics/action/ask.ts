import type { RegisterUiDefinition } from '../../../generated/definitions.ts'
import { scopeOfFields, scopeOfRegister } from '../../expression.ts'
import { placesIn } from '../../formatMessage.ts'
import type { Field, Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import { boolType, type Checker, scalarTypes } from '../checker.ts'
import { checkProperty, checkValueDefinition } from '../property.ts'
import { checkShown } from './show.ts'

type ActionDefinition = NonNullable<RegisterUiDefinition['actions']>[number]

/** Checks the fields that an action asks for, and that its call names no others as asked. */
export function checkAsk(checker: Checker, path: JsonPath, action: ActionDefinition, register: Register): void {
  const { ask } = action
  // On a page of states the fields beside it are what it asks; they are looked at there.
  if (ask || !action.place.includes('screen')) checkAsked(checker, path, action, ask ? askedNames(ask) : [])
  if (!ask) return
  const at = [...path, 'ask']
  if (!action.call && !action.download)
    checker.add(at, 'ask-unused', 'Only an action with a "call" or a "download" asks for something.', { part: 'key' })
  if (action.confirm !== undefined)
    checker.add([...path, 'confirm'], 'confirm-unused', 'An action that asks needs no other question.', { part: 'key' })
  const made = register.views.actions.find(({ id }) => id === action.id)?.ask
  const fields = made?.fields ?? []
  if (ask.shows) checkShown(checker, [...at, 'shows'], ask.shows, made?.shows?.columns ?? [], register)
  const owner = { name: action.id, fields, lists: [] }
  const scope = scopeOfFields(checker.model, fields)
  for (const [name, property] of Object.entries(ask.properties))
    checkProperty(checker, [...at, 'properties', name], name, property, {
      owner,
      scope,
      options: scopeOfRegister(checker.model, register.name),
    })
  checker.fields([...at, 'required'], owner, ask.required)
  checker.message([...at, 'note'], ask.note)
  if (ask.load) checker.call([...at, 'load'], ask.load, scopeOfRegister(checker.model, register.name))
  if (ask.rows) checkAskedRows(checker, [...at, 'rows'], ask, made?.rows?.columns ?? [])
  if (ask.warn) checkWarning(checker, [...at, 'warn'], ask.warn, register)
  ask.rules?.forEach((rule, i) => {
    checker.expression([...at, 'rules', i, 'rule'], rule.rule, scope, boolType)
    checker.message([...at, 'rules', i, 'message'], rule.message)
    checker.fields([...at, 'rules', i, 'fields'], owner, rule.fields)
  })
}

type AskDefinition = NonNullable<ActionDefinition['ask']>

/** Returns the names that a call may use as asked: the fields, and the rows as a whole. */
const askedNames = ({ properties, rows }: AskDefinition): string[] => [...Object.keys(properties), ...(rows ? [rows.name] : [])]

/** Rows come with the reply that fills the fields, under a name of their own; what is typed are columns. */
function checkAskedRows(
  checker: Checker,
  path: JsonPath,
  { rows, load, properties }: AskDefinition,
  columns: readonly Field[],
): void {
  if (!rows) return
  if (!load) checker.add(path, 'load-needed', 'Only the reply of a "load" has rows.', { part: 'key' })
  if (Object.hasOwn(properties, rows.name)) checker.add([...path, 'name'], 'name-twice', `A field is called "${rows.name}", too.`)
  for (const column of columns) {
    const property = rows.columns[column.name]
    if (property) checkValueDefinition(checker, [...path, 'columns', column.name], property, column)
  }
  rows.typed.forEach((name, i) => {
    checker.oneOf([...path, 'typed', i], 'field-unknown', 'column', name, Object.keys(rows.columns))
  })
  checker.message([...path, 'empty'], rows.empty)
}

function checkWarning(
  checker: Checker,
  path: JsonPath,
  { when, message, params }: NonNullable<NonNullable<ActionDefinition['ask']>['warn']>,
  register: Register,
): void {
  const scope = scopeOfRegister(checker.model, register.name)
  checker.expression([...path, 'when'], when, scope, boolType)
  checker.message([...path, 'message'], message)
  const said = checker.model.messages[message]
  const places = said && placesIn(said).map(place => place.name)
  for (const [name, expression] of Object.entries(params ?? {})) {
    checker.expression([...path, 'params', name], expression, scope, scalarTypes)
    if (places) checker.oneOf([...path, 'params', name], 'parameter-unknown', 'placeholder of the message', name, places, 'key')
  }
}

/** `asked.x` in the expressions of the call is one of the fields. */
function checkAsked(checker: Checker, path: JsonPath, { call, download }: ActionDefinition, names: readonly string[]): void {
  const calls = [
    { at: [...path, 'call'], spec: call },
    { at: [...path, 'download', 'call'], spec: download?.call },
  ]
  for (const { at, spec } of calls)
    for (const part of ['query', 'body'] as const)
      for (const [name, expression] of Object.entries(spec?.[part] ?? {}))
        for (const match of expression.matchAll(/\basked\.(\w+)/g)) {
          const word = match[1] ?? ''
          if (names.includes(word)) continue
          checker.add([...at, part, name], 'field-unknown', `The action asks for no "${word}".`, {
            offset: match.index + 'asked.'.length,
            word,
            candidates: names,
          })
        }
}
