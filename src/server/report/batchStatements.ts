import { columnsNeeded, mostRowsOf, statementsNeeded } from '../../model/report/resultShape.ts'
import type { Query, SqlStatement } from '../../model/report.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import { type BoundStatement, bindStatement } from './bindStatement.ts'

/** A row as PostgreSQL sent it. */
export type RawRow = Readonly<Record<string, unknown>>

/** One piece of SQL as it is sent, and the statements whose rows it brings. */
export interface StatementBatch {
  readonly bound: BoundStatement
  readonly names: readonly string[]
  /** Rows of each statement. */
  read(rows: readonly RawRow[]): readonly (readonly [string, readonly RawRow[]])[]
}

interface Named {
  readonly name: string
  readonly statement: SqlStatement
}

/**
 * The SQL of a query as it is sent, but for the `without` statement: statements that share a beginning go as one, so that what they
 * share is worked out once.
 */
export function batchStatements(query: Query, without?: string): StatementBatch[] {
  const all = statementsNeeded(query.result).flatMap((name): Named[] => {
    const statement = query.statements[name]
    return statement !== undefined && 'own' in statement && name !== without ? [{ name, statement }] : []
  })
  const [first, second] = all
  if (first === undefined) return []
  return second !== undefined && /^\s*WITH\b/i.test(bare(first.statement.shared))
    ? [together(query, all, without)]
    : all.map(one => cutStatement(query, one))
}

/** One statement by itself, as far as an answer shows its rows. */
function cutStatement(query: Query, one: Named): StatementBatch {
  const most = mostRowsOf(query.result).get(one.name)
  if (most === undefined) return statementAlone(query, one)
  const { shared, own } = one.statement
  const bound = bindStatement(query, `${one.name} cut`, `SELECT * FROM (\n${shared}\n${own}\n) t LIMIT ${most}`)
  return { ...statementAlone(query, one), bound }
}

/** One statement by itself. */
export const statementAlone = (query: Query, { name, statement: { shared, own } }: Named): StatementBatch => ({
  bound: bindStatement(query, name, `${shared}\n${own}`),
  names: [name],
  read: rows => [[name, rows]],
})

/** SQL without the comments in front. */
const bare = (sql: string): string => sql.replace(/^(\s+|--[^\n]*\n|\/\*[\s\S]*?\*\/)*/, '')

/**
 * All statements as one: each row says by its number whose it is, and holds its columns as texts under common names, since branches of
 * a UNION have the same columns; kinds read texts as well. Sent one by one, each statement would work out the beginning anew. One that
 * goes on with the beginning (`, more AS (...)`) has that to itself.
 */
function together(query: Query, all: readonly Named[], without = ''): StatementBatch {
  const needed = columnsNeeded(query.result)
  const columns = all.map(({ name }) => [...(needed.get(name) ?? [])])
  const most = mostRowsOf(query.result)
  const widest = Math.max(...columns.map(each => each.length))
  const branches = all.map(({ name, statement }, at) => {
    const cells = Array.from({ length: widest }, (_, place) => {
      const column = columns[at]?.[place]
      return `${column === undefined ? 'NULL' : `t.${quotedIdentifier(column)}::text`} AS c${place}`
    })
    const limit = most.get(name)
    const rows = limit === undefined ? '' : ` LIMIT ${limit}`
    return `(SELECT ${at} AS statement, row_number() OVER () AS place, ${cells.join(', ')} FROM (\n${whole(statement.own)}\n) t${rows})`
  })
  const text = `${all[0]?.statement.shared}\nSELECT * FROM (\n${branches.join('\nUNION ALL\n')}\n) together ORDER BY statement, place`
  return {
    bound: bindStatement(query, `all but ${without}`, text),
    names: all.map(({ name }) => name),
    read: rows => split(rows, all, columns),
  }
}

/** `, more AS (...) SELECT ...` as a statement of its own. */
function whole(own: string): string {
  const text = bare(own)
  return text.startsWith(',') ? `WITH${text.slice(1)}` : text
}

function split(rows: readonly RawRow[], all: readonly Named[], columns: readonly (readonly string[])[]): [string, RawRow[]][] {
  const found = all.map(({ name }): [string, RawRow[]] => [name, []])
  for (const row of rows) {
    const at = Number(row.statement)
    found[at]?.[1].push(Object.fromEntries((columns[at] ?? []).map((column, place) => [column, row[`c${place}`]])))
  }
  return found
}
