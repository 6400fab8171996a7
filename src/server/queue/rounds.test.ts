import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startRounds } from './rounds.ts'

const log = pino({ level: 'silent' })

test('what comes while something is being done is done after it, however often it is said', async () => {
  const waiting = [1]
  const done: number[] = []
  let asked = 0
  const gate = Promise.withResolvers<void>()
  const worker = startRounds({
    next: async () => {
      asked += 1
      const item = waiting.shift()
      if (item === undefined) return false
      if (item === 1) await gate.promise
      done.push(item)
      return true
    },
    log,
    every: 60_000,
  })
  worker.wake()
  for (let item = 2; item <= 1000; item += 1) {
    waiting.push(item)
    worker.wake()
  }
  gate.resolve()
  await expect.poll(() => done.length).toBe(1000)
  // Once a piece, and once for each round that finds nothing.
  expect(asked).toBeLessThanOrEqual(1002)
  await worker.close()
})

test('whoever asks while a round looks for the last time gets what came since', async () => {
  const waiting: number[] = []
  const done: number[] = []
  const gate = Promise.withResolvers<void>()
  let looks = 0
  const worker = startRounds({
    next: async () => {
      looks += 1
      const item = waiting.shift()
      if (looks === 1) await gate.promise
      if (item !== undefined) done.push(item)
      return item !== undefined
    },
    log,
    every: 60_000,
  })
  worker.wake()
  waiting.push(1)
  const asked = [worker.deliver(), worker.deliver()].map(each => each.then(() => [...done]))
  gate.resolve()
  expect(await Promise.all(asked)).toEqual([[1], [1]])
  await worker.close()
})

test('a round that fails is told, and what waits is done when it is said again', async () => {
  let isBroken = true
  let done = 0
  const worker = startRounds({
    next: async () => {
      if (isBroken) throw new Error('away')
      done += 1
      return done < 3
    },
    log,
    every: 60_000,
  })
  worker.wake()
  worker.wake()
  await expect.poll(() => worker.deliver().catch(({ message }) => message)).toBe('away')
  isBroken = false
  worker.wake()
  await expect.poll(() => done).toBe(3)
  await worker.close()
})
