import type { CodeCheck } from './codeCheck.ts'
import { type CodeFile, isTestFile } from './codeFile.ts'

/** The words of things that make a test fail by chance. */
const chances: readonly (readonly [RegExp, string])[] = [
  [/\bMath\.random\(/g, 'draws a number'],
  // How long something takes is the machine's: only that it took at least so long holds under any load.
  [/expect\((Date|performance)\.now\(\) - \w+\)\s*\.toBeLessThan/g, 'judges how long something took'],
  // The machine's zone is not the store's: near midnight its day, and near the new year its year, is another.
  [/\bnew Date\(\)\.get(FullYear|Month|Date|Day|Hours|Minutes)\(/g, "asks the machine's own clock: name the zone"],
]

/** A test that draws anew each time fails one day and not the next: examples come from a seed, and moments from no die. */
export const chanceInTests: CodeCheck = {
  name: 'tests that depend on chance',
  find: files => files.filter(({ path }) => isTestFile(path) && path !== 'tests/fixedSeed.ts').flatMap(chancesOf),
}

function chancesOf({ path, text, imports, lineAt }: CodeFile): string[] {
  const found = chances.flatMap(([words, what]) =>
    [...text.matchAll(words)].map(({ index }) => `${path}:${lineAt(index)}: ${what}`),
  )
  const properties = /\bfc\.(assert|check|sample)\(/.exec(text)
  const seeded = imports.some(({ target }) => target === 'tests/fixedSeed.ts')
  return properties && !seeded
    ? [...found, `${path}:${lineAt(properties.index)}: import tests/fixedSeed.ts beside fast-check`]
    : found
}
