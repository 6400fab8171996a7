import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { estimatedSeconds } from './fileSeconds.ts'
import { shardOf } from './longestFirst.ts'
import { longFiles } from './longFiles.ts'

test('parts are of about one length, hold everything once, and come out alike whatever order the files come in', () => {
  const lengths: Readonly<Record<string, number>> = { a: 90, b: 50, c: 40, d: 30, e: 30, f: 20, g: 10 }
  const parts = (names: readonly string[]) =>
    [1, 2, 3].map(index =>
      shardOf(
        names,
        index,
        3,
        name => lengths[name] ?? 0,
        name => name,
      ),
    )
  const names = Object.keys(lengths)
  const sums = parts(names).map(part => part.reduce((sum, name) => sum + (lengths[name] ?? 0), 0))
  expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(10)
  expect(parts(names).flat().sort()).toEqual(names)
  expect(parts(names.toReversed())).toEqual(parts(names))
})

test('long files are known, others are guessed by their size', () => {
  expect(Object.keys(longFiles).filter(path => !existsSync(path))).toEqual([])
  expect(Object.values(longFiles)).toEqual(Object.values(longFiles).toSorted((a, b) => b - a))
  expect(estimatedSeconds('tests/flows/lists/keyboard-only.test.ts')).toBeGreaterThan(1)
  expect(estimatedSeconds('tests/flows/none.test.ts')).toBe(0)
})
