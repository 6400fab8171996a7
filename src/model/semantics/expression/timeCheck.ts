import type { ASTNode } from '@marcbachmann/cel-js'
import type { Kind } from '../../../kinds/kind.ts'
import type { ExpressionScope } from '../../expression.ts'
import { childNodesOf, nodesBelow, typeOf } from './optionCheck.ts'

type Time = NonNullable<Kind['time']>

const words: Readonly<Record<Time, string>> = { day: 'a day', instant: 'a moment', hour: 'a time' }

/** How a day, a moment and a time are written. */
const forms: readonly (readonly [Time, RegExp])[] = [
  ['day', /^\d{4}-\d\d-\d\d$/],
  ['instant', /^\d{4}-\d\d-\d\dT/],
  ['hour', /^\d\d:\d\d(:\d\d)?$/],
]

const functions: Readonly<Record<string, Time>> = {
  date: 'day',
  addDays: 'day',
  addMonths: 'day',
  startOfDay: 'instant',
  endOfDay: 'instant',
  addMinutes: 'instant',
  clock: 'hour',
}

const hints: Readonly<Record<Time, string>> = {
  day: 'date(...) gives the day of a moment',
  instant: 'startOfDay(...) gives the moment at which a day begins, and "now" is one',
  hour: 'clock(...) gives the time of a moment',
}

/** A place of an expression at which a day stands for a moment, or something else that is no such value: all of them are texts. */
export interface MixedTime {
  readonly message: string
  readonly at: number
}

/** Comparisons of a day with a moment or a time, or with a text that is none: they never hold, or always. */
export function mixedTimes(expression: string, scope: ExpressionScope): MixedTime[] {
  return nodesBelow(scope.environment.parse(expression).ast).flatMap(node => {
    if (!['==', '!=', '<', '<=', '>', '>='].includes(node.op)) return []
    const [left, right] = childNodesOf(node)
    if (!left || !right) return []
    const wanted = timeOf(left, scope) ?? timeOf(right, scope)
    return wanted === undefined ? [] : [left, right].flatMap(side => unlike(side, wanted, scope, 'is compared with')).slice(0, 1)
  })
}

/** Values that an expression may give to a field that is a day, a moment or a time, and that are none. */
export const foreignTimes = (expression: string, wanted: Time, scope: ExpressionScope): MixedTime[] =>
  resultsOf(scope.environment.parse(expression).ast).flatMap(node => unlike(node, wanted, scope, 'is given to'))

/** The parts of an expression that may be its value. */
export function resultsOf(node: ASTNode): ASTNode[] {
  if (node.op !== '?:') return [node]
  return node.args.slice(1).flatMap(resultsOf)
}

function unlike(node: ASTNode, wanted: Time, scope: ExpressionScope, deed: string): MixedTime[] {
  const at = node.start ?? 0
  const time = timeOf(node, scope)
  if (time === wanted) return []
  if (time !== undefined) return [{ message: `Here ${words[time]} ${deed} ${words[wanted]}: ${hints[wanted]}.`, at }]
  if (node.op !== 'value' || typeof node.args !== 'string' || node.args === '') return []
  return [{ message: `"${node.args}" ${deed} ${words[wanted]}, and is none: write ${examples[wanted]}.`, at }]
}

const examples: Readonly<Record<Time, string>> = { day: '2026-01-31', instant: '2026-01-31T12:00:00.000Z', hour: '09:30' }

/** The relation of a value to time, where the expression says it. */
function timeOf(node: ASTNode, scope: ExpressionScope): Time | undefined {
  if (node.op === 'value') return typeof node.args === 'string' ? formOf(node.args) : undefined
  if (node.op === 'id') return node.args === 'today' ? 'day' : node.args === 'now' ? 'instant' : scope.valuesOf(node.args)?.time
  if (node.op === '.') {
    const [holder, name] = node.args
    const row = typeOf(holder, scope)
    return row === undefined ? undefined : scope.valuesOf(name, row)?.time
  }
  if (node.op === 'call') return functions[node.args[0]]
  if (node.op !== '?:') return undefined
  const [first, ...others] = resultsOf(node).map(each => timeOf(each, scope))
  return others.every(each => each === first) ? first : undefined
}

const formOf = (text: string): Time | undefined => forms.find(([, form]) => form.test(text))?.[0]
