import type { ReadPath } from '../../expression/reads.ts'
import type { ExpressionScope } from '../../expression.ts'

const rowType = /^row\.(.+)$/

/** Records that are at hand beside the one that an expression is over. */
const beside: ReadonlySet<string> = new Set(['parent', 'store', 'before', 'limits'])

/** How many references a chain of names goes through: one in `grupo.nome`, none in `parent.nome` or in the rows of a list. */
function referencesThrough(path: ReadPath, scope: ExpressionScope): number {
  let type = scope.typeOf(path[0] ?? '')
  let count = rowType.test(type ?? '') && path.length > 1 && !beside.has(path[0] ?? '') ? 1 : 0
  for (const [at, name] of path.entries()) {
    if (at === 0) continue
    const row = /row\.([^>]+)/.exec(type ?? '')?.[1]
    type = row === undefined ? undefined : scope.memberType(row, name)
    if (rowType.test(type ?? '') && at < path.length - 1) count += 1
  }
  return count
}

export interface FarRead {
  readonly message: string
  /** The names as they stand in the expression. */
  readonly words: string
}

/**
 * The first chain of names that goes further than what is at hand where the expression is asked: everywhere the record itself, where
 * it is edited or saved what it and its rows refer to as well (`reads: 'references'`), and nowhere what that refers to.
 */
export function farRead(
  reads: readonly ReadPath[],
  scope: ExpressionScope,
  reaches: 'references' | 'record',
): FarRead | undefined {
  for (const path of reads) {
    const count = referencesThrough(path, scope)
    if (count === 0) continue
    const words = path.slice(-2).join('.')
    if (count > 1 || path[0] === 'store')
      return {
        words,
        message: `"${path.join('.')}" goes through more than one reference, and only the first one's record is read.`,
      }
    if (reaches === 'record')
      return {
        words,
        message: `"${path.join('.')}" is not at hand here: only the record's own fields are, not what they refer to.`,
      }
  }
  return undefined
}
