import type { Query } from '../../model/report.ts'
import type { Caller, Queries, Service } from '../caller.ts'
import { ApiError } from '../error.ts'
import { remember } from '../query/remember.ts'
import { reportPatience } from '../settings.ts'
import type { Bound } from './bind.ts'
import type { Given } from './parameters.ts'
import { plannedSql } from './plan.ts'
import type { Answers, RawRow } from './raw.ts'
import { type Sent, sentOf } from './together.ts'
import { Turns } from './turns.ts'

/** Reports that one server works out at once: each holds a connection, and lists must go on meanwhile. */
const MOST_AT_ONCE = 4
/** PostgreSQL: the statement was cancelled, by its time limit or by us. */
const CANCELLED = '57014'

const turns = new WeakMap<Service['database'], Turns>()

export interface Asked {
  readonly service: Service
  readonly query: Query
  readonly caller: Caller
  readonly lojaId: number
  readonly zone: string
  readonly given: Given
  readonly signal: AbortSignal
}

/** Runs the statements of a query, all over one moment of the store's data. */
export async function answersOf(asked: Asked): Promise<Answers> {
  const { service, lojaId, signal } = asked
  const queue = turns.get(service.database) ?? new Turns(MOST_AT_ONCE)
  turns.set(service.database, queue)
  try {
    return await queue.take(signal, () =>
      service.database.survey({ stores: [lojaId] }, { timeout: reportPatience(), signal }, q => answerAll(asked, q)),
    )
  } catch (error) {
    if (signal.aborted) throw new ApiError(499, 'report.cancelled')
    if ((error as { code?: unknown }).code === CANCELLED) throw new ApiError(422, 'report.timeout')
    throw error
  }
}

async function answerAll(asked: Asked, q: Queries): Promise<Answers> {
  const { query } = asked
  const sent = remember(sending, query, () => sentOf(query)).map(async each => each.read(await rowsOf(each.bound, asked, q)))
  const planned = Object.entries(query.statements).map(async ([name, statement]) => {
    if ('own' in statement) return []
    const { text, params } = plannedSql(statement, asked)
    // An empty name: a plan made for any values is slower than one made for these.
    return [[name, (await q.query(text, params, '')).rows] as const]
  })
  return new Map((await Promise.all([...sent, ...planned])).flat())
}

const sending = new WeakMap<Query, readonly Sent[]>()

async function rowsOf({ text, names }: Bound, { lojaId, zone, given }: Asked, q: Queries): Promise<readonly RawRow[]> {
  const values: Given = { ...given, lojaId, tz: zone }
  const params = names.map(each => values[each] ?? null)
  return (await q.query(text, params, '')).rows
}
