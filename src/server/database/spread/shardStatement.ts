/** Where a table's rows are: spread by store, whole on every machine, or on the first machine alone. */
export type Whereabouts = 'by store' | 'everywhere' | 'first machine'

/** A statement whose tables are still to be named: texts, and between them tables (`schema.name`). */
export interface ShardStatement {
  readonly texts: readonly string[]
  readonly tables: readonly string[]
}

interface Token {
  readonly text: string
  readonly at: number
  /** Of a name: as PostgreSQL reads it. */
  readonly name?: string
  /** Of a word that stands in no quotes. */
  readonly word?: string
}

/** Strings, names in quotes, comments, words, parameters and single signs. */
const tokens =
  /[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|\$\d+|"(?:""|[^"])*"|--[^\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_][\w$]*|\S/g

/** Words behind a table that are no other name for it. */
const noAlias = new Set(
  'where join left right full inner cross natural on using group having order limit offset union intersect except window fetch for tablesample'.split(
    ' ',
  ),
)
/** Words that end a list of tables. */
const endsTables = new Set('where group order having limit offset union intersect except window fetch for values'.split(' '))
/** Words of statements that write or lock; and of `TABLE name`, which is not looked for. */
const notRead = new Set(['insert', 'update', 'delete', 'merge', 'share', 'table'])
/** What sets, numbers, locks or tells is the first machine's, and so is what its catalogs say. */
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
  const read = readTokens(text)
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

function readTokens(text: string): Token[] {
  const found: Token[] = []
  for (const { 0: part, index } of text.matchAll(tokens)) {
    if (/^(--|\/\*)/.test(part)) continue
    if (part.startsWith('"')) found.push({ text: part, at: index, name: part.slice(1, -1).replaceAll('""', '"') })
    else if (/^[A-Za-z_][\w$]*$/.test(part)) {
      const word = part.toLowerCase()
      found.push({ text: part, at: index, name: word, word })
    } else found.push({ text: part, at: index })
  }
  return found
}

/** A name that WITH gives, and from which token to which one it means that and no table. */
interface NamedQuery {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** `WITH name AS (`, `, name (columns) AS MATERIALIZED (`: a name holds behind its query, up to the bracket that WITH stands in; all over it by RECURSIVE. */
function namedQueries(read: readonly Token[]): NamedQuery[] {
  const pairs = bracketPairs(read)
  const found: NamedQuery[] = []
  read.forEach(({ word }, at) => {
    if (word !== 'as') return
    let open = at + 1
    while (/^(not|materialized)$/.test(read[open]?.word ?? '')) open++
    if (read[open]?.text !== '(') return
    const before = read[at - 1]?.text === ')' ? (pairs.get(at - 1) ?? 0) - 1 : at - 1
    const name = read[before]?.name
    if (name === undefined) return
    const { start, end } = bracketsAround(read, before, pairs)
    const recursive = isRecursive(read, start, before, pairs)
    found.push({ name, from: recursive ? start : (pairs.get(open) ?? open), to: end })
  })
  return found
}

/** Whether a WITH that stands between two tokens, and in no brackets there, is RECURSIVE. */
function isRecursive(read: readonly Token[], start: number, end: number, pairs: ReadonlyMap<number, number>): boolean {
  for (let at = start; at < end; at++) {
    if (read[at]?.word === 'with' && read[at + 1]?.word === 'recursive') return true
    if (read[at]?.text === '(') at = pairs.get(at) ?? at
  }
  return false
}

/** Each bracket's other one, by token. */
function bracketPairs(read: readonly Token[]): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  read.forEach(({ text }, at) => {
    if (text === '(') open.push(at)
    if (text !== ')') return
    const other = open.pop() ?? 0
    pairs.set(at, other).set(other, at)
  })
  return pairs
}

/** The tokens between the brackets that a token stands in. */
function bracketsAround(read: readonly Token[], at: number, pairs: ReadonlyMap<number, number>): { start: number; end: number } {
  let start = at
  while (start > 0 && read[start - 1]?.text !== '(')
    start = read[start - 1]?.text === ')' ? (pairs.get(start - 1) ?? 0) : start - 1
  return { start, end: start === 0 ? read.length : (pairs.get(start - 1) ?? read.length) }
}

interface NamedTable {
  readonly schema?: string
  readonly name: string
  /** Token. */
  readonly at: number
  /** Where its name begins and ends in the text. */
  readonly from: number
  readonly to: number
  /** Whether the statement gives it another name. */
  readonly renamed: boolean
}

/** What is between two brackets. */
interface Level {
  /** A SELECT stands here: its FROM is one of tables, and not that of `extract(… FROM …)`. */
  selects: boolean
  /** In a list of tables: what follows a comma is one. */
  lists: boolean
  /** The next name is that of a table. */
  expects: boolean
}

function* namedTables(read: readonly Token[]): Generator<NamedTable> {
  let level: Level = { selects: false, lists: false, expects: false }
  const outer: Level[] = []
  for (const [at, { text, word, name }] of read.entries()) {
    if (text === '(' || text === '[') {
      outer.push(level)
      const expects = level.expects && text === '('
      level.expects = false
      level = { selects: expects, lists: expects, expects }
    } else if (text === ')' || text === ']') level = outer.pop() ?? level
    else if (text === ',') level.expects = level.lists
    else if (word === 'with' && level.expects) Object.assign(level, { lists: false, expects: false })
    else if (word === 'select') Object.assign(level, { selects: true, lists: false, expects: false })
    else if (word === 'from') {
      const compares = read[at - 1]?.word === 'distinct' && /^(is|not)$/.test(read[at - 2]?.word ?? '')
      if (level.selects && !compares) Object.assign(level, { lists: true, expects: true })
    } else if (word === 'join') Object.assign(level, { lists: true, expects: true })
    else if (word !== undefined && endsTables.has(word)) Object.assign(level, { lists: false, expects: false })
    else if (level.expects && name !== undefined && word !== 'lateral' && word !== 'only') {
      level.expects = false
      const found = tableAt(read, at)
      if (found) yield found
    }
  }
}

/** The table that is named from a token on; undefined for a function, which gives rows of its own. */
function tableAt(read: readonly Token[], at: number): NamedTable | undefined {
  const schema = read[at + 1]?.text === '.' ? read[at]?.name : undefined
  const last = schema === undefined ? at : at + 2
  const [first, table, after] = [read[at], read[last], read[last + 1]]
  if (!first || !table || table.name === undefined || after?.text === '(') return undefined
  return {
    ...(schema === undefined ? {} : { schema }),
    name: table.name,
    at,
    from: first.at,
    to: table.at + table.text.length,
    renamed: after?.name !== undefined && !noAlias.has(after.word ?? ''),
  }
}
