import type { Field, Model, Register, Way } from '../../src/model/model.ts'
import type { Automation, StepDeed } from '../../src/model/views/automation.ts'
import type { WayFollow } from '../../src/model/ways/drawWays.ts'
import { describeCondition } from './expression.ts'
import { expressionNamesOf } from './expressionNames.ts'
import { describeGate } from './gate.ts'
import { inQuotes, joinWords } from './phrase.ts'

/** Returns what comes of each way of a choice, by its id: who approves it, which automations it starts, and which notices look at it. */
export function describeFollows(model: Model, register: Register, field: Field): ReadonlyMap<string, readonly WayFollow[]> {
  const ways = field.ways?.list ?? []
  return new Map(ways.map(way => [way.id, [...approvalOf(model, register, way), ...startedBy(model, register, field, way)]]))
}

function approvalOf(model: Model, register: Register, { approve }: Way): WayFollow[] {
  if (!approve) return []
  const { gate, people = 1, above } = approve
  const many = people === 2 ? 'Aprovam outras duas pessoas' : 'Aprova outra pessoa'
  const when = above === undefined ? '' : `, quando ${describeCondition(above, expressionNamesOf(model, register))}`
  return [{ kind: 'approval', title: many, words: `${many}, com ${inQuotes(describeGate(model, gate))}${when}` }]
}

function startedBy(model: Model, register: Register, field: Field, way: Way): WayFollow[] {
  const isTable = (name: string): boolean => model.registers[name]?.table === register.table
  const automations = Object.values(model.automations).filter(
    ({ on }) => 'register' in on && isTable(on.register) && hears(on, field, way),
  )
  const notices = Object.values(model.notices).filter(
    ({ on, when }) =>
      'event' in on && on.event !== 'made' && isTable(on.register) && new RegExp(`\\b${field.name}\\b`).test(when ?? ''),
  )
  return [
    ...automations.map(
      (one): WayFollow => ({ kind: 'automation', title: one.title, words: automationWords(model, register, one) }),
    ),
    ...notices.map(({ title, gate }): WayFollow => {
      return {
        kind: 'notice',
        title,
        words: `Pode avisar: ${inQuotes(title)}, a quem tem ${inQuotes(describeGate(model, gate))}`,
      }
    }),
  ]
}

/** Tells whether an automation listens to a way: by its name, or by the options that it leaves and reaches. */
function hears(on: Automation['on'], field: Field, way: Way): boolean {
  if ('way' in on) return on.way === way.id
  if (!('state' in on)) return false
  return (
    on.state === field.name && on.to === way.to && (on.from === undefined || (way.from?.some(one => one === on.from) ?? true))
  )
}

function automationWords(model: Model, register: Register, { title, when, steps }: Automation): string {
  const only = when === undefined ? '' : ` quando ${describeCondition(when, expressionNamesOf(model, register))}`
  const deeds = steps.map(({ deed }) => deedWords(model, register, deed))
  return `Começa a automação ${inQuotes(title)}${only}: ${joinWords(deeds, 'e')}`
}

function deedWords(model: Model, register: Register, deed: StepDeed): string {
  const titleOf = (name: string): string => inQuotes(model.registers[name]?.title ?? name)
  switch (deed.kind) {
    case 'webhook':
      return 'chama outro sistema'
    case 'mail':
      return deed.document === undefined ? 'escreve um e-mail' : 'escreve um e-mail com o documento'
    case 'notify':
      return 'avisa as pessoas da loja'
    case 'set':
      return 'preenche campos'
    case 'create':
      return `cria um registro de ${titleOf(deed.register)}`
    case 'way': {
      const to = register.fields.find(({ name }) => name === deed.of)?.reference?.to
      const taken = model.registers[deed.of === undefined ? register.name : (to ?? '')]
      const way = taken?.fields.flatMap(({ ways }) => ways?.list ?? []).find(({ id }) => id === deed.take)
      return `toma o caminho ${inQuotes(way?.title ?? deed.take)}`
    }
  }
}
