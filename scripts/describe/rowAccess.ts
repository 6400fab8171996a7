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

function sayAlternative(model: Model, register: Register, { gate, where }: RowCondition): string {
  const mine = Object.keys(where).filter(name => where[name] === '$user')
  const rest = Object.fromEntries(Object.entries(where).filter(([name]) => !mine.includes(name)))
  const whose = mine.map(name => `da própria pessoa (${inQuotes(fieldOf(register, name)?.title ?? name)})`)
  const which = Object.keys(rest).length > 0 ? [describeWhere(model, register.name, rest)] : []
  const records =
    whose.length + which.length === 0 ? 'todos os registros' : [whose.length > 0 ? 'os' : 'aqueles', ...whose, ...which].join(' ')
  return gate === undefined ? records : `${records}, para ${describeGate(model, gate)}`
}

/** A screen in whose fields people choose records of a register, by their code and name alone, and who opens it. */
export interface ReferencingPage {
  readonly title: string
  readonly gate: Expression | undefined
}

/** Where records of a register are chosen: registers that refer to it and reports that ask for it, each told once. */
export function referencingPagesOf(model: Model, register: Register): readonly ReferencingPage[] {
  const found = new Map<string, ReferencingPage>()
  for (const other of Object.values(model.registers)) {
    if (!other.fields.some(field => !field.readOnly && field.reference?.to === register.name)) continue
    const place = other.parent ? model.registers[other.parent.register] : other
    if (place && place.name !== register.name) found.set(place.name, { title: place.title, gate: place.access.see })
  }
  for (const { name, title, gate, parameters } of Object.values(model.reports))
    if (parameters.some(({ reference }) => reference?.to === register.name)) found.set(`report ${name}`, { title, gate })
  return [...found.values()].filter(({ gate }) => gate !== undefined)
}
