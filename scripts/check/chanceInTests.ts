import type { CodeCheck } from './codeCheck.ts'
import { isTestFile } from './codeFile.ts'

/** A test that draws anew each time fails one day and not the next: examples come from a seed, and moments from no die. */
export const chanceInTests: CodeCheck = {
  name: 'tests that depend on chance',
  find: files =>
    files
      .filter(({ path }) => isTestFile(path) && path !== 'tests/fixedSeed.ts')
      .flatMap(({ path, text, imports, lineAt }) => {
        const draws = [...text.matchAll(/\bMath\.random\(/g)].map(({ index }) => `${path}:${lineAt(index)}: draws a number`)
        const properties = /\bfc\.(assert|check|sample)\(/.exec(text)
        const seeded = imports.some(({ target }) => target === 'tests/fixedSeed.ts')
        return properties && !seeded
          ? [...draws, `${path}:${lineAt(properties.index)}: import tests/fixedSeed.ts beside fast-check`]
          : draws
      }),
}
