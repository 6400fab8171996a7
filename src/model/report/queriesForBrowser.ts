import type { Query } from '../report.ts'

/** A query as browsers see it: how figures are found stays on the server. */
const withoutStatements = (query: Query): Query => ({ ...query, constants: [], statements: {} })

/** Queries as browsers see them. */
export const queriesForBrowser = (queries: Readonly<Record<string, Query>>): Record<string, Query> =>
  Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, withoutStatements(query)]))
