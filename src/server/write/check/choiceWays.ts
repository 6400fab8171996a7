import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { asValue } from '../../../kinds/asValue.ts'
import type { Value } from '../../../kinds/kind.ts'
import { gateAllows } from '../../../model/access/gate.ts'
import { conditionHolds, evaluate } from '../../../model/expression.ts'
import type { Field, Register, Way } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { fieldOf } from '../../../model/register.ts'
import { isEmpty } from '../../../model/validation/isEmpty.ts'
import { lackingOf, needsApproval, waysFrom } from '../../../model/ways/waysFrom.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { EffectContext } from '../effect.ts'
import type { WriteDraft } from '../store/writeDraft.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import { acceptedValues } from './assignments.ts'
import type { RuleContext } from './ruleContext.ts'

const moving = new WeakMap<Register, readonly Field[]>()

/** Choices that change on declared ways only: few registers have one. */
export const fieldsWithWays = (register: Register): readonly Field[] =>
  memoizeByKey(moving, register, () => register.fields.filter(({ ways }) => ways !== undefined))

/** The ways that a save goes, by field. */
export type TakenWays = ReadonlyMap<string, Way>

/**
 * Finds the ways that a body goes. What they set goes into the body, or into `own` where the server keeps the field; a list of changes gets a row. Lists
 * that the server keeps are taken from no body.
 */
export function prepareWays(saving: EffectContext, context: RuleContext, own: DataRow): TakenWays {
  const { table, before, body } = saving
  for (const list of table.register.lists) if (list.readOnly) delete body[list.name]
  const fields = fieldsWithWays(table.register)
  const taken = new Map<string, Way>()
  for (const field of fields) {
    const from = stateBefore(field, before)
    const to = wantedState(field, saving, own)
    const moves = to !== from && to !== null
    const way = moves ? likelyWay(field, from, to, saving, { context, own }) : undefined
    if (way) {
      taken.set(field.name, way)
      setValues(way, saving, { context, own })
    }
    const { history } = field.ways ?? {}
    if (history !== undefined && (!before || moves)) body[history] = [historyRow(history, field, to, way, saving)]
  }
  return taken
}

const stateBefore = ({ name, default: first }: Field, before: DataRow | undefined): Value =>
  asValue(before ? before[name] : first)

const wantedState = (field: Field, { table, before, body }: EffectContext, own: DataRow): Value => {
  const { name } = field
  const said = name in own ? own[name] : acceptedValues({ [name]: body[name] ?? null }, table)[name]
  return asValue(said ?? stateBefore(field, before))
}

interface Around {
  readonly context: RuleContext
  readonly own: DataRow
}

/** The way that was named; else the only one, or the first of several of which the condition holds by what is known so far. */
function likelyWay(
  field: Field,
  from: Value,
  to: Value,
  { work, table, before, body }: EffectContext,
  around: Around,
): Way | undefined {
  const ways = waysFrom(field, from).filter(way => way.to === to)
  const named = ways.find(way => way === work.taking?.way)
  if (named || ways.length < 2) return named ?? ways[0]
  const record = { ...before, ...acceptedValues(body, table), ...around.own }
  const holds = (way: Way): boolean => conditionHolds(work.model, table.register.name, way.when, { ...around.context, record })
  return ways.find(way => (work.byServer || isFor(way, work)) && holds(way)) ?? ways[0]
}

function setValues({ set = {} }: Way, { work, table, before, body }: EffectContext, { context, own }: Around): void {
  for (const [name, expression] of Object.entries(set)) {
    const record = { ...before, ...acceptedValues(body, table), ...own }
    const value = evaluate(work.model, table.register.name, expression, { ...context, record })
    // An expression over what is no value has none itself; the check will say what is wrong.
    if (value !== undefined) (table.byName.get(name)?.field.readOnly ? own : body)[name] = value
  }
}

/** The new state and what was asked, as far as the list has fields for it. */
function historyRow(list: string, field: Field, to: Value, way: Way | undefined, { work, table, body }: EffectContext): DataRow {
  const rows = work.model.registers[table.lists.get(list)?.register ?? '']
  const asked = (way?.ask ?? []).filter(name => rows && fieldOf(rows, name) && !isEmpty(body[name]))
  return { [field.name]: to, ...Object.fromEntries(asked.map(name => [name, body[name]])) }
}

/** Tells whether the person who saves may take it. */
const isFor = ({ server, gate }: Way, { caller }: Pick<UnitOfWork, 'caller'>): boolean =>
  !server && (gate === undefined || gateAllows(gate, caller.permission))

export interface Judged extends Around {
  readonly taken: TakenWays
  readonly body: DataRow
  readonly work: UnitOfWork
}

/** Changes of a choice on no declared way, or on one that is not open, for this person or at all. A new record comes from the default. */
export function wayProblems(draft: WriteDraft, judged: Judged): Problem[] {
  const { table, before, record } = draft
  return fieldsWithWays(table.register).flatMap((field): Problem[] => {
    const from = stateBefore(field, before)
    const to = asValue(field.name in judged.own ? judged.own[field.name] : record[field.name])
    if (to === from || to === null) return []
    const ways = waysFrom(field, from).filter(way => way.to === to)
    const open = judged.work.byServer ? ways : ways.filter(way => isFor(way, judged.work))
    if (open.length === 0) return [closedProblem(field, ways)]
    const chosen = open.find(way => way === judged.taken.get(field.name)) ?? open[0]
    const others = open.filter(way => way !== chosen && !way.set && !way.ask && !way.require && !way.approve)
    const told = chosen ? [...obstaclesTo(chosen, field, draft, judged), ...unapproved(chosen, field, draft, judged)] : []
    return told.length > 0 && others.some(way => obstaclesTo(way, field, draft, judged).length === 0) ? [] : told
  })
}

/** Of ways that are others' the first says so; one that only the server takes tells what it tells where it is closed. */
function closedProblem({ name, title }: Field, ways: readonly Way[]): Problem {
  const gated = ways.find(way => !way.server)
  if (gated) return { path: name, code: 'way-gate', params: { way: gated.title } }
  const message = ways.find(way => way.message !== undefined)?.message
  return message === undefined ? { path: name, code: 'way-unknown', params: { field: title } } : { path: name, code: message }
}

/** All that speaks against a way, of a record as it shall be. */
function obstaclesTo(
  way: Way,
  { name }: Field,
  { table, before, record }: WriteDraft,
  { body, context, own, work }: Judged,
): Problem[] {
  const whole = { ...before, ...record, ...own }
  const holds = conditionHolds(work.model, table.register.name, way.when, { ...context, record: whole })
  if (!holds)
    return [
      way.message === undefined
        ? { path: name, code: 'way-closed', params: { way: way.title } }
        : { path: name, code: way.message },
    ]
  const titleOf = (of: string): string => fieldOf(table.register, of)?.title ?? table.lists.get(of)?.title ?? of
  const lacking = lackingOf(way, whole).map(path => ({ path, code: 'way-requires', params: { field: titleOf(path) } }))
  const unsaid = work.byServer ? [] : (way.ask ?? []).filter(asked => isEmpty(body[asked]))
  return [...lacking, ...unsaid.map(path => ({ path, code: 'way-asks', params: { field: titleOf(path) } }))]
}

/** A way that needs the approval of others is asked for by its own call. */
function unapproved(way: Way, { name }: Field, { table, before, record }: WriteDraft, { context, own, work }: Judged): Problem[] {
  if (work.byServer || (work.taking?.way === way && work.taking.approved)) return []
  const moment = { ...context, record: { ...before, ...record, ...own } }
  return needsApproval(work.model, table.register.name, way, moment)
    ? [{ path: name, code: 'way-approval', params: { way: way.title } }]
    : []
}
