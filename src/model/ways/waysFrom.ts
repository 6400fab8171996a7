import { isRecord } from '../../base/record.ts'
import type { Value } from '../../kinds/kind.ts'
import { conditionHolds, type EvaluationContext } from '../expression.ts'
import type { Field, Way } from '../field.ts'
import type { Expression, Model } from '../model.ts'
import { isEmpty } from '../validation/isEmpty.ts'

/** Those of the ways that begin at an option and lead elsewhere. */
export const waysFrom = ({ ways }: Field, from: Value | undefined): readonly Way[] =>
  (ways?.list ?? []).filter(way => way.to !== from && (way.from?.some(one => one === from) ?? true))

/** Those of them that people take who pass such gates. */
export const waysOfPeople = (field: Field, from: Value | undefined, may: (gate: Expression) => boolean): readonly Way[] =>
  waysFrom(field, from).filter(way => !way.server && (way.gate === undefined || may(way.gate)))

/** Tells whether a way waits for others, of the record as it shall be. */
export const needsApproval = (model: Model, register: string, { approve }: Way, moment: EvaluationContext): boolean =>
  approve !== undefined && conditionHolds(model, register, approve.above, moment)

/** Required fields and lists that are empty. */
export const lackingOf = ({ require = [], ask = [] }: Way, record: Readonly<Record<string, unknown>>): string[] =>
  require.filter(name => !ask.includes(name) && isLacking(record[name]))

/** An empty list lacks as an empty field does. */
const isLacking = (value: unknown): boolean =>
  isEmpty(value) || (Array.isArray(value) && value.every(row => isRecord(row) && row.deletar === true))
