import type { Token } from './sqlTokens.ts'

/** Words behind a table that are no other name for it. */
const noAlias = new Set(
  'where join left right full inner cross natural on using group having order limit offset union intersect except window fetch for tablesample'.split(
    ' ',
  ),
)
/** Words that end a list of tables. */
const endsTables = new Set('where group order having limit offset union intersect except window fetch for values'.split(' '))
/** A table in a statement. */
export interface NamedTable {
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

/** The text between two brackets. */
interface Level {
  /** A SELECT stands here: its FROM is one of tables, and not that of `extract(… FROM …)`. */
  selects: boolean
  /** In a list of tables: what follows a comma is one. */
  lists: boolean
  /** The next name is that of a table. */
  expects: boolean
}

/** The tables that a statement reads, in their order. */
export function* namedTables(read: readonly Token[]): Generator<NamedTable> {
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
