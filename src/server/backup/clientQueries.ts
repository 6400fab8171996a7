import type pg from 'pg'
import type { Queries } from '../database/queries.ts'

/** Statements over one connection, as those over the pool. */
export const clientQueries = (client: pg.Client): Queries => ({
  async query<R extends object>(text: string, params: readonly unknown[] = []) {
    const { rows, rowCount } = await client.query<R>(text, [...params])
    return { rows, rowCount: rowCount ?? 0 }
  },
})
