import type { AutomationDefinition } from '../../../generated/definitions.ts'
import { kindByName } from '../../../kinds/values.ts'
import { scopeOfAutomation } from '../../expression/automationScope.ts'
import type { Register } from '../../model.ts'
import { fieldOf } from '../../register.ts'
import type { Automation } from '../../views/automation.ts'
import { boolType, type Checker } from '../checker.ts'
import { checkActionWay } from '../form/ways.ts'
import { checkRows } from '../people/notice.ts'
import { checkSteps } from './steps.ts'

type Start = AutomationDefinition['on']

/** The words of each way to start, by the word that tells it. */
const ways = {
  event: ['register', 'event', 'fields'],
  state: ['register', 'state', 'to', 'from'],
  way: ['register', 'way'],
  at: ['register', 'at', 'days', 'minutes', 'yearly', 'time'],
  call: ['register', 'call'],
  query: ['query', 'rows', 'key', 'parameters', 'every', 'time'],
  every: ['every', 'time'],
} as const

const allWays = ['event', 'state', 'way', 'at', 'call', 'query', 'every'] as const

/** An automation: what starts it is there, its steps name what there is, and their expressions hold. */
export function checkAutomation(checker: Checker, value: AutomationDefinition, automation: Automation): void {
  checker.gate(['gate'], value.gate)
  if (!checkStart(checker, value.on)) return
  const scope = scopeOfAutomation(checker.model, automation)
  if (!scope) return
  checker.expression(['when'], value.when, scope, boolType, 'references')
  checkSteps(checker, value, automation, scope)
}

/** Exactly one way to start, with its own words. Tells whether the rest can be looked at. */
function checkStart(checker: Checker, on: Start): boolean {
  const said = allWays.filter(way => on[way] !== undefined && !(way === 'every' && on.query !== undefined))
  const [way, ...more] = said
  if (way === undefined || more.length > 0) {
    const message = 'An automation starts in exactly one way: event, state, way, at, call, every or query.'
    checker.add(['on', ...more.slice(0, 1)], 'automation-start', message, more.length > 0 ? { part: 'key' } : {})
    return false
  }
  const own: readonly string[] = ways[way]
  const strange = Object.keys(on).find(word => !own.includes(word))
  if (strange !== undefined) {
    checker.add(['on', strange], 'automation-start', `"${strange}" says nothing beside "${way}".`, { part: 'key' })
    return false
  }
  if (on.every === 'hour' && on.time !== undefined)
    checker.add(['on', 'time'], 'automation-start', 'What comes each hour comes at its beginning: leave "time" out.', {
      part: 'key',
    })
  if (way === 'query') return checkRows(checker, on)
  return way === 'every' || checkRecord(checker, on)
}

function checkRecord(checker: Checker, on: Start): boolean {
  if (on.register === undefined) {
    checker.add(['on'], 'automation-start', 'The register of the record is missing: add "register".')
    return false
  }
  const register = checker.register(['on', 'register'], on.register)
  if (!register) return false
  if (register.scope !== 'store') {
    const message = `Records of ${register.name} belong to no store, in which it could be switched on.`
    checker.add(['on', 'register'], 'automation-start', message)
    return false
  }
  if (register.role === 'automationRuns') {
    checker.add(['on', 'register'], 'automation-start', 'The log of automations starts none.')
    return false
  }
  checkFields(checker, on, register)
  if (on.state !== undefined) checkState(checker, on, register)
  checkActionWay(checker, ['on'], on.way, register, 'any')
  return on.at === undefined || checkMoment(checker, on, register)
}

function checkFields(checker: Checker, { event, fields }: Start, register: Register): void {
  if (fields && event !== 'changed' && event !== 'saved')
    checker.add(['on', 'fields'], 'automation-start', `"fields" says nothing beside "${event}".`, { part: 'key' })
  fields?.forEach((name, i) => {
    const path = ['on', 'fields', i]
    if (!checker.field(path, register, name)) return
    if (!fieldOf(register, name)?.stored)
      checker.add(path, 'column-missing', `The field ${name} is not kept: nobody sees it change.`)
  })
}

function checkState(checker: Checker, { state = '', to, from }: Start, register: Register): void {
  if (to === undefined) checker.add(['on'], 'automation-start', 'The option that "state" takes is missing: add "to".')
  if (!checker.field(['on', 'state'], register, state)) return
  const choices = fieldOf(register, state)?.choices
  if (!choices) {
    checker.add(['on', 'state'], 'automation-start', `The field ${state} is no choice.`)
    return
  }
  const options = new Set(choices.map(({ value }) => String(value)))
  for (const [word, option] of Object.entries({ to, from }))
    if (option !== undefined) checker.oneOf(['on', word], 'option-unknown', `option of ${state}`, String(option), options)
}

function checkMoment(checker: Checker, { at = '', days, minutes, yearly }: Start, register: Register): boolean {
  if (!checker.field(['on', 'at'], register, at)) return false
  const field = fieldOf(register, at)
  const time = field?.stored ? kindByName(field.kind).time : undefined
  if (time === undefined) checker.add(['on', 'at'], 'automation-start', `The field ${at} keeps neither a day nor a moment.`)
  else if (days === undefined && minutes === undefined)
    checker.add(['on', 'at'], 'automation-start', `It is not said when: add "days"${time === 'day' ? '' : ' or "minutes"'}.`, {
      part: 'key',
    })
  else if (minutes !== undefined && (time === 'day' || days !== undefined)) {
    const message = days === undefined ? `The field ${at} is a day: say "days".` : '"minutes" says nothing beside "days".'
    checker.add(['on', 'minutes'], 'automation-start', message, { part: 'key' })
  } else if (minutes !== undefined && yearly)
    checker.add(['on', 'yearly'], 'automation-start', '"yearly" says nothing beside "minutes".', { part: 'key' })
  return true
}
