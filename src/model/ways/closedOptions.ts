import type { Value } from '../../kinds/kind.ts'
import type { Expression, Field } from '../model.ts'
import { waysOfPeople } from './waysFrom.ts'

/**
 * Options of a choice with ways to which none leads from a value for this person, so that nobody is offered them. One whose way is closed for now is
 * offered where the way tells why: choosing it tells the person what is missing.
 */
export function closedOptions(
  field: Field,
  from: Value | undefined,
  { holds, may }: { holds(when: Expression): boolean; may(gate: Expression): boolean },
): Value[] {
  if (!field.ways) return []
  const offered = waysOfPeople(field, from, may).filter(
    ({ when, message }) => when === undefined || message !== undefined || holds(when),
  )
  return (field.choices ?? [])
    .map(({ value }) => value)
    .filter(value => value !== from && !offered.some(({ to }) => to === value))
}
