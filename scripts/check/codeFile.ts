import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite'

/** A file of code with what the checks ask of it; it is parsed when a check first needs that. */
export interface CodeFile {
  /** From the project's root, with forward slashes. */
  readonly path: string
  readonly text: string
  /** Its imports and re-exports, types and dynamic imports included: paths of the project, or names of packages. */
  readonly imports: readonly ImportedModule[]
  /** Names that it declares and exports. */
  readonly exports: readonly string[]
  /** Calls back for each node of the syntax tree. */
  visit(visitor: VisitorObject): void
  lineAt(offset: number): number
}

export interface ImportedModule {
  /** A path from the root for a relative import, else the specifier as written. */
  readonly target: string
  readonly relative: boolean
  /** Gone when types are stripped. */
  readonly typeOnly: boolean
}

const root = join(import.meta.dirname, '..', '..')

/** Test, story or fixture: bound by fewer rules than the code itself. */
export const isTestFile = (path: string): boolean => /\.(test|stories)\.tsx?$|\/fixtures\/|^tests\/|^\.storybook\//.test(path)

/** The project's files of these folders, new ones included. */
export function projectFiles(...folders: readonly string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], { cwd: root, encoding: 'utf8' })
  return listed.split('\n').filter(path => path !== '' && existsSync(join(root, path)))
}

export const readProjectFile = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Every TypeScript file of the project that a person writes. */
export const readCodeFiles = (): CodeFile[] =>
  projectFiles('src', 'scripts', 'tests', '.storybook', 'vite.config.ts')
    .filter(path => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.startsWith('src/generated/'))
    .map(path => codeFile(path, readProjectFile(path)))

/** Reads a file of code; a test may give any text. */
export function codeFile(path: string, text: string): CodeFile {
  let program: ESTree.Program | undefined
  const tree = (): ESTree.Program => {
    program ??= parseSync(path, text).program
    return program
  }
  let imports: ImportedModule[] | undefined
  return {
    path,
    text,
    get imports() {
      imports ??= importsOf(path, tree())
      return imports
    },
    get exports() {
      return exportedNames(tree())
    },
    visit: visitor => new Visitor(visitor).visit(tree()),
    lineAt: offset => text.slice(0, offset).split('\n').length,
  }
}

function importsOf(path: string, program: ESTree.Program): ImportedModule[] {
  const found: ImportedModule[] = []
  const add = (specifier: unknown, typeOnly: boolean): void => {
    if (typeof specifier !== 'string') return
    const relative = specifier.startsWith('.')
    found.push({ target: relative ? posix.join(dirname(path), specifier) : specifier, relative, typeOnly })
  }
  const visitor = new Visitor({
    ImportDeclaration: node => add(node.source.value, node.importKind === 'type'),
    ExportNamedDeclaration: node => add(node.source?.value, node.exportKind === 'type'),
    ExportAllDeclaration: node => add(node.source.value, node.exportKind === 'type'),
    ImportExpression: node => add('value' in node.source ? node.source.value : undefined, false),
    TSImportType: node => add(node.source.value, true),
  })
  visitor.visit(program)
  return found
}

function exportedNames(program: ESTree.Program): string[] {
  return program.body.flatMap(statement => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return []
    const { declaration } = statement
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
    return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
  })
}
