import { BoundedMemory } from '../../../base/boundedMemory.ts'
import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { namedTables } from './namedTables.ts'
import { readSqlTokens, type Token } from './sqlTokens.ts'

/** Calls that reach other machines, and the table by which the first one commits with them. */
const reachesOthers = /citus|_dist_|distributed|run_command|joint_commits/i

/** Words before the name of a table. */
const beforeTable = new Set(['from', 'join', 'into', 'update', 'using', 'table'])
/** Words other than tables that may follow them. */
const noTable = /^(?:set|skip|of|nowait|[();])$/
/** Functions that give rows and read no table. */
const givesRows = /^(?:unnest|generate_series)$/

/** Statements whose answer is known; those that are asked for are few, and the same for ever. */
const known = new BoundedMemory<string, boolean>('statements of the first machine', { most: 1000 })

/**
 * Tells whether a statement touches nothing but what is on the first machine alone: tables of the schema `system`, or who listens. Such a one needs
 * no transaction that says to other machines whose rows it may touch. Where there is a doubt, no.
 */
export function isOfFirstMachine(text: string): boolean {
  if (!/\bsystem\.|\bpg_notify\(/.test(text) || reachesOthers.test(text)) return false
  return memoizeByKey(known, text, () => touchesSystemAlone(readSqlTokens(text)))
}

function touchesSystemAlone(read: readonly Token[]): boolean {
  let depth = 0
  for (const [at, { text, word = '', name }] of read.entries()) {
    const [next, second, third] = [read[at + 1], read[at + 2], read[at + 3]]
    if (text === '(') depth++
    if (text === ')') depth--
    // A function of a schema may read tables.
    if (name !== undefined && next?.text === '.' && third?.text === '(' && read[at - 1]?.word !== 'into') return false
    if (!beforeTable.has(word) || !next || noTable.test(next.word ?? next.text)) continue
    const isSystem = next.name === 'system' && second?.text === '.'
    if (!isSystem && !(givesRows.test(next.word ?? '') && second?.text === '(')) return false
    // Only a SELECT's list of tables is looked through.
    if (word === 'using' || (word === 'from' && depth === 0 && read[0]?.word === 'update')) return false
  }
  return [...namedTables(read)].every(({ schema }) => schema === 'system')
}
