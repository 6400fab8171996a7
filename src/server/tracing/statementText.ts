import { BoundedMemory } from '../../base/boundedMemory.ts'

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

/** Most statements come again and again, and reading a long one takes longer than sending it. */
const told = new BoundedMemory<string, StatementTold>('traced statements', {
  most: 3_000_000,
  weigh: (statement, { text }) => statement.length + text.length,
})

/** Returns the text of a statement for a trace: nothing that somebody typed. */
export function tellStatement(statement: string): StatementTold {
  const known = told.get(statement)
  if (known) return known
  const text = statement.replace(values, '?').replace(/\s+/g, ' ').trim().slice(0, longest)
  const fresh = { name: nameOf(text), text }
  told.set(statement, fresh)
  return fresh
}

function nameOf(plain: string): string {
  const act = /^\W*(\w+)/.exec(plain)?.[1]?.toUpperCase() ?? 'SQL'
  const table = /\b(?:FROM|INTO|UPDATE)\s+("?[A-Za-z_][\w$]*"?(?:\."?[A-Za-z_][\w$]*"?)?)/i.exec(plain)?.[1]
  return table === undefined ? act : `${act} ${table.replaceAll('"', '')}`
}
