import { namedQueries } from './namedQueries.ts'
import { namedTables } from './namedTables.ts'
import { readSqlTokens } from './sqlTokens.ts'

/** Where a table's rows are: spread by store, whole on every machine, or on the first machine alone. */
export type Whereabouts = 'by store' | 'everywhere' | 'first machine'

/** A statement whose tables are still to be named: texts, and between them tables (`schema.name`). */
export interface ShardStatement {
  readonly texts: readonly string[]
  readonly tables: readonly string[]
}

/** Words of statements that write or lock; and of `TABLE name`, which is not looked for. */
const notRead = new Set(['insert', 'update', 'delete', 'merge', 'share', 'table'])
/** Functions that set, number, lock or tell are the first machine's, and so are its catalogs. */
const ownCalls = /^(pg_\w+|nextval|setval|currval|lastval|set_config|txid_\w+)$/

/**
 * Takes a statement apart at its tables, so that the parts of them that one machine holds (shards) can be named in their place. Undefined
 * where it is not to be asked there: it writes or locks, reads what only the first machine has, reads no table, or is
 * written in a way that leaves a doubt.
 */
export function shardStatement(
  text: string,
  whereabouts: (table: string) => Whereabouts | undefined,
): ShardStatement | undefined {
  const read = readSqlTokens(text)
  if (!/^(select|with)$/.test(read[0]?.word ?? '')) return undefined
  if (read.some(({ word = '' }, at) => notRead.has(word) || (ownCalls.test(word) && read[at + 1]?.text === '('))) return undefined
  // Names in letters of other alphabets, comments in comments.
  if (read.some(({ text: part }, at) => /^[^\0-\x7f]/.test(part) || (part === '*' && read[at + 1]?.text === '/')))
    return undefined
  const named = namedQueries(read)
  const texts: string[] = []
  const tables: string[] = []
  let end = 0
  for (const found of namedTables(read)) {
    if (!found.schema && named.some(({ name, from, to }) => name === found.name && from <= found.at && found.at <= to)) continue
    const table = `${found.schema ?? 'public'}.${found.name}`
    const where = whereabouts(table)
    if (where !== 'by store' && where !== 'everywhere') return undefined
    texts.push(text.slice(end, found.from))
    tables.push(table)
    end = found.to
    // Columns may be told by the table's name.
    if (!found.renamed) texts.push(` AS "${found.name}"`)
    if (!found.renamed) tables.push('')
  }
  return tables.length > 0 ? { texts: [...texts, text.slice(end)], tables } : undefined
}

/** The statement with its tables named. */
export const namedStatement = ({ texts, tables }: ShardStatement, nameOf: (table: string) => string): string =>
  texts.map((text, at) => `${text}${tables[at] ? nameOf(tables[at]) : ''}`).join('')
