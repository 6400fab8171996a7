import type { ReportDefinition } from '../../generated/definitions.ts'
import { sqlSectionsOf } from '../report/sql.ts'

/** A query's definition and its SQL. */
interface Like {
  readonly value: ReportDefinition
  readonly sql?: { readonly value: string }
  readonly before?: string
  readonly written?: ReportDefinition
}

/** Queries with what they take over from the one that they are `like`: parameters, answer and SQL, where they do not say their own. */
export const inheritQueries = <T extends Like>(queries: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  new Map([...queries].map(([name, query]) => [name, filled(query, queries)]))

/** One step only: what is like another is no model itself, which the checker demands. */
function filled<T extends Like>(query: T, queries: ReadonlyMap<string, T>): T {
  const model = queries.get(query.value.like ?? '')
  if (model === undefined || model.value.like !== undefined) return query
  const sql = query.sql ?? model.sql
  // Statements of one's own go on with what stands before those of the model.
  const own = query.sql && sqlSectionsOf(query.sql.value).before.trim() !== ''
  const before = query.sql && model.sql && !own ? sqlSectionsOf(model.sql.value).before : undefined
  return {
    ...query,
    value: joined(query.value, model.value),
    written: query.value,
    ...(sql ? { sql } : {}),
    ...(before === undefined ? {} : { before }),
  }
}

const joined = (own: ReportDefinition, model: ReportDefinition): ReportDefinition => ({
  ...(model.result ? { result: model.result } : {}),
  ...(model.plan ? { plan: model.plan } : {}),
  ...own,
  parameters: {
    type: 'object',
    properties: { ...model.parameters?.properties, ...own.parameters?.properties },
    required: own.parameters?.required ?? model.parameters?.required ?? [],
  },
})
