import type { Caller } from '../access/caller.ts'
import { gateRefusal } from '../access/gateRefusal.ts'
import { callerFor } from '../access/resolveCaller.ts'
import { ApiError } from '../error.ts'
import { parseObject, readFilter, readStoreFilter } from '../query/filter.ts'
import { planList } from '../query/planList.ts'
import type { QueryPlan } from '../query/queryPlan.ts'
import { restrictPlan } from '../query/restrictPlan.ts'
import { rowAccessConditions } from '../query/rowAccess.ts'
import { visibilityOf } from '../query/visibility.ts'
import { queryContextFor, type RegisterRequest, type RequestBody } from './registerRequest.ts'

/** Rows that a body's filter finds, as the caller sees them. */
export interface RecordSelection {
  readonly caller: Caller
  /** `act` keeps only those that the caller may change. */
  plan(where: Readonly<Record<string, unknown>>, act?: 'change'): QueryPlan
}

/** The filter `registros: {where, q}` of a writing body, read as a list reads its own; who sees only names finds nothing. */
export async function selectRecords(ask: RegisterRequest, body: RequestBody): Promise<RecordSelection> {
  const { where: asked, q, ...rest } = parseObject(body.registros, 'registros')
  const [other] = Object.keys(rest)
  if (other !== undefined) throw new ApiError(400, 'filter-word-unknown', { word: `registros.${other}` })
  const raw = readFilter({ ...(asked === undefined ? {} : { filter: { where: asked } }), ...(q === undefined ? {} : { q }) })
  const { filter, stores } = readStoreFilter(raw, ask.table)
  const caller = await callerFor(ask, ask.query.lojaId, body.lojaId, ...stores)
  if (visibilityOf(ask.model, ask.table.register, caller.rights) !== 'full')
    throw gateRefusal(ask.model, ask.table.register.access.see, caller.rights)
  return {
    caller,
    plan: (where, act) => {
      const all = [filter.where, where].filter(one => one !== undefined && Object.keys(one).length > 0)
      const list = {
        order: 'id ASC',
        ...(all.length > 0 ? { where: { and: all } } : {}),
        ...(filter.q === undefined ? {} : { q: filter.q }),
      }
      const plan = restrictPlan(planList(list, queryContextFor(ask, caller)), caller, ask.model)
      return act ? { ...plan, where: [...plan.where, ...rowAccessConditions(ask.table, act, caller)] } : plan
    },
  }
}
