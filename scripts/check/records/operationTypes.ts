import type { CodeCheck } from '../codeCheck.ts'
import { isTestFile } from '../codeFile.ts'

const declaring = new Set(['operation', 'openOperation', 'runtimeOperation'])

/** The JSON Schema of a call says its input, and `npm run generate` writes the type from it: an interface beside it says it twice. */
export const operationTypes: CodeCheck = {
  name: 'inputs of operations written by hand',
  find: files =>
    files
      .filter(({ path }) => /^src\/(domain|plugins|server)\//.test(path) && !isTestFile(path))
      .flatMap(({ path, visit, lineAt }) => {
        const found: string[] = []
        visit({
          TSInterfaceDeclaration({ id, start }) {
            if (id.name.endsWith('Input'))
              found.push(`${path}:${lineAt(start)}: ${id.name}: OperationInput<'POST …'> has it from the schema`)
          },
          CallExpression({ callee, typeArguments, start }) {
            if (callee.type === 'Identifier' && declaring.has(callee.name) && typeArguments)
              found.push(`${path}:${lineAt(start)}: ${callee.name}<…>: method and path type its input`)
          },
        })
        return found
      }),
}
