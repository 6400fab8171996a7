import type { Value } from '../../kinds/kind.ts'
import type { Expression, Field } from '../model.ts'

/**
 * Options of a choice that moves to which no way leads from a value, so that nobody is offered them. One whose way is closed for now is offered where the
 * way tells why: choosing it tells the person what is missing.
 */
export function closedOptions(
  { moves, choices = [] }: Field,
  from: Value | undefined,
  holds: (when: Expression) => boolean,
): Value[] {
  if (!moves) return []
  const ways = moves.ways.filter(way => way.from?.some(one => one === from) ?? true)
  const offered = ways.filter(({ when, message }) => when === undefined || message !== undefined || holds(when))
  return choices
    .map(({ value }) => value)
    .filter(value => value !== from && !offered.some(({ to }) => to?.some(one => one === value) ?? true))
}
