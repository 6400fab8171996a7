import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { membersOf } from '../../base/record.ts'
import { createSemaphore, type Semaphore } from '../../base/semaphore.ts'
import type { Query } from '../../model/report.ts'
import type { Caller, Queries, Service } from '../access/caller.ts'
import { ApiError } from '../error.ts'
import { reportTimeout } from '../settings.ts'
import { batchStatements, type RawRow, type StatementBatch } from './batchStatements.ts'
import type { BoundStatement } from './bindStatement.ts'
import { groupPlanSql } from './groupPlanSql.ts'
import type { GivenParameters } from './readParameters.ts'

/** Reports that one server works out at once: each holds a connection, and lists must go on meanwhile. */
const MOST_AT_ONCE = 4
/** PostgreSQL: the statement was cancelled, by its time limit or by us. */
const CANCELLED = '57014'

const turns = new WeakMap<Service['database'], Semaphore>()

/** Rows of every statement of a query, by its name. */
export type StatementRows = ReadonlyMap<string, readonly RawRow[]>

/** A query that is asked for, with everything that its statements need. */
export interface ReportRun {
  readonly service: Service
  readonly query: Query
  readonly caller: Caller
  /** Null: of all stores. */
  readonly lojaId: number | null
  readonly zone: string
  readonly given: GivenParameters
  readonly signal: AbortSignal
}

/** Runs the statements of a query, all over one moment of the data. */
export async function fetchReportRows(asked: ReportRun): Promise<StatementRows> {
  const { service, lojaId, signal } = asked
  const scope = lojaId === null ? 'all' : { stores: [lojaId] }
  const inTurn = turns.get(service.database) ?? createSemaphore(MOST_AT_ONCE)
  turns.set(service.database, inTurn)
  try {
    return await inTurn(
      () => service.database.readSnapshot(scope, { timeout: reportTimeout(), signal }, q => answerAll(asked, q)),
      signal,
    )
  } catch (error) {
    if (signal.aborted) throw new ApiError(499, 'report.cancelled')
    if (membersOf(error).code === CANCELLED) throw new ApiError(422, 'report.timeout')
    throw error
  }
}

async function answerAll(asked: ReportRun, q: Queries): Promise<StatementRows> {
  const { query } = asked
  const sent = memoizeByKey(sending, query, () => batchStatements(query)).map(async each =>
    each.read(await rowsOf(each.bound, asked, q)),
  )
  const planned = Object.entries(query.statements).map(async ([name, statement]) => {
    if ('own' in statement) return []
    const { text, params } = groupPlanSql(statement, asked)
    // An empty name: a plan made for any values is slower than one made for these.
    return [[name, (await q.query(text, params, '')).rows] as const]
  })
  return new Map((await Promise.all([...sent, ...planned])).flat())
}

const sending = new WeakMap<Query, readonly StatementBatch[]>()

async function rowsOf(
  { text, names }: BoundStatement,
  { lojaId, zone, given }: ReportRun,
  q: Queries,
): Promise<readonly RawRow[]> {
  const values: GivenParameters = { ...given, lojaId, tz: zone }
  const params = names.map(each => values[each] ?? null)
  return (await q.query(text, params, '')).rows
}
