import type { RegisterDefinition } from '../../generated/definitions.ts'
import { kindByName } from '../../kinds/values.ts'
import { scopeOfRegister } from '../expression.ts'
import type { Field, Register } from '../model.ts'
import { fieldOf } from '../register.ts'
import type { JsonPath } from '../source/source.ts'
import { boolType, type Checker } from './checker.ts'

/** Kinds that can say where a range begins and ends: of time, or numbers. */
const isRanged = ({ kind, stored }: Field): boolean =>
  stored && (kindByName(kind).time !== undefined || kindByName(kind).places !== undefined)

/** Ranges that may not overlap: both ends of one kind, weekdays only beside times, switches that are switches. */
export function checkNoOverlap(
  checker: Checker,
  noOverlap: RegisterDefinition['register']['noOverlap'],
  register: Register,
): void {
  noOverlap?.forEach((one, i) => {
    const path = ['register', 'noOverlap', i]
    const ends = [one.from, one.to].map(name => fieldOf(register, name))
    const known = ['from', 'to'].every(word => checker.field([...path, word], register, one[word === 'from' ? 'from' : 'to']))
    if (known) checkEnds(checker, path, one, ends)
    for (const word of ['days', 'same', 'sharing'] as const) checker.fields([...path, word], register, one[word])
    one.days?.forEach((name, at) => {
      const field = fieldOf(register, name)
      if (field && kindByName(field.kind).chosenFrom !== 'options')
        checker.add([...path, 'days', at], 'range-kind', `"${name}" is not a weekday to choose.`)
    })
    one.sharing?.forEach((name, at) => {
      const field = fieldOf(register, name)
      if (field && kindByName(field.kind).expressionType(field) !== 'bool')
        checker.add([...path, 'sharing', at], 'range-kind', `"${name}" is not a switch.`)
    })
    checker.expression([...path, 'when'], one.when, scopeOfRegister(checker.model, register.name), boolType)
    checker.message([...path, 'message'], one.message)
  })
}

function checkEnds(
  checker: Checker,
  path: JsonPath,
  one: { readonly from: string; readonly to: string; readonly days?: readonly string[] },
  [from, to]: readonly (Field | undefined)[],
): void {
  if (!from || !to) return
  if (!isRanged(from)) {
    checker.add([...path, 'from'], 'range-kind', `"${one.from}" is no time, day, moment or number that is kept.`)
    return
  }
  if (to.kind !== from.kind)
    checker.add([...path, 'to'], 'range-kind', `"${one.from}" is of kind ${from.kind}, so "${one.to}" has to be as well.`)
  if (one.days && kindByName(from.kind).time !== 'hour')
    checker.add([...path, 'days'], 'range-kind', `Weekdays belong to times, and "${one.from}" is none.`)
}
