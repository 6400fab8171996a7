import { OwnedMemory } from '../../base/boundedMemory.ts'
import type { Rights } from '../../model/model.ts'
import type { Caller } from '../access/caller.ts'
import { callerFor } from '../access/resolveCaller.ts'
import type { StoreScope } from '../database/queries.ts'
import { type RawFilter, readFilter, readStoreFilter, type StoreFilter } from '../query/filter.ts'
import { planList } from '../query/planList.ts'
import type { QueryPlan } from '../query/queryPlan.ts'
import { readScope, restrictPlan } from '../query/restrictPlan.ts'
import type { Table } from '../query/table.ts'
import type { RegisterRequest } from './registerRequest.ts'

/** A list that is asked for: who asks, what is left to turn into SQL, and whose rows that may touch. */
export interface PlannedRequest {
  readonly caller: Caller
  readonly plan: QueryPlan
  readonly scope: StoreScope
}

/** Reads a list's filter, finds who asks in the store that it names, plans it and narrows the plan to what they may see. */
export async function planRequest(ask: RegisterRequest, defaults: RawFilter = {}): Promise<PlannedRequest> {
  const { model, table } = ask
  const { filter, stores } = knownFilter(ask, defaults)
  const caller = await callerFor(ask, ...stores)
  const plan = knownPlan(ask, caller, () => restrictPlan(planList(filter, { model, table, zone: caller.zone }), caller, model))
  return { caller, plan, scope: readScope(caller, ask) }
}

/** Filters of recent calls, by their address. */
const filters = new OwnedMemory<Table, string, StoreFilter>('list filters', { most: 2000 })

function knownFilter({ request, query, table }: RegisterRequest, defaults: RawFilter): StoreFilter {
  const read = (): StoreFilter => readStoreFilter({ ...defaults, ...readFilter(query) }, table)
  if (request.url.length > LONGEST_KNOWN) return read()
  return filters.of(table, request.url, read)
}

/** Calls longer than this are rarely made twice, and take much room. */
const LONGEST_KNOWN = 2000

/**
 * Plans of recent calls. Screens ask the same again and again, and a plan keeps the SQL that was written for it. Rights are made
 * anew when access changes: no plan lives longer than the rights that it was narrowed to.
 */
const plans = new OwnedMemory<Rights, string, QueryPlan>('list plans', { most: 2000 })

function knownPlan({ request, model }: RegisterRequest, { rights, session, storeId }: Caller, make: () => QueryPlan): QueryPlan {
  if (request.url.length > LONGEST_KNOWN) return make()
  return plans.of(rights, `${model.hash} ${session} ${storeId} ${request.url}`, make)
}
