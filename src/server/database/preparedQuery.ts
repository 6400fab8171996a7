import pg from 'pg'
import type { RowTaker, SentRow } from './queries.ts'

/** The shape of the rows of a prepared statement, as PostgreSQL described it, and how pg reads them. */
interface Shape {
  readonly fields: readonly { readonly name: string }[]
  readonly _parsers: readonly ((text: string) => unknown)[]
  /** A row in which every value is missing. */
  readonly _prebuiltEmptyResultObject: Readonly<Record<string, unknown>>
}

/** The shapes of a connection's prepared statements, by name. */
export type StatementShapes = Map<string, Shape>

/** The part of pg's Query that its types leave out. */
interface Inside {
  readonly name: string | undefined
  readonly _result: Shape & { readonly rows: Record<string, unknown>[] }
  _accumulateRows: boolean
  _canceledDueToError: unknown
  prepare(connection: object): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: DataRow): void
  handleCommandComplete(message: unknown, connection: object): void
}

interface DataRow extends SentRow {
  readonly fields: readonly (string | null)[]
}

const inside = pg.Query.prototype as unknown as Inside

/**
 * A run of a prepared statement. pg has every run described anew, which for a wide table is as much work as reading its rows, on both
 * sides; a statement's rows keep their shape, or PostgreSQL refuses to run it. With `taker` no records are made.
 */
export class PreparedQuery<R extends object> extends pg.Query<R> {
  declare readonly name: Inside['name']
  declare readonly _result: Inside['_result']
  declare _accumulateRows: boolean
  declare _canceledDueToError: unknown
  private readonly shapes: StatementShapes
  private readonly taker: RowTaker | undefined

  constructor(
    config: { name?: string; text: string; values: unknown[] },
    shapes: StatementShapes,
    done: (error: Error | undefined, result: pg.QueryResult<R>) => void,
    taker?: RowTaker,
  ) {
    super(config, done as ConstructorParameters<typeof pg.Query<R>>[1])
    this.shapes = shapes
    this.taker = taker
  }

  /** Called by pg to send the run. */
  prepare(connection: object): void {
    const known = this.known()
    if (known) {
      Object.assign(this._result, known)
      this._accumulateRows = true
    }
    inside.prepare.call(this, known ? silent(connection) : connection)
  }

  /** Called by pg with the description that was asked for. */
  handleRowDescription(message: unknown): void {
    inside.handleRowDescription.call(this, message)
    this.learnShape()
  }

  /** Called by pg when the run has ended. A statement that gives no rows has been described by nothing, and is known all the same. */
  handleCommandComplete(message: unknown, connection: object): void {
    if (!this.known()) this.learnShape()
    inside.handleCommandComplete.call(this, message, connection)
  }

  private known(): Shape | undefined {
    return this.name === undefined ? undefined : this.shapes.get(this.name)
  }

  private learnShape(): void {
    if (this.name === undefined) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  /** Called by pg with each row: read as pg reads it, but for what only other protocols need. */
  handleDataRow(message: DataRow): void {
    if (this.taker) {
      this.handOver(message, this.taker)
      return
    }
    const known = this.known()
    const row = known && readRow(known, message)
    if (row) this._result.rows.push(row)
    else inside.handleDataRow.call(this, message)
  }

  /** A row that cannot be taken ends the run, as one does that pg cannot read. */
  private handOver(row: SentRow, taker: RowTaker): void {
    if (this._canceledDueToError) return
    try {
      taker.take(row, this._result._parsers)
    } catch (error) {
      this._canceledDueToError = error
    }
  }
}

/** Undefined when a value cannot be read: pg tells of it. */
function readRow({ fields, _parsers, _prebuiltEmptyResultObject }: Shape, message: DataRow): Record<string, unknown> | undefined {
  // As a spread, this place would see rows of every shape, and copy each name by name.
  const row: Record<string, unknown> = Object.assign({}, _prebuiltEmptyResultObject)
  const { fields: texts } = message
  try {
    for (let at = 0; at < fields.length; at++) {
      const text = texts[at] ?? null
      const name = fields[at]?.name
      if (text !== null && name !== undefined) row[name] = _parsers[at]?.(text)
    }
    return row
  } catch {
    return undefined
  }
}

const silenced = new WeakMap<object, object>()

/** The connection, but it sends no request for a description. */
function silent(connection: object): object {
  const known = silenced.get(connection)
  if (known) return known
  const view: object = Object.create(connection, { describe: { value: () => undefined } })
  silenced.set(connection, view)
  return view
}
