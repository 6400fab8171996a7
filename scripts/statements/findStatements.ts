import { join, relative } from 'node:path'
import {
  isArrayLiteralExpression,
  isCallExpression,
  isPropertyAccessExpression,
  isSpreadElement,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import { type KnownTables, membersOf, TextEvaluator } from './textEvaluator.ts'

/** Kinds of JavaScript values, as far as a column's type decides them. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'list' | 'date' | 'object' | 'any'

/** A value that code claims to give or to get: one of these kinds. */
export type ClaimedKinds = ReadonlySet<ValueKind>

/** A column that code claims to get. */
export interface ClaimedColumn {
  readonly kinds: ClaimedKinds
  /** Whether code expects that it may be empty. */
  readonly nullable: boolean
}

/** A call that sends a statement. */
export interface FoundStatement {
  /** `src/domain/…/file.ts:12`. */
  readonly place: string
  /** Every text that it may send; undefined where that is known only when it runs. */
  readonly texts: readonly string[] | undefined
  /** The kinds of its parameters; undefined where their number is not known. */
  readonly params: readonly ClaimedKinds[] | undefined
  /** The columns that its row type claims; undefined where it claims none. */
  readonly columns: ReadonlyMap<string, ClaimedColumn> | undefined
}

const root = join(import.meta.dirname, '..', '..')
const config = join(import.meta.dirname, 'tsconfig.json')

/** The methods that send a statement, with its text first and its parameters second. */
const sending = new Set(['query'])

/** Finds every statement that the server, the domain and the plugins send, with what the compiler knows of parameters and rows. */
export function findStatements(tables: KnownTables): FoundStatement[] {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects()
    if (!project) throw new Error(`No project: ${config}`)
    const { program, checker } = project
    const evaluator = new TextEvaluator(checker, tables)
    return project.rootFiles.flatMap(path => {
      const file = program.getSourceFile(path)
      return file && /\.query[<(]/.test(file.text) ? statementsOf(file, relative(root, path), checker, evaluator) : []
    })
  } finally {
    api.close()
  }
}

function statementsOf(file: SourceFile, path: string, checker: Checker, evaluator: TextEvaluator): FoundStatement[] {
  const found: FoundStatement[] = []
  const visit = (node: Node): void => {
    node.forEachChild(visit)
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression) || !sending.has(node.expression.name.text)) return
    const [text, params] = node.arguments
    if (!text) return
    const row = node.typeArguments?.[0]
    const line = file.text.slice(0, text.pos).split('\n').length
    found.push({
      place: `${path}:${line}`,
      texts: evaluator.texts(text),
      params: paramsOf(params, checker),
      columns: row && columnsOf(checker.getTypeFromTypeNode(row), checker),
    })
  }
  file.forEachChild(visit)
  return found
}

function paramsOf(params: Node | undefined, checker: Checker): readonly ClaimedKinds[] | undefined {
  if (!params) return []
  if (!isArrayLiteralExpression(params) || params.elements.some(isSpreadElement)) return undefined
  return params.elements.map(element => kindsOf(checker.getTypeAtLocation(element), checker))
}

function columnsOf(type: Type | undefined, checker: Checker): ReadonlyMap<string, ClaimedColumn> | undefined {
  if (!type) return undefined
  const members = checker.getPropertiesOfType(type).map(member => {
    const type = checker.getTypeOfSymbol(member)
    return [member.name, { kinds: kindsOf(type, checker), nullable: isNullable(type) }] as const
  })
  return members.length > 0 ? new Map(members) : undefined
}

function kindsOf(type: Type | undefined, checker: Checker): ClaimedKinds {
  const kinds = new Set<ValueKind>()
  for (const one of membersOf(type)) {
    const { flags } = one
    if (flags & (TypeFlags.Null | TypeFlags.Undefined)) continue
    kinds.add(kindOf(one, checker))
  }
  return kinds
}

/** A value of any kind may be empty, too. */
function isNullable(type: Type | undefined): boolean {
  return membersOf(type).some(({ flags }) => flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Any | TypeFlags.Unknown))
}

function kindOf(type: Type, checker: Checker): ValueKind {
  const { flags } = type
  if (flags & TypeFlags.StringLike) return 'string'
  if (flags & TypeFlags.NumberLike) return 'number'
  if (flags & TypeFlags.BooleanLike) return 'boolean'
  if (!(flags & TypeFlags.Object)) return 'any'
  if (checker.isArrayLikeType(type)) return 'list'
  return type.getSymbol()?.name === 'Date' ? 'date' : 'object'
}
