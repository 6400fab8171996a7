import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { CelDecimal } from './celDecimal.ts'
import { type ReadPath, readsOfTree } from './reads.ts'
import { celName, type ExpressionScope } from './scope.ts'

/** Why an expression does not hold, and the character where. */
export interface ExpressionFault {
  readonly message: string
  readonly at: number
  /** A name that is not known, for "did you mean". */
  readonly unknown?: string
  /** Whether the unknown name follows a point. */
  readonly isMember?: boolean
}

/** A parsed and type-checked expression. */
export interface Compiled {
  /** CEL type of the result: string, int, decimal, bool, list<...>, dyn. */
  readonly type: string
  /** Names that it uses. */
  readonly uses: readonly string[]
  /** Its reads: every chain of names. */
  readonly reads: readonly ReadPath[]
  run(values: Record<string, unknown>): unknown
}

export type Compilation =
  | { readonly ok: true; readonly value: Compiled }
  | { readonly ok: false; readonly error: ExpressionFault }

/** Most times that branches of different number types are brought to one. */
const attempts = 8

/** Parses and type-checks. Literals with a point become decimals; a whole literal beside a decimal in `a ? b : c` too. */
export function compileUncached(expression: string, scope: ExpressionScope): Compilation {
  const widened = new Set<number>()
  for (let i = 0; i < attempts; i++) {
    const result = tryCompile(expression, scope, widened)
    if (result.ok || result.widen === undefined || result.widen.every(at => widened.has(at))) return result
    for (const at of result.widen) widened.add(at)
  }
  return { ok: false, error: { message: 'The branches have different types.', at: 0 } }
}

type Attempt =
  | (Compilation & { readonly ok: true })
  | { readonly ok: false; readonly error: ExpressionFault; readonly widen?: readonly number[] | undefined }

function tryCompile(expression: string, scope: ExpressionScope, widened: ReadonlySet<number>): Attempt {
  let parsed: ReturnType<Environment['parse']>
  try {
    parsed = scope.environment.parse(expression)
  } catch (error) {
    return { ok: false, error: faultOf(error) }
  }
  const uses = new Set<string>()
  const reads = readsOfTree(parsed.ast, scope)
  prepare(parsed.ast, scope, widened, uses)
  const check = parsed.check()
  if (!check.valid) return { ok: false, error: faultOf(check.error), widen: literalsToWiden(check.error) }
  return { ok: true, value: { type: check.type ?? 'dyn', uses: [...uses], reads, run: values => parsed(values) } }
}

interface MutableNode {
  op: string
  args: unknown
  start: number
}

/** Rewrites literals and names in place, before types are checked. */
function prepare(node: ASTNode, scope: ExpressionScope, widened: ReadonlySet<number>, uses: Set<string>): void {
  const open = node as unknown as MutableNode
  if (node.op === 'value') {
    if (typeof node.args === 'number') open.args = new CelDecimal(node.args)
    else if (typeof node.args === 'bigint' && widened.has(node.start)) open.args = new CelDecimal(Number(node.args))
    return
  }
  if (node.op === 'id') {
    if (scope.names.has(node.args)) {
      uses.add(node.args)
      open.args = celName(node.args)
    }
    return
  }
  for (const child of childrenOf(node.args)) prepare(child, scope, widened, uses)
}

function childrenOf(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(childrenOf)
  return args !== null && typeof args === 'object' && 'op' in args ? [args as ASTNode] : []
}

interface CelFault extends Error {
  readonly code?: string
  readonly summary?: string
  readonly node?: ASTNode
  readonly range?: { readonly start: number }
}

/** Places of whole literals in the branches of a condition whose branches differ in type. */
function literalsToWiden(error: unknown): number[] | undefined {
  const fault = error as CelFault
  if (fault.code !== 'incompatible_ternary_branches' || fault.node?.op !== '?:') return undefined
  return fault.node.args.slice(1).flatMap(literals)
}

function literals(node: ASTNode): number[] {
  if (node.op === 'value') return typeof node.args === 'bigint' ? [node.start] : []
  if (node.op === '-_') return literals(node.args)
  return node.op === '?:' ? node.args.slice(1).flatMap(literals) : []
}

function faultOf(error: unknown): ExpressionFault {
  const fault = error as CelFault
  const summary = fault.summary ?? fault.message ?? String(error)
  const member = /^No such key: (\S+)/.exec(summary)?.[1]
  const unknown = member ?? /^Unknown variable: (\S+)/.exec(summary)?.[1]
  const message = unknown === undefined ? `${summary}.` : `"${unknown}" is not known here.`
  return { message, at: fault.range?.start ?? 0, ...(unknown === undefined ? {} : { unknown, isMember: member !== undefined }) }
}
