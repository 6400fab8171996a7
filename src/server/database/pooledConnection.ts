import pg from 'pg'
import { BoundedMemory } from '../../base/boundedMemory.ts'
import { isoInstant } from '../../kinds/dateTime/column.ts'
import { inSpan, openSpans } from '../tracing/spans.ts'
import { tellStatement } from '../tracing/statementText.ts'
import { PreparedQuery, type StatementShapes } from './preparedQuery.ts'
import type { RowTaker } from './queries.ts'
import { keepRowsAsSent } from './sentRow.ts'
import { readShortTexts } from './shortTexts.ts'

/** Longest statement that is prepared by itself: what is longer is a report, and a generic plan would make it slower. */
const longestPrepared = 10_000
/** Prepared statements that one connection keeps. */
const mostPrepared = 200
/** Characters of the statements that a connection knows to have run once. */
const charactersSeen = 600_000

/**
 * PG_PLAIN=1: pg is used by its public interface alone, at the cost of a description with every run and of a packet for every
 * statement. For a pg whose inner parts have changed; `pgInside.test.ts` tells of that.
 */
const plain = process.env.PG_PLAIN === '1'
if (!plain) {
  readShortTexts()
  keepRowsAsSent()
}

/** The part of pg's connection that its types leave out. */
interface PgConnection {
  readonly stream: unknown
  readonly parsedStatements?: Record<string, string>
}

interface Ran<R> {
  readonly rows: R[]
  readonly rowCount: number
}

/**
 * A connection of the pool. It remembers whose rows it may touch, prepares short statements that repeat, and sends
 * without waiting for earlier replies, so that setting the store costs no round trip of its own.
 */
export class PooledConnection extends pg.Client {
  /** The server's number of the connection, which pg's types leave out. */
  declare readonly processID: number
  /** Value of `app.store` in this session. */
  scope = ''
  /** Age of the tables that the prepared statements were planned for. */
  age = 0
  /** Whether it must not be used again. */
  spoilt = false
  private readonly seen = new BoundedMemory<string, true>('statements seen once', {
    most: charactersSeen,
    weigh: text => text.length,
  })
  private readonly prepared = new Map<string, string>()
  /** Names of those that the server has: one that came behind a failure in its transaction was never read there. */
  private readonly known = new Set<string>()
  private readonly shapes: StatementShapes = new Map()
  private names = 0
  private gathering = false

  constructor(config?: pg.ClientConfig) {
    const pipelined: pg.ClientConfig & { pipeline: boolean } = { ...config, pipeline: true }
    super(pipelined)
    // A day stays the text it is: as a Date it would move by the machine's time zone.
    this.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
    this.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoInstant)
    // Lost between two statements of whoever has borrowed it: the next one fails and tells. Unheard, the event would end the process.
    this.on('error', () => {
      this.spoilt = true
    })
  }

  /** The server's number of this connection, by which another one can end what it does. */
  async serverId(): Promise<number> {
    if (!plain) return this.processID
    const { rows } = await this.query<{ id: number }>('SELECT pg_backend_pid() AS id')
    return rows[0]?.id ?? 0
  }

  /** Whether rows can be handed over as they are sent. */
  static readonly handsOver = !plain

  /** Runs a statement, whose rows go to `taker` where there is one; where the work at hand is traced, as a part of it. */
  run<R extends object>(text: string, params: readonly unknown[], name?: string, taker?: RowTaker): Promise<Ran<R>> {
    if (!openSpans()?.isInside()) return this.runStatement(text, params, name, taker)
    const told = tellStatement(text)
    const values = { 'db.system.name': 'postgresql', 'db.query.text': told.text }
    return inSpan({ name: told.name, kind: 'client', values }, () => this.runStatement(text, params, name, taker))
  }

  private async runStatement<R extends object>(
    text: string,
    params: readonly unknown[],
    name?: string,
    taker?: RowTaker,
  ): Promise<Ran<R>> {
    this.gather()
    const statement = name ?? this.nameOf(text, params)
    const values = [...params]
    const config = statement ? { name: statement, text, values } : { text, values }
    const reply = await (!plain && (statement || taker) ? this.runInside<R>(config, taker) : this.query<R>(config))
    if (statement) this.known.add(statement)
    return { rows: reply.rows, rowCount: reply.rowCount ?? 0 }
  }

  private runInside<R extends object>(
    config: { name?: string; text: string; values: unknown[] },
    taker: RowTaker | undefined,
  ): Promise<pg.QueryResult<R>> {
    return new Promise((done, failed) => {
      this.query(new PreparedQuery<R>(config, this.shapes, (error, result) => (error ? failed(error) : done(result)), taker))
    })
  }

  /** Forgets every prepared statement: the tables changed. */
  forget(age: number): void {
    this.age = age
    if (this.prepared.size === 0) return
    for (const name of this.prepared.values()) this.unlearn(name)
    this.prepared.clear()
    this.known.clear()
    this.shapes.clear()
    this.seen.clear()
    this.send('DEALLOCATE ALL')
  }

  /** Sends a statement whose failure shows in the ones that follow it. */
  send(text: string): void {
    this.gather()
    this.query(text).catch(() => undefined)
  }

  /** Sends what one turn of the event loop asks in one packet: BEGIN with the first statement, the last one with COMMIT. */
  private gather(): void {
    if (plain || this.gathering) return
    this.gathering = true
    const { stream } = this.connection
    stream.cork()
    setImmediate(() => {
      this.gathering = false
      stream.uncork()
    })
  }

  /** The second time a statement comes, it gets a name. */
  private nameOf(text: string, params: readonly unknown[]): string | undefined {
    if (params.length === 0 || text.length > longestPrepared) return undefined
    const known = this.prepared.get(text)
    if (known) return known
    if (!this.seen.get(text)) {
      this.seen.set(text, true)
      return undefined
    }
    this.seen.delete(text)
    this.dropOldest()
    const name = `s${++this.names}`
    this.prepared.set(text, name)
    return name
  }

  /** pg keeps the text of each name that it ever had: with a name for each of millions of statements that is a leak. */
  private unlearn(name: string): void {
    const { parsedStatements }: PgConnection = this.connection
    delete parsedStatements?.[name]
  }

  private dropOldest(): void {
    if (this.prepared.size < mostPrepared) return
    for (const [text, name] of this.prepared) {
      this.prepared.delete(text)
      this.shapes.delete(name)
      this.unlearn(name)
      // Dropping what is not there would end the transaction at hand.
      if (this.known.delete(name)) this.send(`DEALLOCATE ${name}`)
      return
    }
  }
}
