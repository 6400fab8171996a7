import { expect, test } from 'vitest'
import { createProblemBudget, firstProblems, mostProblems } from './firstProblems.ts'

const problems = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `rows.${at}`, code: 'required' }))

test('few problems are told as they are; of many the first, and that there are more', () => {
  expect(firstProblems(problems(3), 3)).toEqual(problems(3))
  expect(firstProblems(problems(4), 3)).toEqual([...problems(3), { path: '', code: 'more-problems', params: { max: 3 } }])
})

test('a reply tells much of the first records and something of each', () => {
  const told = createProblemBudget()
  const counts = Array.from({ length: 1000 }, () => told(problems(500)).length)
  expect(counts[0]).toBe(mostProblems.ofRecord + 1)
  expect(counts.at(-1)).toBe(1)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(1000 + mostProblems.ofReply + mostProblems.ofRecord)
  expect(told([])).toEqual([])
})
