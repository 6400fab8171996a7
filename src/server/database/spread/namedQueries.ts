import { bracketPairs, bracketsAround, type Token } from './sqlTokens.ts'

/** A name that WITH gives, and from which token to which one it means that and no table. */
export interface NamedQuery {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** `WITH name AS (`, `, name (columns) AS MATERIALIZED (`: a name holds behind its query, up to the bracket that WITH stands in; all over it by RECURSIVE. */
export function namedQueries(read: readonly Token[]): NamedQuery[] {
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

/** Tells whether a WITH that stands between two tokens, and in no brackets there, is RECURSIVE. */
function isRecursive(read: readonly Token[], start: number, end: number, pairs: ReadonlyMap<number, number>): boolean {
  for (let at = start; at < end; at++) {
    if (read[at]?.word === 'with' && read[at + 1]?.word === 'recursive') return true
    if (read[at]?.text === '(') at = pairs.get(at) ?? at
  }
  return false
}
