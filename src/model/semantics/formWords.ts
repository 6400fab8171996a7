import type { Item, RegisterUiDefinition } from '../../generated/definitions.ts'
import { kindByName } from '../../kinds/values.ts'
import { scopeOfRegister } from '../expression.ts'
import type { Register } from '../model.ts'
import type { JsonPath } from '../source/source.ts'
import { boolType, type Checker } from './checker.ts'

type ListItem = Extract<Item, { list: string }>
type FactsItem = Extract<Item, { record: string }>
type Requirement = NonNullable<NonNullable<RegisterUiDefinition['form']>['requires']>

/** Checks the words of a child list about its rows: fields that are not typed, and the dialog. */
export function checkRowWords(checker: Checker, path: JsonPath, { readOnly, dialog, week }: ListItem, rows: Register): void {
  const scope = scopeOfRegister(checker.model, rows.name)
  if (week) checkWeek(checker, [...path, 'week'], week, rows)
  readOnly?.forEach((lock, i) => {
    checker.expression([...path, 'readOnly', i, 'when'], lock.when, scope, boolType)
    checker.fields([...path, 'readOnly', i, 'fields'], rows, lock.fields)
  })
  if (!dialog) return
  const at = [...path, 'dialog']
  checker.message([...at, 'button'], dialog.button)
  checker.expression([...at, 'title'], dialog.title, scope, ['string'])
  dialog.parts.forEach((part, i) => {
    part.items.forEach((item, j) => {
      const place = [...at, 'parts', i, 'items', j]
      if (typeof item === 'string') checker.field(place, rows, item)
      else checker.fields(place, rows, item)
    })
  })
  checker.twice(
    [...at, 'parts'],
    dialog.parts.map(({ id }) => id),
    'part',
    i => [i, 'id'],
  )
}

/** Days of the week are the whole numbers from 0 to 6, and hours are times. */
function checkWeek(checker: Checker, path: JsonPath, { days, from, to }: NonNullable<ListItem['week']>, rows: Register): void {
  const fieldAt = (at: JsonPath, name: string) =>
    checker.field(at, rows, name) ? rows.fields.find(field => field.name === name) : undefined
  for (const [i, name] of days.entries()) {
    const field = fieldAt([...path, 'days', i], name)
    const values = field?.choices?.map(({ value }) => value)
    const isDay = values ? values.toSorted().join() === '0,1,2,3,4,5,6' : field?.min === 0 && field.max === 6
    if (field && !isDay) checker.add([...path, 'days', i], 'weekday-needed', `The field ${name} does not hold the days 0 to 6.`)
  }
  for (const [word, name] of Object.entries({ from, to })) {
    const field = fieldAt([...path, word], name)
    if (field && kindByName(field.kind).time !== 'hour')
      checker.add([...path, word], 'time-needed', `The field ${name} holds no time of day.`)
  }
}

/** Checks the facts that a form shows of a record that it refers to: fields, lines and checks are those of that record. */
export function checkRecordFacts(checker: Checker, path: JsonPath, item: FactsItem, register: Register): void {
  checker.message([...path, 'title'], item.title)
  checker.message([...path, 'failure'], item.failure)
  for (const [i, { message }] of (item.checks ?? []).entries()) checker.message([...path, 'checks', i, 'message'], message)
  if (!checker.field([...path, 'record'], register, item.record)) return
  const field = register.fields.find(({ name }) => name === item.record)
  const other = field?.reference && checker.model.registers[field.reference.to]
  if (!field?.reference)
    checker.add([...path, 'record'], 'reference-needed', `The field ${item.record} refers to no other register.`)
  if (!other) return
  checker.fields([...path, 'fields'], other, item.fields)
  const scope = scopeOfRegister(checker.model, other.name)
  for (const [name, line] of Object.entries(item.lines ?? {}))
    checker.expression([...path, 'lines', name], line, scope, ['string'])
  for (const [i, { rule }] of (item.checks ?? []).entries())
    checker.expression([...path, 'checks', i, 'rule'], rule, scope, boolType)
}

/** Checks the requirement of a form. */
export function checkRequirement(checker: Checker, path: JsonPath, requires: Requirement, register: Register): void {
  checker.expression([...path, 'rule'], requires.rule, scopeOfRegister(checker.model, register.name), boolType)
  for (const word of ['title', 'message', 'button'] as const) checker.message([...path, word], requires[word])
}
