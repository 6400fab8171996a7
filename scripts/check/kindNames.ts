import type { ESTree } from 'vite'
import type { CodeCheck } from './codeCheck.ts'
import { type CodeFile, isTestFile, projectFiles } from './codeFile.ts'

/** A kind answers for itself: files elsewhere that ask for one by name, each with its reason beside the place. */
export const kindNames: CodeCheck = {
  name: 'files outside src/kinds that ask for a kind by name',
  bar: 0,
  find: files => {
    const kinds = new Set(projectFiles('src/kinds').map(path => /^src\/kinds\/([^/]+)\/value\.ts$/.exec(path)?.[1]))
    return files
      .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/kinds/') && !isTestFile(path))
      .flatMap(file => placesAskingForKind(file, kinds).slice(0, 1))
  },
}

/** `field.kind === 'date'`, `case 'date':` under `switch (field.kind)`, `['date'].includes(field.kind)`. */
export function placesAskingForKind(file: CodeFile, kinds: ReadonlySet<string | undefined>): string[] {
  const found: string[] = []
  const add = (node: ESTree.Node, value: unknown): void => {
    found.push(`${file.path}:${file.lineAt(node.start)}: ${String(value)}`)
  }
  const named = (node: ESTree.Node | null): string | undefined =>
    node?.type === 'Literal' && typeof node.value === 'string' && kinds.has(node.value) ? node.value : undefined
  file.visit({
    BinaryExpression: node => {
      if (!/^[!=]==?$/.test(node.operator)) return
      for (const [one, other] of [
        [node.left, node.right],
        [node.right, node.left],
      ] as const) {
        const value = named(other)
        if (value !== undefined && isKind(one)) add(node, value)
      }
    },
    SwitchStatement: node => {
      if (!isKind(node.discriminant)) return
      for (const { test } of node.cases) if (named(test) !== undefined) add(node, named(test))
    },
    CallExpression: node => {
      const [argument] = node.arguments
      if (node.callee.type !== 'MemberExpression' || node.callee.object.type !== 'ArrayExpression' || !argument) return
      if (!isKind(argument)) return
      for (const element of node.callee.object.elements) if (named(element) !== undefined) add(node, named(element))
    },
  })
  return found
}

/** A variable or member that holds a kind's name; `type` only where a file of definitions calls a kind so. */
function isKind(node: ESTree.Node): boolean {
  if (node.type === 'ChainExpression') return isKind(node.expression)
  if (node.type === 'Identifier') return node.name === 'kind'
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' && /^kind(Name)?$/.test(node.property.name)
}
