import type { AutomationDefinition } from '../../../generated/definitions.ts'
import { automationColumns } from '../../expression/automationScope.ts'
import { compileExpression, type ExpressionScope } from '../../expression.ts'
import { type Field, hasSureDefault } from '../../field.ts'
import type { Register } from '../../model.ts'
import { fieldOf, isSystemField } from '../../register.ts'
import type { JsonPath } from '../../source/source.ts'
import { type Automation, registerOfStart } from '../../views/automation.ts'
import { wayOf } from '../../ways/wayOf.ts'
import { anyType, boolType, type Checker, fieldNamesOf, textType } from '../checker.ts'
import { checkWritten } from '../expression/writtenValue.ts'
import { checkActionWay } from '../form/ways.ts'
import { checkNames, fieldsInWords, type Named } from '../people/notice.ts'

type Step = AutomationDefinition['steps'][number]

interface Place {
  readonly checker: Checker
  readonly value: AutomationDefinition
  readonly automation: Automation
  readonly scope: ExpressionScope
  /** The register of the record that starts it. */
  readonly register: Register | undefined
  readonly named: Named
}

const deeds = ['webhook', 'mail', 'notify', 'set', 'create', 'way'] as const

/** The steps of an automation: each does one thing, with what there is. */
export function checkSteps(checker: Checker, value: AutomationDefinition, automation: Automation, scope: ExpressionScope): void {
  const register = checker.model.registers[registerOfStart(automation.on) ?? '']
  const named = fieldsInWords(checker, register, automationColumns(checker.model, automation))
  const place: Place = { checker, value, automation, scope, register, named }
  checker.twice(
    ['steps'],
    value.steps.map(({ id }) => id),
    'step',
    i => [i, 'id'],
  )
  value.steps.forEach((step, i) => {
    checkStep(place, step, ['steps', i])
  })
}

function checkStep(place: Place, step: Step, path: JsonPath): void {
  const { checker, scope } = place
  checker.expression([...path, 'when'], step.when, scope, boolType, 'references')
  const [deed, ...more] = deeds.filter(word => step[word] !== undefined)
  if (deed === undefined || more.length > 0) {
    const message = `A step does exactly one thing: ${deeds.join(', ')}.`
    checker.add([...path, ...more.slice(0, 1)], 'automation-step', message, more.length > 0 ? { part: 'key' } : {})
    return
  }
  if (step.webhook) checkBody(place, step.webhook.body, [...path, 'webhook', 'body'])
  if (step.mail) checkMail(place, step.mail, [...path, 'mail'])
  if (step.notify) {
    checkNames(checker, [...path, 'notify', 'text'], step.notify.text, place.named)
    checkPage(place, step.notify.page, [...path, 'notify', 'page'])
  }
  if (step.set) checkSet(place, step.set.values, [...path, 'set'])
  if (step.create) checkCreate(place, step.create, [...path, 'create'])
  if (step.way) checkWayStep(place, step.way, [...path, 'way'])
}

/** A call names its values one by one: none of them is a secret, by whichever way it is read. */
function checkBody({ checker, scope, register }: Place, body: Readonly<Record<string, string>>, path: JsonPath): void {
  for (const [name, expression] of Object.entries(body)) {
    checker.expression([...path, name], expression, scope, anyType, 'references')
    refuseSecrets(checker, scope, register, expression, [...path, name])
  }
}

function refuseSecrets(
  checker: Checker,
  scope: ExpressionScope,
  register: Register | undefined,
  expression: string,
  path: JsonPath,
): void {
  const secret = fieldsRead(checker, scope, register, expression).find(field => field.secret)
  if (secret) checker.add(path, 'automation-secret', `The field ${secret.name} is secret: it leaves by no automation.`)
}

/** The fields of the record, and of those that it refers to, that an expression reads. */
function fieldsRead(checker: Checker, scope: ExpressionScope, register: Register | undefined, expression: string): Field[] {
  const compiled = compileExpression(expression, scope)
  if (!compiled.ok || !register) return []
  return compiled.value.reads.flatMap(([first = '', member = '']) => {
    const to = register.fields.find(({ reference }) => reference?.as === first)?.reference?.to
    return (to === undefined ? fieldOf(register, first) : fieldOf(checker.model.registers[to] ?? register, member)) ?? []
  })
}

/** A letter goes to an address: a field of telephones, figures or options holds none. */
function checkRecipient({ checker, scope, register }: Place, to: string, path: JsonPath): void {
  checker.expression(path, to, scope, textType, 'references')
  const [field] = /^\s*\w+(\.\w+)?\s*$/.test(to) ? fieldsRead(checker, scope, register, to) : []
  if (field && (field.choices || (field.refine && field.refine.keyboard !== 'email')))
    checker.add(path, 'automation-step', `The field ${field.name} holds no e-mail address: a letter reaches nobody there.`)
}

function checkMail(place: Place, mail: NonNullable<Step['mail']>, path: JsonPath): void {
  const { checker, named } = place
  if ((mail.to === undefined) === (mail.people === undefined))
    checker.add(path, 'automation-step', 'A letter goes to exactly one of `to` (an address) and `people` (a gate).')
  if (mail.to !== undefined) checkRecipient(place, mail.to, [...path, 'to'])
  checker.gate([...path, 'people'], mail.people, 'people')
  checkNames(checker, [...path, 'subject'], mail.subject, named, 'letter')
  checkNames(checker, [...path, 'text'], mail.text, named, 'letter')
  checkPage(place, mail.page, [...path, 'page'])
  if (mail.document !== undefined) checkDocument(place, mail.document, [...path, 'document'])
}

/** A document of the record that starts it, with nothing on it that somebody would have to ask for. */
function checkDocument({ checker, value, register }: Place, name: string, path: JsonPath): void {
  const all = Object.values(checker.model.documents)
  if (!register || value.on.event === 'removed') {
    checker.add(path, 'automation-step', 'There is no record that could be printed.', { part: 'key' })
    return
  }
  const own = all.filter(document => document.register === register.name)
  const names = new Set(own.map(document => document.name))
  if (!checker.oneOf(path, 'document-unknown', `document of ${register.name}`, name, names)) return
  const document = checker.model.documents[name]
  if (document?.period || document?.parts.some(part => 'table' in part && 'query' in part.table.of))
    checker.add(path, 'automation-step', `The document ${name} shows a report, which is asked for by a person.`)
}

/** A way that people take, too, of the record or of one that it refers to, with all that it asks for. */
function checkWayStep(place: Place, { take, of, values = {} }: NonNullable<Step['way']>, path: JsonPath): void {
  const { checker, value, register: own } = place
  if (!own || (value.on.event === 'removed' && of === undefined)) {
    checker.add(path, 'automation-step', 'There is no record that could take a way.', { part: 'key' })
    return
  }
  const register = of === undefined ? own : referred(checker, own, of, [...path, 'of'])
  if (!register) return
  checkActionWay(checker, path, take, register, 'people', 'take')
  const named = wayOf(register, take, 'people')
  if (!named) return
  const { field, way } = named
  const asked = new Set(way.ask)
  for (const name of Object.keys(values))
    checker.oneOf([...path, 'values', name], 'field-unknown', `field that "${take}" asks for`, name, asked, 'key')
  for (const name of asked)
    if (values[name] === undefined)
      checker.add([...path, 'take'], 'automation-value', `The way "${take}" asks for "${name}": give it by "values".`)
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => asked.has(name)))
  checkValues(place, register, known, [...path, 'values'])
  const heard = [...(value.on.fields ?? []), ...(value.on.state === undefined ? [] : [value.on.state])]
  if (of === undefined && (heard.includes(field.name) || value.on.way === take)) {
    const message = `"${take}" is what starts this automation: it never starts itself, and each try is logged as cut.`
    checker.add([...path, 'take'], 'automation-hears-itself', message)
  }
}

/** The register of the store to which a reference of the record leads. */
function referred(checker: Checker, own: Register, of: string, path: JsonPath): Register | undefined {
  if (!checker.field(path, own, of)) return undefined
  const to = fieldOf(own, of)?.reference?.to
  const register = to === undefined ? undefined : checker.model.registers[to]
  if (register?.scope === 'store') return register
  checker.add(path, 'automation-step', `The field ${of} refers to no record of the store.`)
  return undefined
}

function checkPage({ checker, named }: Place, page: string | undefined, path: JsonPath): void {
  checkNames(checker, path, page, named)
  checker.page(path, page)
}

type Values = Readonly<Record<string, string>>

function checkSet(place: Place, values: Values, path: JsonPath): void {
  const { checker, value, register } = place
  if (!register || value.on.event === 'removed') {
    const message = register
      ? 'The record that was removed gets no values.'
      : 'There is no record that could get values: nothing but a time starts it.'
    checker.add(path, 'automation-step', message)
    return
  }
  checkValues(place, register, values, [...path, 'values'])
  // It would start itself: its chain stops it, each time anew.
  const heard = value.on.fields ?? (value.on.state === undefined ? [] : [value.on.state])
  for (const name of Object.keys(values))
    if (heard.includes(name)) {
      const message = `"${name}" is what starts this automation: it never starts itself, and each try is logged as cut.`
      checker.add([...path, 'values', name], 'automation-hears-itself', message, { part: 'key' })
    }
}

function checkCreate(place: Place, { register: name, values }: NonNullable<Step['create']>, path: JsonPath): void {
  const { checker } = place
  const register = checker.register([...path, 'register'], name)
  if (!register) return
  if (register.scope !== 'store') {
    checker.add([...path, 'register'], 'automation-step', `Records of ${name} belong to no store.`)
    return
  }
  checkValues(place, register, values, [...path, 'values'])
  for (const field of register.fields) {
    const isOpen = field.required && field.stored && !field.readOnly && !isSystemField(field.name) && !values[field.name]
    if (isOpen && !hasSureDefault(field))
      checker.add([...path, 'values'], 'automation-value', `A record of ${name} needs a value of "${field.name}".`, {
        part: 'key',
      })
  }
}

function checkValues({ checker, scope }: Place, register: Register, values: Values, path: JsonPath): void {
  for (const [name, expression] of Object.entries(values)) {
    const at = [...path, name]
    if (!checker.oneOf(at, 'field-unknown', `field of ${register.name}`, name, fieldNamesOf(register), 'key')) continue
    const field = fieldOf(register, name)
    if (field && (field.readOnly || !field.stored || isSystemField(name))) {
      checker.add(at, 'automation-value', `The field ${name} is kept by the server: no automation writes it.`, { part: 'key' })
      continue
    }
    checkWritten(checker, at, name, expression, { register, scope, reaches: 'references' })
  }
}
