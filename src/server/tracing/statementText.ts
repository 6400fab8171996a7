/** Most characters of a statement that are kept. */
const longest = 1000

/** Texts, numbers and remarks inside a statement: values somebody may have put there. */
const values =
  /[eE]'(?:\\.|[^'\\])*'|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|\/\*[\s\S]*?\*\/|--[^\n]*|(?<![\w$"])\d+(?:\.\d+)?\b/g

/** How a trace tells of a statement. */
export interface StatementTold {
  /** Its verb and its first table: `SELECT produtos`. */
  readonly name: string
  /** Without the values in it, on one line. */
  readonly text: string
}

/** Statements that are remembered: most come again and again, and reading a long one takes longer than sending it. */
const MOST = 1000
const told = new Map<string, StatementTold>()

/** Returns the text of a statement for a trace: nothing that somebody typed. */
export function tellStatement(statement: string): StatementTold {
  const known = told.get(statement)
  if (known) return known
  const text = statement.replace(values, '?').replace(/\s+/g, ' ').trim().slice(0, longest)
  const fresh = { name: nameOf(text), text }
  if (told.size >= MOST) told.clear()
  told.set(statement, fresh)
  return fresh
}

function nameOf(plain: string): string {
  const act = /^\W*(\w+)/.exec(plain)?.[1]?.toUpperCase() ?? 'SQL'
  const table = /\b(?:FROM|INTO|UPDATE)\s+("?[A-Za-z_][\w$]*"?(?:\."?[A-Za-z_][\w$]*"?)?)/i.exec(plain)?.[1]
  return table === undefined ? act : `${act} ${table.replaceAll('"', '')}`
}
