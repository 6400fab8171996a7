import { choosingPlacesOf, formsChoosing } from '../../src/model/access/choosing.ts'
import type { Expression, Model, Register, RowCondition } from '../../src/model/model.ts'
import { fieldOf } from '../../src/model/register.ts'
import { describeWhere } from './field.ts'
import { describeGate } from './gate.ts'
import { inQuotes, joinWords } from './phrase.ts'

/** Which records a gate is not enough for, in words: 'os da própria pessoa (“Usuário”)'. Nothing when all are meant. */
export function describeRowAccess(model: Model, register: Register, act: 'see' | 'change'): string | undefined {
  const alternatives = register.rows?.[act]
  return (
    alternatives &&
    joinWords(
      alternatives.map(each => sayAlternative(model, register, each)),
      'ou',
    )
  )
}

function sayAlternative(model: Model, register: Register, { gate, where = {}, referredBy }: RowCondition): string {
  const mine = Object.keys(where).filter(name => where[name] === '$user')
  const rest = Object.fromEntries(Object.entries(where).filter(([name]) => !mine.includes(name)))
  const whose = mine.map(name => `da própria pessoa (${inQuotes(fieldOf(register, name)?.title ?? name)})`)
  const which = Object.keys(rest).length > 0 ? [describeWhere(model, register.name, rest)] : []
  const stores = referredBy ? [sayReferrer(model, referredBy)] : []
  const said = [...whose, ...which, ...stores]
  const records = said.length === 0 ? 'todos os registros' : [whose.length > 0 ? 'os' : 'aqueles', ...said].join(' ')
  return gate === undefined ? records : `${records}, para ${describeGate(model, gate)}`
}

const sayReferrer = (model: Model, { register }: { readonly register: string }): string =>
  `que constam em ${inQuotes(model.registers[register]?.title ?? register)} das lojas da própria pessoa`

/** A screen in whose fields people choose records of a register, by their code and name alone, and who opens it. */
export interface ReferencingPage {
  readonly title: string
  readonly gate: Expression
}

/** Where records of a register are chosen: registers that refer to it, reports and screens that ask for it, each told once. */
export function referencingPagesOf(model: Model, register: Register): readonly ReferencingPage[] {
  const screens = choosingPlacesOf(model, register)
    .filter(place => place.register.name !== register.name)
    .map(place => ({ title: place.register.title, gate: place.gates.map(gate => `(${gate})`).join(' || ') }))
  const reports = Object.values(model.reports)
    .filter(({ parameters }) => parameters.some(({ reference }) => reference?.to === register.name))
    .map(({ title, gate }) => ({ title, gate }))
  return [...screens, ...reports, ...formsChoosing(model, register).map(({ title, gate }) => ({ title, gate }))]
}
