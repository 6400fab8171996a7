import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Model, Rights } from '../../model/model.ts'
import type { Caller } from '../access/caller.ts'
import { type RawFilter, readFilter } from '../query/filter.ts'
import { planList } from '../query/planList.ts'
import type { QueryPlan } from '../query/queryPlan.ts'
import { restrictPlan } from '../query/restrictPlan.ts'
import type { Table } from '../query/table.ts'
import { callerFor, queryContextFor, type RegisterRequest } from './registerRequest.ts'

/** Request to plan to narrowed plan: what is left is SQL. */
export async function planRequest(ask: RegisterRequest, defaults: RawFilter): Promise<{ plan: QueryPlan; caller: Caller }> {
  const { raw, lojaId, where } = questionOf(ask, defaults)
  const caller = await callerFor(ask, raw.lojaId, lojaId)
  const make = (): QueryPlan => {
    const { where: _, ...rest } = raw
    return restrictPlan(planList(where ? { ...rest, where } : rest, queryContextFor(ask, caller)), caller, ask.model)
  }
  const address = addressOf(ask)
  return { plan: address.length > longestKept ? make() : memoizeByKey(plansOf(ask.model, caller), address, make), caller }
}

interface Question {
  readonly raw: RawFilter
  /** The store that the filter names: it is the call's store and needs no condition of its own, since access adds it. */
  readonly lojaId?: unknown
  readonly where?: RawFilter['where']
}

/** Screens ask the same questions again and again: what one means is read once. */
const longestKept = 2000
const mostKept = 500

const questions = new WeakMap<Model, Map<string, Question>>()

function questionOf(ask: RegisterRequest, defaults: RawFilter): Question {
  const read = (): Question => {
    const raw = { ...defaults, ...readFilter(ask.query) }
    return { raw, ...storeOfFilter(raw, ask) }
  }
  const address = addressOf(ask)
  return address.length > longestKept
    ? read()
    : memoizeByKey(roomIn(memoizeByKey(questions, ask.model, () => new Map())), address, read)
}

/** Register, spelling of the call and query. */
const addressOf = ({ request }: RegisterRequest): string => request.url

const plans = new WeakMap<Rights, WeakMap<Model, Map<string, Map<string, QueryPlan>>>>()

/** The plans of one session in one store, for as long as its rights are those. */
function plansOf(model: Model, { rights, session, storeId }: Caller): Map<string, QueryPlan> {
  const models = memoizeByKey(plans, rights, () => new WeakMap<Model, Map<string, Map<string, QueryPlan>>>())
  const callers = memoizeByKey(models, model, () => new Map<string, Map<string, QueryPlan>>())
  return roomIn(memoizeByKey(callers, `${session} ${storeId}`, () => new Map<string, QueryPlan>()))
}

function roomIn<V>(kept: Map<string, V>): Map<string, V> {
  if (kept.size >= mostKept) kept.clear()
  return kept
}

const namesStores = ({ register, scoped, byName }: Table): boolean =>
  register.scope === 'self' || register.across === true || (!scoped && byName.has('lojaId'))

/** The store that a filter names, apart from what else it asks. Where rows of several stores are seen at once it only filters. */
export function storeOfFilter({ where }: RawFilter, { table }: RegisterRequest): Pick<Question, 'lojaId' | 'where'> {
  if (!where || !('lojaId' in where) || namesStores(table)) return where ? { where } : {}
  const { lojaId, ...rest } = where
  const several = typeof lojaId === 'object' && lojaId !== null ? Object.entries(lojaId) : undefined
  if (!several) return { lojaId, where: rest }
  const [operator, values] = several[0] ?? []
  const [only, ...others] = Array.isArray(values) ? values : [values]
  if (several.length === 1 && (operator === 'inq' || operator === 'in' || operator === 'eq') && others.length === 0)
    return { lojaId: only, where: rest }
  return { where }
}
