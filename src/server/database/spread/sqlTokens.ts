/** A part of a statement: a string, a name, a word, a sign. */
export interface Token {
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

/** The parts of a statement, without comments. */
export function readSqlTokens(text: string): Token[] {
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

/** Each bracket's other one, by token. */
export function bracketPairs(read: readonly Token[]): Map<number, number> {
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
export function bracketsAround(
  read: readonly Token[],
  at: number,
  pairs: ReadonlyMap<number, number>,
): { start: number; end: number } {
  let start = at
  while (start > 0 && read[start - 1]?.text !== '(')
    start = read[start - 1]?.text === ')' ? (pairs.get(start - 1) ?? 0) : start - 1
  return { start, end: start === 0 ? read.length : (pairs.get(start - 1) ?? read.length) }
}
