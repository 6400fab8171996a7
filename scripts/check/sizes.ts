import { dirname } from 'node:path'
import type { ESTree } from 'vite'
import type { CodeCheck } from './codeCheck.ts'
import { type CodeFile, isTestFile } from './codeFile.ts'

const maxFileLines = 400
const maxFunctionLines = 80
const maxFolderFiles = 20

export const longFiles: CodeCheck = {
  name: `files of more than ${maxFileLines} lines`,
  find: files =>
    files.flatMap(({ path, text }) => {
      const lines = text.split('\n').length
      return lines > maxFileLines ? [`${path}: ${lines} lines; one duty each`] : []
    }),
}

export const longFunctions: CodeCheck = {
  name: `functions of more than ${maxFunctionLines} lines`,
  find: files => files.filter(({ path }) => path.startsWith('src/') && !isTestFile(path)).flatMap(longFunctionsOf),
}

export const largeFolders: CodeCheck = {
  name: `folders of more than ${maxFolderFiles} files of code`,
  find: files => {
    const counts = new Map<string, number>()
    for (const { path } of files)
      if (/^(src|scripts)\//.test(path) && !isTestFile(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    return [...counts].filter(([, count]) => count > maxFolderFiles).map(([folder, count]) => `${folder}: ${count} files`)
  },
}

function longFunctionsOf(file: CodeFile): string[] {
  const found: string[] = []
  let name = ''
  const measure = (node: ESTree.Function | ESTree.ArrowFunctionExpression): void => {
    const [first, last] = [file.lineAt(node.start), file.lineAt(node.end)]
    const own = 'id' in node && node.id ? node.id.name : name
    if (last - first + 1 > maxFunctionLines) found.push(`${file.path}:${first}: ${own} has ${last - first + 1} lines`)
  }
  file.visit({
    VariableDeclarator: ({ id }) => {
      if (id.type === 'Identifier') name = id.name
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  })
  return found
}
