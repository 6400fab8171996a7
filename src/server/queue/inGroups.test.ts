import { setImmediate as nextGo } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inGroups } from './inGroups.ts'

test('what is asked for together, or while groups are under way, is one run, and everybody gets their own answer', async () => {
  const runs: number[][] = []
  const gate = Promise.withResolvers<void>()
  const doubled = inGroups<number, number>(async items => {
    runs.push([...items])
    if (runs.length <= 2) await gate.promise
    return items.map(item => item * 2)
  })
  const asked: Promise<number[]>[] = []
  for (const group of [[1, 2], [3], [4], [5, 6]]) {
    asked.push(Promise.all(group.map(doubled)))
    await nextGo()
  }
  gate.resolve()
  expect((await Promise.all(asked)).flat()).toEqual([2, 4, 6, 8, 10, 12])
  expect(runs).toEqual([[1, 2], [3], [4, 5, 6]])
  expect(await doubled(7)).toBe(14)
})

test('of a group that fails only what fails by itself is refused', async () => {
  const positive = inGroups<number, string>(async items => {
    if (items.some(item => item < 0)) throw new Error('negative')
    return items.map(String)
  })
  const answers = await Promise.allSettled([1, -2, 3].map(positive))
  expect(answers.map(answer => (answer.status === 'fulfilled' ? answer.value : answer.reason.message))).toEqual([
    '1',
    'negative',
    '3',
  ])
})

test('however many come at once, each is answered', async () => {
  const sizes: number[] = []
  const same = inGroups<number, number>(async items => {
    sizes.push(items.length)
    return items
  })
  const all = Array.from({ length: 1000 }, (_, at) => at)
  expect(await Promise.all(all.map(same))).toEqual(all)
  expect(Math.max(...sizes)).toBeLessThan(1000)
})
