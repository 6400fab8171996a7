import type { ReportDefinition } from '../../generated/definitions.ts'
import type { QuerySource } from './definitions.ts'

type Queries = ReadonlyMap<string, QuerySource>

/** Queries with what they take over from the one that they are `like`: parameters, answer and SQL, where they do not say their own. */
export const alike = (queries: Queries): Queries => new Map([...queries].map(([name, query]) => [name, filled(query, queries)]))

/** One step only: what is like another is no model itself, which the checker demands. */
function filled(query: QuerySource, queries: Queries): QuerySource {
  const model = queries.get(query.value.like ?? '')
  if (model === undefined || model.value.like !== undefined) return query
  const sql = query.sql ?? model.sql
  return { ...query, value: joined(query.value, model.value), ...(sql ? { sql } : {}) }
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
