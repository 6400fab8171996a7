import { expect, test } from 'vitest'
import { ConcurrencyLimit } from './concurrencyLimit.ts'

const signal = new AbortController().signal

test('so many run at once, the others in the order in which they came', async () => {
  const turns = new ConcurrencyLimit(2)
  const [log, ends]: [string[], (() => void)[]] = [[], []]
  const work = (name: string) =>
    turns.take(signal, () => {
      log.push(name)
      return new Promise<string>(done => ends.push(() => done(name)))
    })
  const all = ['a', 'b', 'c', 'd'].map(work)
  await Promise.resolve()
  expect(log).toEqual(['a', 'b'])
  ends[1]?.()
  await all[1]
  await expect.poll(() => log).toEqual(['a', 'b', 'c'])
  for (const end of ends) end()
  await expect.poll(() => log).toEqual(['a', 'b', 'c', 'd'])
  for (const end of ends) end()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('who gives up leaves the queue, and a failure frees its place', async () => {
  const turns = new ConcurrencyLimit(1)
  let fail: (error: Error) => void = () => undefined
  const first = turns.take(signal, () => new Promise((_, failed) => (fail = failed)))
  const leaving = new AbortController()
  const second = turns.take(leaving.signal, async () => 'second')
  const third = turns.take(signal, async () => 'third')
  leaving.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  fail(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  expect(await third).toBe('third')
  expect(await turns.take(signal, async () => 'later')).toBe('later')
})
