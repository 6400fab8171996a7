/** A part of a report's SQL file, and where its text begins. */
export interface SqlSection {
  readonly name: string
  readonly text: string
  readonly at: number
}

/** A parameter's place in SQL. */
export interface SqlName {
  readonly name: string
  /** Offset of its colon. */
  readonly at: number
}

const heading = /^--[ \t]*statement:[ \t]*([A-Za-z_]\w*)[ \t]*$/gm

/** The statements of a report's SQL file: each begins with `-- statement: <name>`. What stands before the first is put before each of them. */
export function sqlSectionsOf(text: string): { readonly before: string; readonly sections: readonly SqlSection[] } {
  const headings = [...text.matchAll(heading)].map(match => ({
    name: match[1] ?? '',
    from: match.index,
    at: match.index + match[0].length,
  }))
  const sections = headings.map(({ name, at }, i) => ({ name, at, text: text.slice(at, headings[i + 1]?.from) }))
  return { before: text.slice(0, headings[0]?.from ?? text.length), sections }
}

/** Text that is neither a name nor code: comments, quoted texts and names, casts. */
const passed =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|::|:([A-Za-z_]\w*)/g

/** Every `:name` of a piece of SQL, wherever it is not part of a comment, a text or a cast. */
export const sqlNamesIn = (sql: string): SqlName[] =>
  [...sql.matchAll(passed)].flatMap(match => (match[2] === undefined ? [] : [{ name: match[2], at: match.index }]))

/** SQL whose names are replaced. */
export const replaceSqlNames = (sql: string, replace: (name: string) => string): string =>
  sql.replace(passed, (whole, _tag, name?: string) => (name === undefined ? whole : replace(name)))

/** Without comments and space around it; whether anything is left. */
export const isEmptySql = (sql: string): boolean => sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() === ''

/** Place of a semicolon that ends a statement before its text does. */
export function semicolonIn(sql: string): number | undefined {
  const masked = sql.replace(passed, whole => ' '.repeat(whole.length))
  const at = masked.indexOf(';')
  return at < 0 || masked.slice(at + 1).trim() === '' ? undefined : at
}

/** Names that every statement may use: the store, and its time zone. */
export const builtInNames: readonly string[] = ['lojaId', 'tz']

/** Members of a call that no parameter may be called: those that are given, and what asks for a file. */
export const reservedNames: readonly string[] = [...builtInNames, 'format', 'part']
