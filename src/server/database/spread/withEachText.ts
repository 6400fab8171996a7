import type { Queries } from '../queries.ts'

/** The same queries, each statement's text as `change` makes it; what it throws fails the statement alone. */
export const withEachText = ({ query, queryInto, ...others }: Queries, change: (text: string) => string): Queries => ({
  ...others,
  query: async (text, params, name) => query(change(text), params, name),
  ...(queryInto ? { queryInto: async (rows, text, params, name) => queryInto(rows, change(text), params, name) } : {}),
})
