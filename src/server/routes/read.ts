import { ApiError } from '../error.ts'
import { countsOf } from '../query/counts.ts'
import type { RawFilter } from '../query/filter.ts'
import { BRIEF } from '../query/include.ts'
import { planRecord } from '../query/record.ts'
import { fetchCount, fetchPage, fetchRows } from '../query/run.ts'
import { type Ask, callerFor, groundFor, readScope } from './ask.ts'
import { planned } from './planned.ts'

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
