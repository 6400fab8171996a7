import type { CodeCheck } from './codeCheck.ts'

/** A test that waits for a time is slow on a fast machine and fails on a slow one: it waits for what is seen. */
export const timedWaits: CodeCheck = {
  name: 'tests that wait for a time',
  find: files =>
    files
      .filter(({ path }) => path.startsWith('tests/'))
      .flatMap(({ path, text, lineAt }) =>
        [...text.matchAll(/\.waitForTimeout\(/g)].map(({ index }) => `${path}:${lineAt(index)}: wait for what is seen`),
      ),
}
