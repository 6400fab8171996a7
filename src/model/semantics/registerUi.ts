import type { Item, RegisterUiDefinition } from '../../generated/definitions.ts'
import { holdsYesOrNo, kindByName as kindOf } from '../../kinds/values.ts'
import { actionCommandNames } from '../build/actions.ts'
import { rowsBehindField } from '../build/beyondList.ts'
import { readsOf, scopeOfRegister } from '../expression.ts'
import type { Register } from '../model.ts'
import type { JsonPath } from '../source/source.ts'
import { checkAsk } from './action/ask.ts'
import { checkWithoutRecord } from './action/bulk.ts'
import { checkDeedWords } from './action/deedWords.ts'
import { checkDialog } from './action/dialog.ts'
import { checkActionKeys } from './action/keys.ts'
import { boolType, type Checker, fieldNamesOf, scalarTypes, textType } from './checker.ts'
import { checkInPlace, checkTwice } from './form/formPlaces.ts'
import { checkRecordFacts, checkRequirement, checkRowWords } from './formWords.ts'
import { checkAddBar } from './list/addBar.ts'
import { checkFilterPanel } from './list/filter.ts'
import { checkTotals } from './list/listTotals.ts'
import { checkLooks } from './list/looks.ts'
import { demandReadByList, tellRowsNotRead } from './list/readByList.ts'
import { checkWhere } from './where.ts'

type ListDefinition = NonNullable<RegisterUiDefinition['list']>
type ColumnDefinition = Exclude<NonNullable<ListDefinition['columns']>[number], string>
type FormDefinition = NonNullable<RegisterUiDefinition['form']>
type ActionDefinition = NonNullable<RegisterUiDefinition['actions']>[number]

/** A register's UI schema. */
export function checkRegisterUi(checker: Checker, ui: RegisterUiDefinition, register: Register): void {
  checkAddress(checker, ['path'], ui.path)
  checker.gate(['gate'], ui.gate)
  if (ui.list) checkList(checker, ['list'], ui.list, register)
  if (ui.looks) checkLooks(checker, ['looks'], ui.looks, register, checkColumnName)
  checkFilterPanel(checker, ['filter', 'fields'], ui.filter?.fields, register)
  if (ui.form) checkForm(checker, ['form'], ui.form, register)
  checker.twice(
    ['actions'],
    (ui.actions ?? []).map(action => action.id),
    'action',
    i => [i, 'id'],
  )
  ui.actions?.forEach((action, i) => {
    // The action made of a name that stands twice is the first one.
    if (ui.actions?.findIndex(({ id }) => id === action.id) === i) checkAction(checker, ['actions', i], action, register)
  })
}

/** An address in the browser begins with a slash and knows no spaces. */
export function checkAddress(checker: Checker, path: JsonPath, address: string | undefined): void {
  if (address !== undefined && !/^\/\S*$/.test(address))
    checker.add(path, 'address-invalid', `"${address}" must begin with "/" and have no spaces.`)
}

function checkList(checker: Checker, path: JsonPath, list: ListDefinition, register: Register): void {
  list.columns?.forEach((column, i) => {
    if (typeof column === 'string') checkColumnName(checker, [...path, 'columns', i], column, register)
    else checkColumn(checker, [...path, 'columns', i], column, register)
  })
  const names = (list.columns ?? []).map(column => (typeof column === 'string' ? column : column.field))
  checker.twice([...path, 'columns'], names, 'column', i => (typeof list.columns?.[i] === 'string' ? [i] : [i, 'field']))
  if (Array.isArray(list.edit)) {
    checker.fields([...path, 'edit'], register, list.edit)
    for (const [i, name] of list.edit.entries()) checkTypedCell(checker, [...path, 'edit', i], name, register)
  }
  checker.order([...path, 'order'], register, list.order)
  list.order?.forEach((each, i) => {
    checker.kept([...path, 'order', i], register, each.split(' ')[0] ?? '')
  })
  checkWhere(checker, [...path, 'where'], register, list.where)
  checker.expression([...path, 'banner', 'when'], list.banner?.when, scopeOfRegister(checker.model, register.name), boolType)
  checker.message([...path, 'banner', 'message'], list.banner?.message)
  checker.message([...path, 'empty', 'why'], list.empty?.why)
  checkAddress(checker, [...path, 'empty', 'next', 'open'], list.empty?.next?.open)
  checker.page([...path, 'empty', 'next', 'open'], list.empty?.next?.open)
  checker.call([...path, 'note', 'load'], list.note?.load, scopeOfRegister(checker.model, register.name))
  checkTones(checker, [...path, 'rowTone'], list.rowTone, register)
  list.expand?.forEach((name, i) => {
    if (name.includes('.')) checker.fieldPath([...path, 'expand', i], register, name)
    else checker.oneOf([...path, 'expand', i], 'field-unknown', `field or list of ${register.name}`, name, members(register))
  })
  list.card?.forEach((name, i) => {
    checkColumnName(checker, [...path, 'card', i], name, register)
  })
  checkTotals(checker, path, list, register)
}

/** A cell is typed where its field is: the server keeps the others. */
function checkTypedCell(checker: Checker, path: JsonPath, name: string, register: Register): void {
  const field = register.fields.find(each => each.name === name)
  // The one that is worked out of itself is told where it is.
  if (field?.compute !== undefined && readsOf(checker.model, register.name, field.compute).some(([read]) => read === name)) return
  // So is a required one that nobody fills in.
  if (field?.readOnly && field.required && field.default === undefined && register.effects.length === 0) return
  if (field?.readOnly || (field?.compute !== undefined && field.writes === undefined))
    checker.add(path, 'edit-kept', `The server keeps the field ${name}: nobody types it.`)
}

const members = (register: Register): Set<string> =>
  new Set([...fieldNamesOf(register), ...register.lists.map(list => list.name)])

/** A field, `relation.field`, a list (its number of rows), or `!action`. */
function checkColumnName(checker: Checker, path: JsonPath, name: string, register: Register): void {
  if (name.startsWith('!')) {
    const actions = register.views.actions.map(action => `!${action.id}`)
    checker.oneOf(path, 'action-unknown', `action of ${register.name}`, name, actions)
  } else if (name.includes('.')) checker.fieldPath(path, register, name)
  else if (checker.oneOf(path, 'field-unknown', `field of ${register.name}`, name, members(register))) {
    const field = register.fields.find(each => each.name === name)
    const rows = field && rowsBehindField(register, field)
    if (rows !== undefined) tellRowsNotRead(checker, path, name, rows)
  }
}

/** Conditions of colours over each record. */
function checkTones(checker: Checker, path: JsonPath, tones: ListDefinition['rowTone'], register: Register): void {
  tones?.forEach(({ when }, i) => {
    checker.expression([...path, i, 'when'], when, scopeOfRegister(checker.model, register.name), boolType)
    demandReadByList(checker, [...path, i, 'when'], when, register)
  })
}

function checkColumn(checker: Checker, path: JsonPath, column: ColumnDefinition, register: Register): void {
  const scope = scopeOfRegister(checker.model, register.name)
  checkColumnName(checker, [...path, 'field'], column.field, register)
  checker.expression([...path, 'text'], column.text, scope, scalarTypes)
  demandReadByList(checker, [...path, 'text'], column.text, register)
  checkTones(checker, [...path, 'tones'], column.tones, register)
  if (column.sort) checker.kept([...path, 'field'], register, column.field)
  if (column.also) {
    if (!column.also.field.includes('.')) checkColumnName(checker, [...path, 'also', 'field'], column.also.field, register)
    checker.field([...path, 'also', 'field'], register, column.also.field)
    demandReadByList(checker, [...path, 'also', 'when'], column.also.when, register)
    checker.expression([...path, 'also', 'when'], column.also.when, scope, boolType)
  }
  if (column.colour !== undefined) {
    checker.fieldPath([...path, 'colour'], register, column.colour)
    const field = register.fields.find(({ name }) => name === column.field)
    if (!field || kindOf(field.kind).keeps !== 'picture')
      checker.add([...path, 'colour'], 'picture-needed', `"${column.field}" holds no picture, for which initials would stand.`, {
        part: 'key',
      })
  }
  column.chips?.forEach((chip, i) => {
    if (checker.field([...path, 'chips', i, 'field'], register, chip.field))
      demandBoolean(checker, [...path, 'chips', i, 'field'], register, chip.field)
  })
  if (column.switch !== undefined && column.switch !== false) demandBoolean(checker, [...path, 'field'], register, column.field)
  if (typeof column.switch === 'object') {
    checker.message([...path, 'switch', 'failure'], column.switch.failure)
    checker.expression([...path, 'switch', 'enabledWhen'], column.switch.enabledWhen, scope, boolType)
    demandReadByList(checker, [...path, 'switch', 'enabledWhen'], column.switch.enabledWhen, register)
    checker.call([...path, 'switch', 'after'], column.switch.after, scope)
  }
}

function demandBoolean(checker: Checker, path: JsonPath, register: Register, name: string): void {
  const field = register.fields.find(each => each.name === name)
  if (field && !holdsYesOrNo(field))
    checker.add(path, 'boolean-needed', `The field ${name} is of the kind ${field.kind}, not boolean.`)
}

function checkForm(checker: Checker, path: JsonPath, form: FormDefinition, register: Register): void {
  const scope = scopeOfRegister(checker.model, register.name)
  if (form.parts && form.items)
    checker.add([...path, 'items'], 'form-twice', 'A form has either "parts" or "items".', { part: 'key' })
  checkItems(checker, [...path, 'items'], form.items ?? [], register)
  checkTwice(checker, path, form)
  checker.twice(
    [...path, 'parts'],
    (form.parts ?? []).map(part => part.id),
    'part',
    i => [i, 'id'],
  )
  form.parts?.forEach((part, i) => {
    const at = [...path, 'parts', i]
    checker.gate([...at, 'gate'], part.gate)
    checker.expression([...at, 'visibleWhen'], part.visibleWhen, scope, boolType, 'references')
    checker.expression([...at, 'titleFrom'], part.titleFrom, scope, textType, 'references')
    checkItems(checker, [...at, 'items'], part.items, register)
  })
  if (form.flags) {
    checker.expression([...path, 'flags', 'visibleWhen'], form.flags.visibleWhen, scope, boolType)
    if (!register.fields.some(({ name }) => checker.names.flags.has(name)))
      checker.add(
        [...path, 'flags'],
        'flags-missing',
        'No permission flags come into this register: name their file in "allOf".',
        {
          part: 'key',
        },
      )
  }
  form.variants?.forEach((variant, i) => {
    const at = [...path, 'variants', i]
    checker.expression([...at, 'when'], variant.when, scope, boolType)
    for (const name of Object.keys(variant.values ?? {})) checker.field([...at, 'values', name], register, name, 'key')
  })
  checker.twice(
    [...path, 'variants'],
    (form.variants ?? []).map(variant => variant.id),
    'variant',
    i => [i, 'id'],
  )
  if (form.inPlace) {
    checkItems(checker, [...path, 'inPlace'], form.inPlace, register)
    checkInPlace(checker, [...path, 'inPlace'], form.inPlace)
  }
  if (form.requires) checkRequirement(checker, [...path, 'requires'], form.requires, register)
  checker.expression([...path, 'preview', 'items'], form.preview?.items, scope, ['list<string>'], 'references')
}

function checkItems(checker: Checker, path: JsonPath, items: readonly Item[], register: Register): void {
  items.forEach((item, i) => {
    const at = [...path, i]
    if (Array.isArray(item)) {
      item.forEach((each, j) => {
        if (typeof each === 'string') checker.field([...at, j], register, each)
        else checker.field([...at, j, 'field'], register, each.field)
      })
    } else if (typeof item === 'string') {
      if (item.startsWith('!')) checkColumnName(checker, at, item, register)
      else checker.oneOf(at, 'field-unknown', `field or list of ${register.name}`, item, members(register))
    } else checkItem(checker, at, item, register)
  })
}

function checkItem(checker: Checker, path: JsonPath, item: Exclude<Item, string | unknown[]>, register: Register): void {
  if ('field' in item) checker.field([...path, 'field'], register, item.field)
  else if ('note' in item) checkNote(checker, path, item, register)
  else if ('texts' in item)
    checker.expression(
      [...path, 'texts'],
      item.texts,
      scopeOfRegister(checker.model, register.name),
      ['list<string>'],
      'references',
    )
  else if ('report' in item) checkReport(checker, path, item, register)
  else if ('record' in item) checkRecordFacts(checker, path, item, register)
  else if ('fold' in item) return
  else if ('action' in item) {
    const ids = register.views.actions.map(action => action.id)
    if (!checker.oneOf([...path, 'action'], 'action-unknown', `action of ${register.name}`, item.action, ids)) return
    const action = register.views.actions.find(({ id }) => id === item.action)
    if (item.inPlace && action && !('show' in action.does))
      checker.add([...path, 'inPlace'], 'show-needed', `The action ${item.action} shows no rows that could stand in place.`, {
        part: 'key',
      })
  } else {
    const list = register.lists.find(each => each.name === item.list)
    const lists = register.lists.map(each => each.name)
    if (!checker.oneOf([...path, 'list'], 'field-unknown', `list of ${register.name}`, item.list, lists)) return
    const rows = list && checker.model.registers[list.register]
    item.columns?.forEach((column, i) => {
      if (rows) checker.fieldPath([...path, 'columns', i], rows, column)
    })
    checker.message([...path, 'empty'], item.empty)
    if (item.repeats && rows) checker.field([...path, 'repeats'], rows, item.repeats)
    if (rows) for (const name of Object.keys(item.widths ?? {})) checker.field([...path, 'widths', name], rows, name)
    if (rows) checkRowWords(checker, path, item, rows)
    if (item.add && rows) checkAddBar(checker, [...path, 'add'], item.add, rows)
  }
}

function checkNote(checker: Checker, path: JsonPath, item: Extract<Item, { note: string }>, register: Register): void {
  checker.message([...path, 'note'], item.note)
  checker.expression([...path, 'when'], item.when, scopeOfRegister(checker.model, register.name), boolType)
}

/** A report in a form: it is there, and so is everything that it is asked. */
function checkReport(checker: Checker, path: JsonPath, item: Extract<Item, { report: string }>, register: Register): void {
  const { reports } = checker.model
  if (item.register !== undefined) checker.register([...path, 'register'], item.register)
  if (!reports[item.report] && checker.names.pages.has(item.report)) {
    checker.leave()
    return
  }
  if (!checker.oneOf([...path, 'report'], 'report-unknown', 'report', item.report, Object.keys(reports))) return
  const names = reports[item.report]?.parameters.flatMap(({ fills }) => fills) ?? []
  for (const [name, expression] of Object.entries(item.values ?? {})) {
    checker.oneOf([...path, 'values', name], 'parameter-unknown', `parameter of ${item.report}`, name, names)
    checker.expression([...path, 'values', name], expression, scopeOfRegister(checker.model, register.name), scalarTypes)
  }
}

/** A countdown needs a moment to count to. */
function checkUntil(checker: Checker, path: JsonPath, until: string | undefined, register: Register): void {
  const at = [...path, 'until']
  if (until === undefined || !checker.field(at, register, until)) return
  const field = register.fields.find(({ name }) => name === until)
  if (field && kindOf(field.kind).time !== 'instant') checker.add(at, 'moment-needed', `The field ${until} holds no moment.`)
}

/** Checks that words about a call belong to one. */
function checkTold(checker: Checker, path: JsonPath, action: ActionDefinition): void {
  if (action.shownOnce !== undefined && action.answer === undefined)
    checker.add([...path, 'shownOnce'], 'answer-needed', 'The dialog of an "answer" shows it.', { part: 'key' })
  if (!action.call && action.offers) checker.add([...path, 'offers'], 'call-needed', 'Only a "call" is refused.', { part: 'key' })
  for (const word of ['wait', 'answer', 'shownOnce', 'opens', 'undo'] as const)
    if (!action.call && action[word] !== undefined)
      checker.add([...path, word], 'call-needed', `Only an action with a "call" has "${word}".`, { part: 'key' })
}

/** Checks the condition that must hold first, and where it is put right; only a call tells where to go on. */
function checkDemand(
  checker: Checker,
  path: JsonPath,
  { demand, follow, reload, call }: ActionDefinition,
  register: Register,
): void {
  if (follow !== undefined && !call)
    checker.add([...path, 'follow'], 'follow-unused', 'Only the reply of a "call" can be followed.', { part: 'key' })
  if (reload !== undefined && !call)
    checker.add([...path, 'reload'], 'reload-unused', 'Only a "call" is followed by a page that is loaded anew.', { part: 'key' })
  checker.message([...path, 'reload', 'message'], reload?.message)
  if (!demand) return
  const scope = scopeOfRegister(checker.model, register.name)
  checker.expression([...path, 'demand', 'when'], demand.when, scope, boolType)
  checker.message([...path, 'demand', 'message'], demand.message)
  checker.address([...path, 'demand', 'open'], demand.open, scope)
  checker.page([...path, 'demand', 'open'], demand.open)
}

function checkAction(checker: Checker, path: JsonPath, action: ActionDefinition, register: Register): void {
  const scope = scopeOfRegister(checker.model, register.name)
  const done = actionCommandNames.filter(deed => action[deed] !== undefined)
  if (done.length !== 1) {
    const which = done.length === 0 ? 'does nothing' : `does ${done.join(' and ')}`
    checker.add(path, 'action-deed', `The action ${which}; it needs exactly one of ${actionCommandNames.join(', ')}.`)
  }
  checkDeedWords(checker, path, { title: action.title, 'ask.button': action.ask?.button, 'demand.button': action.demand?.button })
  checker.gate([...path, 'gate'], action.gate)
  checker.expression([...path, 'visibleWhen'], action.visibleWhen, scope, boolType)
  checker.expression([...path, 'enabledWhen'], action.enabledWhen, scope, boolType)
  if (action.place.some(place => place === 'row' || place === 'bulk'))
    for (const word of ['visibleWhen', 'enabledWhen'] as const) demandReadByList(checker, [...path, word], action[word], register)
  checkUntil(checker, path, action.until, register)
  for (const event of ['confirm', 'wait', 'answer', 'success', 'failure'] as const)
    checker.message([...path, event], action[event])
  checkTold(checker, path, action)
  for (const [code, id] of Object.entries(action.offers ?? {})) {
    checker.message([...path, 'offers', code], code)
    const ids = register.views.actions.map(each => each.id)
    checker.oneOf([...path, 'offers', code], 'action-unknown', `action of ${register.name}`, id, ids)
  }
  if (typeof action.after === 'string' && action.after.startsWith('/')) checker.page([...path, 'after'], action.after)
  action.checks?.forEach(({ rule, message }, i) => {
    checker.expression([...path, 'checks', i, 'rule'], rule, scope, boolType)
    checker.message([...path, 'checks', i, 'message'], message)
  })
  checkDemand(checker, path, action, register)
  if (typeof action.after === 'object') checkWhere(checker, [...path, 'after', 'next'], register, action.after.next)
  if (action.main && !action.place.includes('save'))
    checker.add(
      [...path, 'main'],
      'main-unused',
      'Only an action beside the button that saves can be the main one: "place" lacks "save".',
      { part: 'key' },
    )
  checkActionKeys(checker, path, action, register)
  checkWithoutRecord(checker, path, action, register)
  checker.address([...path, 'open'], action.open, scope)
  checker.page([...path, 'open'], action.open)
  checker.call([...path, 'call'], action.call, scope)
  checker.call([...path, 'download', 'call'], action.download?.call, scope)
  checker.expression([...path, 'copy'], action.copy, scope, scalarTypes)
  checkAsk(checker, path, action, register)
  checkDialog(checker, path, action, register)
  for (const [name, value] of Object.entries(action.set ?? {})) {
    const field = register.fields.find(each => each.name === name)
    if (!checker.field([...path, 'set', name], register, name, 'key') || !field) continue
    if (field.readOnly || (field.compute !== undefined && field.writes === undefined))
      checker.add([...path, 'set', name], 'set-kept', `The server keeps the field ${name}: nobody sets it.`, { part: 'key' })
    const accepted = kindOf(field.kind).accept(value, field)
    const takes = value === null ? !field.required : accepted.ok && kindOf(field.kind).check(accepted.value, field) === undefined
    if (!takes) checker.add([...path, 'set', name], 'value-invalid', `The field ${name} does not take ${JSON.stringify(value)}.`)
  }
}
