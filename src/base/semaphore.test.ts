import { expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

it('runs all of it, never more at once than it may, also when some of it fails', async () => {
  const line = createSemaphore(3)
  let now = 0
  let most = 0
  const work = async (n: number): Promise<number> => {
    most = Math.max(most, ++now)
    await new Promise(done => setImmediate(done))
    now -= 1
    if (n % 4 === 0) throw new Error(`${n}`)
    return n
  }
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => line(() => work(n))))
  expect(most).toBe(3)
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(15)
  expect(now).toBe(0)
})

const signal = new AbortController().signal

it('so many run at once, the others in the order in which they came', async () => {
  const turns = createSemaphore(2)
  const [log, ends]: [string[], (() => void)[]] = [[], []]
  const work = (name: string) =>
    turns(() => {
      log.push(name)
      return new Promise<string>(done => ends.push(() => done(name)))
    }, signal)
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

it('who gives up leaves the queue, and a failure frees its place', async () => {
  const turns = createSemaphore(1)
  let fail: (error: Error) => void = () => undefined
  const first = turns(() => new Promise((_, failed) => (fail = failed)), signal)
  const leaving = new AbortController()
  const second = turns(async () => 'second', leaving.signal)
  const third = turns(async () => 'third', signal)
  leaving.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  fail(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  expect(await third).toBe('third')
  expect(await turns(async () => 'later', signal)).toBe('later')
})
