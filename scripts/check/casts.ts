import type { CodeCheck } from './codeCheck.ts'
import { isTestFile } from './codeFile.ts'

/** A cast says what the compiler cannot check: a guard, or a type that tells, finds out. `as const` only makes a type narrower. */
export const casts: CodeCheck = {
  name: 'casts in src',
  bar: 106,
  find: files =>
    files
      .filter(({ path }) => path.startsWith('src/') && !isTestFile(path))
      .flatMap(({ path, text, visit, lineAt }) => {
        const found: string[] = []
        visit({
          TSAsExpression({ typeAnnotation: { start, end }, start: from }) {
            const type = text.slice(start, end)
            if (type !== 'const') found.push(`${path}:${lineAt(from)}: "as ${type}": a guard or a better type`)
          },
        })
        return found
      }),
}
