import type pg from 'pg'

/** A column of what a statement answers. */
export interface DescribedColumn {
  readonly name: string
  readonly type: number
  /** Table and place of the column that it is; none where it is worked out. */
  readonly source?: string
}

/** A statement as PostgreSQL sees it: types by their numbers (OIDs). */
export interface DescribedStatement {
  readonly params: readonly number[]
  readonly columns: readonly DescribedColumn[]
}

/** The part of a connection of pg that describes without running. */
interface DescribingConnection {
  parse(query: { name: string; text: string; types: readonly number[] }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
  once(event: 'parameterDescription', told: (message: { dataTypeIDs: number[] }) => void): void
  removeAllListeners(event: 'parameterDescription'): void
}

/** Prepares a statement and describes it; nothing runs. @throws DatabaseError where it names a table, column or type that is not there */
export function describeStatement(client: pg.Client, text: string): Promise<DescribedStatement> {
  return new Promise((resolve, reject) => {
    let params: readonly number[] = []
    let columns: DescribedStatement['columns'] = []
    const work = {
      submit(connection: DescribingConnection): void {
        connection.once('parameterDescription', message => {
          params = message.dataTypeIDs
        })
        connection.parse({ name: '', text, types: [] })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription(message: { fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[] }): void {
        columns = message.fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          type: dataTypeID,
          ...(columnID > 0 ? { source: `${tableID}.${columnID}` } : {}),
        }))
      },
      // The client forgets a query that failed: it tells no end of it.
      handleError(error: Error, connection: DescribingConnection): void {
        connection.removeAllListeners('parameterDescription')
        reject(error)
      },
      handleReadyForQuery(): void {
        resolve({ params, columns })
      },
    }
    client.query(work as unknown as pg.Submittable)
  })
}
