import { isRecord } from '../../base/record.ts'
import { asValue } from '../../kinds/asValue.ts'
import type { Value } from '../../kinds/kind.ts'
import { rowsBehind } from '../build/beyondList.ts'
import { conditionHolds, type EvaluationContext } from '../expression.ts'
import type { Field, Way } from '../field.ts'
import type { Expression, Model, Register } from '../model.ts'
import { isEmpty } from '../validation/isEmpty.ts'

/** Those of the ways that begin at an option and lead elsewhere. */
export const waysFrom = ({ ways }: Field, from: Value | undefined): readonly Way[] =>
  (ways?.list ?? []).filter(way => way.to !== from && (way.from?.some(one => one === from) ?? true))

/** Those of them that people take who pass such gates. */
export const waysOfPeople = (field: Field, from: Value | undefined, may: (gate: Expression) => boolean): readonly Way[] =>
  waysFrom(field, from).filter(way => !way.server && (way.gate === undefined || may(way.gate)))

/** A way out of the state in which a record stands. */
export interface OfferedWay {
  readonly field: string
  readonly way: Way
  /** Whether it can be taken as the record stands; where its rows are not at hand, nothing speaks against it. */
  readonly open: boolean
  /** Message code that tells why it cannot. */
  readonly message?: string
  /** Fields that lack for it, but those that it asks for. */
  readonly lacking: readonly string[]
}

/** The person who asks, and the moment: `may` answers a gate for that person. */
export interface WayAsker extends Omit<EvaluationContext, 'record' | 'before' | 'isNew'> {
  may(gate: Expression): boolean
}

/**
 * The ways that somebody is offered from a saved record, field by field in the order of the definition: the buttons of a form, actions of a row,
 * columns of a board into which a card may go. Empty where they may not change it.
 */
export function openWays(
  model: Model,
  register: Register,
  record: Readonly<Record<string, unknown>>,
  asker: WayAsker,
): OfferedWay[] {
  const { may, ...moment } = asker
  const { change } = register.access
  if (change === undefined || !may(change)) return []
  return register.fields.flatMap(field => {
    const from = asValue(record[field.name])
    return waysOfPeople(field, from, may).map((way): OfferedWay => {
      // The record as it shall be, before anything is asked.
      const wanted = { ...record, [field.name]: way.to }
      const told = way.when !== undefined && isAtHand(register, way.when, record)
      const open =
        !told || conditionHolds(model, register.name, way.when, { ...moment, record: wanted, before: record, isNew: false })
      const lacking = lackingOf(
        way,
        record,
        name => register.lists.every(list => list.name !== name) || Array.isArray(record[name]),
      )
      return {
        field: field.name,
        way,
        open: open && lacking.length === 0,
        lacking,
        ...(open || way.message === undefined ? {} : { message: way.message }),
      }
    })
  })
}

/** Tells whether a way waits for others, of the record as it shall be. */
export const needsApproval = (model: Model, register: string, { approve }: Way, moment: EvaluationContext): boolean =>
  approve !== undefined && conditionHolds(model, register, approve.above, moment)

/** Required fields and lists that are empty, of those that are known. */
export const lackingOf = (
  { require = [], ask = [] }: Way,
  record: Readonly<Record<string, unknown>>,
  isKnown: (name: string) => boolean = () => true,
): string[] => require.filter(name => !ask.includes(name) && isKnown(name) && isLacking(record[name]))

/** An empty list lacks as an empty field does. */
const isLacking = (value: unknown): boolean =>
  isEmpty(value) || (Array.isArray(value) && value.every(row => isRecord(row) && row.deletar === true))

/** Lists of records come without the rows of theirs. */
const isAtHand = (register: Register, when: Expression, record: Readonly<Record<string, unknown>>): boolean => {
  const list = rowsBehind(register, when)
  return list === undefined || Array.isArray(record[list])
}
