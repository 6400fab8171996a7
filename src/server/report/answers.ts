import { statementsOf } from '../../model/report/answer.ts'
import type { Query } from '../../model/report.ts'
import type { Caller, Queries, Service } from '../caller.ts'
import { ApiError } from '../error.ts'
import { reportPatience } from '../settings.ts'
import { boundOf } from './bind.ts'
import type { Given } from './parameters.ts'
import { plannedSql } from './plan.ts'
import { Turns } from './turns.ts'

/** A row as PostgreSQL sent it. */
export type RawRow = Readonly<Record<string, unknown>>

/** Rows of every statement of a query, by its name. */
export type Answers = ReadonlyMap<string, readonly RawRow[]>

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
export async function answersOf(asked: Asked, names = statementsOf(asked.query.result)): Promise<Answers> {
  const { service, lojaId, signal } = asked
  const queue = turns.get(service.database) ?? new Turns(MOST_AT_ONCE)
  turns.set(service.database, queue)
  try {
    return await queue.take(signal, () =>
      service.database.survey({ stores: [lojaId] }, { timeout: reportPatience(), signal }, q => answerAll(asked, names, q)),
    )
  } catch (error) {
    if (signal.aborted) throw new ApiError(499, 'report.cancelled')
    if ((error as { code?: unknown }).code === CANCELLED) throw new ApiError(503, 'report.timeout')
    throw error
  }
}

async function answerAll(asked: Asked, names: readonly string[], q: Queries): Promise<Answers> {
  const pending = names.map(async name => [name, await answer(asked, name, q)] as const)
  return new Map(await Promise.all(pending))
}

/** An empty name: a plan made for any values is slower than one made for these. */
async function answer(asked: Asked, name: string, q: Queries): Promise<readonly RawRow[]> {
  const { query, lojaId, zone, given } = asked
  const statement = query.statements[name]
  if (statement === undefined) throw new Error(`The query ${query.name} has no statement ${name}`)
  if (!('sql' in statement)) {
    const { text, params } = plannedSql(statement, asked)
    return (await q.query(text, params, '')).rows
  }
  const { text, names } = boundOf(query, name, statement.sql)
  const values: Given = { ...given, lojaId, tz: zone }
  const { rows } = await q.query(
    text,
    names.map(each => values[each] ?? null),
    '',
  )
  return rows
}
