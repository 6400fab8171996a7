import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { membersOf } from '../../base/record.ts'
import { createSemaphore, type Semaphore } from '../../base/semaphore.ts'
import { mostRowsOf } from '../../model/report/resultShape.ts'
import type { Query } from '../../model/report.ts'
import type { Caller } from '../access/caller.ts'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import type { Service } from '../service.ts'
import { reportTimeout } from '../settings.ts'
import { batchStatements, type RawRow, type StatementBatch, statementAlone } from './batchStatements.ts'
import type { BoundStatement, SentStatement } from './bindStatement.ts'
import { groupPlanSql } from './groupPlanSql.ts'
import { type PartPage, type PartRows, readPage } from './partPage.ts'
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

/** Runs the statements of a query, all over one moment of the data, but for the `without` one: its rows are left out. */
export const fetchReportRows = (asked: ReportRun, without?: string): Promise<StatementRows> =>
  inSnapshot(asked, q => answerAll(asked, q, without))

/** Runs the statement of one part alone, in the order, searched and paged as asked. */
export const fetchReportPage = (asked: ReportRun, page: PartPage): Promise<PartRows> =>
  inSnapshot(asked, async q => readPage(statementText(asked, page.shape.statement), page, q))

async function inSnapshot<T>({ service, lojaId, signal }: ReportRun, run: (q: Queries) => Promise<T>): Promise<T> {
  const scope = lojaId === null ? 'all' : { stores: [lojaId] }
  const inTurn = turns.get(service.database) ?? createSemaphore(MOST_AT_ONCE)
  turns.set(service.database, inTurn)
  try {
    return await inTurn(() => service.database.readSnapshot(scope, { timeout: reportTimeout(), signal }, run), signal)
  } catch (error) {
    if (signal.aborted) throw new ApiError(499, 'report.cancelled')
    if (membersOf(error).code === CANCELLED) throw new ApiError(422, 'report.timeout')
    throw error
  }
}

async function answerAll(asked: ReportRun, q: Queries, without?: string): Promise<StatementRows> {
  const { query } = asked
  const batches = memoizeByKey(sending, query, () => new Map<string, readonly StatementBatch[]>())
  const sent = memoizeByKey(batches, without ?? '', () => batchStatements(query, without)).map(async each => {
    const { text, params } = sentText(each.bound, asked)
    // An empty name: a plan made for any values is slower than one made for these.
    return each.read((await q.query<RawRow>(text, params, '')).rows)
  })
  const most = mostRowsOf(query.result)
  const planned = Object.entries(query.statements).map(async ([name, statement]) => {
    if ('own' in statement || name === without) return []
    const limit = Math.min(statement.limit ?? Number.POSITIVE_INFINITY, most.get(name) ?? Number.POSITIVE_INFINITY)
    const { text, params } = groupPlanSql(Number.isFinite(limit) ? { ...statement, limit } : statement, asked)
    return [[name, (await q.query(text, params, '')).rows] as const]
  })
  return new Map((await Promise.all([...sent, ...planned])).flat())
}

const sending = new WeakMap<Query, Map<string, readonly StatementBatch[]>>()

function statementText(asked: ReportRun, name: string): SentStatement {
  const statement = asked.query.statements[name]
  if (statement === undefined) throw new Error(`${asked.query.name} has no statement ${name}`)
  return 'own' in statement
    ? sentText(statementAlone(asked.query, { name, statement }).bound, asked)
    : groupPlanSql(statement, asked)
}

function sentText({ text, names }: BoundStatement, { lojaId, zone, given }: ReportRun): SentStatement {
  const values: GivenParameters = { ...given, lojaId, tz: zone }
  return { text, params: names.map(each => values[each] ?? null) }
}
