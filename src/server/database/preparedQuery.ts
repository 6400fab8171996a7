import pg from 'pg'

/** What PostgreSQL said the rows of a prepared statement look like, and how pg reads them. */
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
  readonly name: string
  readonly _result: Shape & { readonly rows: Record<string, unknown>[] }
  _accumulateRows: boolean
  prepare(connection: object): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: DataRow): void
  handleCommandComplete(message: unknown, connection: object): void
}

interface DataRow {
  readonly fields: readonly (string | null)[]
}

const inside = pg.Query.prototype as unknown as Inside

/**
 * A run of a prepared statement. pg has every run described anew, which for a wide table is as much work as reading its rows, on both
 * sides; a statement's rows keep their shape, or PostgreSQL refuses to run it.
 */
export class PreparedQuery<R extends object> extends pg.Query<R> {
  declare readonly name: Inside['name']
  declare readonly _result: Inside['_result']
  declare _accumulateRows: boolean
  private readonly shapes: StatementShapes

  constructor(
    config: { name: string; text: string; values: unknown[] },
    shapes: StatementShapes,
    done: (error: Error | undefined, result: pg.QueryResult<R>) => void,
  ) {
    super(config, done as ConstructorParameters<typeof pg.Query<R>>[1])
    this.shapes = shapes
  }

  /** Called by pg to send the run. */
  prepare(connection: object): void {
    const known = this.shapes.get(this.name)
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
    if (!this.shapes.has(this.name)) this.learnShape()
    inside.handleCommandComplete.call(this, message, connection)
  }

  private learnShape(): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  /** Called by pg with each row: read as pg reads it, but for what only other protocols need. */
  handleDataRow(message: DataRow): void {
    const known = this.shapes.get(this.name)
    const row = known && readRow(known, message)
    if (row) this._result.rows.push(row)
    else inside.handleDataRow.call(this, message)
  }
}

/** Undefined when a value cannot be read: pg tells of it. */
function readRow({ fields, _parsers, _prebuiltEmptyResultObject }: Shape, message: DataRow): Record<string, unknown> | undefined {
  // As a spread, this place would see rows of every shape, and copy each name by name.
  const row: Record<string, unknown> = Object.assign({}, _prebuiltEmptyResultObject)
  try {
    for (let at = 0; at < fields.length; at++) {
      const text = message.fields[at] ?? null
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
