import type { Caller } from '../caller.ts'
import { ApiError } from '../error.ts'
import { countsOf } from '../query/counts.ts'
import { type RawFilter, readFilter } from '../query/filter.ts'
import { BRIEF, planList } from '../query/include.ts'
import { narrow } from '../query/narrow.ts'
import type { Plan } from '../query/plan.ts'
import { planRecord } from '../query/record.ts'
import { fetchCount, fetchPage, fetchRows } from '../query/run.ts'
import { type Ask, callerFor, groundFor, readScope } from './ask.ts'

/** GET {register}, {register}/list: a page, and how many rows all pages hold in the header content-count. */
export const list = (ask: Ask): Promise<unknown> => page(ask, {})

/** GET {register}/findInclude: the same; what nobody named to include comes by key, label and code. */
export const findInclude = (ask: Ask): Promise<unknown> => page(ask, { include: BRIEF })

/** GET {register}/count: the number alone. */
export async function count(ask: Ask): Promise<{ count: number }> {
  const { plan, caller } = await planned(ask, {})
  return ask.service.database.read(readScope(caller, ask), async q => ({ count: await fetchCount(plan, q) }))
}

/** GET {register}/{id}. */
export async function one(ask: Ask): Promise<unknown> {
  const { id } = ask.request.params as { id: string }
  const caller = await callerFor(ask, ask.query.lojaId ?? (ask.table.register.scope === 'self' ? id : undefined))
  const plan = planRecord([id], groundFor(ask, caller), caller)
  const [row] = await ask.service.database.read(readScope(caller, ask), q => fetchRows(plan, q))
  if (!row) throw new ApiError(404, 'not-found')
  return row
}

async function page(ask: Ask, defaults: RawFilter): Promise<unknown> {
  const { plan, caller } = await planned(ask, defaults)
  const { rows, count: total } = await ask.service.database.read(readScope(caller, ask), q =>
    fetchPage(plan, q, countsOf(ask.service), caller.storeId),
  )
  ask.reply.header('content-count', total)
  return rows
}

/** Request to plan to narrowed plan: what is left is SQL. */
async function planned(ask: Ask, defaults: RawFilter): Promise<{ plan: Plan; caller: Caller }> {
  const raw = { ...defaults, ...readFilter(ask.query) }
  const { lojaId, where } = storeOfFilter(raw, ask)
  const caller = await callerFor(ask, raw.lojaId, lojaId)
  const { where: _, ...rest } = raw
  return { plan: narrow(planList(where ? { ...rest, where } : rest, groundFor(ask, caller)), caller, ask.model), caller }
}

/** The store that a filter names: it is the call's store and needs no condition of its own, since access adds it. */
function storeOfFilter({ where }: RawFilter, { table }: Ask): { lojaId?: unknown; where?: RawFilter['where'] } {
  if (!where || !('lojaId' in where) || table.register.scope === 'self') return where ? { where } : {}
  const { lojaId, ...rest } = where
  const several = typeof lojaId === 'object' && lojaId !== null ? Object.entries(lojaId) : undefined
  if (!several) return { lojaId, where: rest }
  const [operator, values] = several[0] ?? []
  const [only, ...others] = Array.isArray(values) ? values : [values]
  if (several.length === 1 && (operator === 'inq' || operator === 'in' || operator === 'eq') && others.length === 0)
    return { lojaId: only, where: rest }
  return { where }
}
