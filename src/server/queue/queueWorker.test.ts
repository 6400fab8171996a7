import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Queries } from '../database/queries.ts'
import type { DurableQueue, QueuedItem } from './durableQueue.ts'
import { startQueueWorker } from './queueWorker.ts'

const log = pino({ level: 'silent' })
const q = {} as Queries

/** A queue in memory, whose items are `lane name`; counts how often it is asked. */
function queueOf(waiting: string[]) {
  const seen = { claims: 0, finished: [] as string[] }
  const laneOf = (item: string): string => item.split(' ')[0] ?? ''
  const queue = {
    rules: { name: 'test', read: (content: string) => content },
    claim: async (_q: Queries, busy: readonly string[] = []): Promise<QueuedItem | undefined> => {
      seen.claims += 1
      const at = waiting.findIndex(item => !busy.includes(laneOf(item)))
      if (at < 0) return undefined
      const [content = ''] = waiting.splice(at, 1)
      return { id: content, content, lane: laneOf(content), attempts: 1, more: waiting.length > 0 }
    },
    finish: async (_q: Queries, { id }: QueuedItem) => void seen.finished.push(id),
  } as unknown as DurableQueue<string>
  return { queue, seen, waiting }
}

const startWith = (queue: DurableQueue<string>, lanes: number, run: (item: string) => Promise<void>) =>
  startQueueWorker({ queue, q, log, lanes, run, failureOf: () => ({ why: 'failed', forever: true }), every: 60_000 })

test('a lane that hangs holds up itself alone, and goes on once it is free', async () => {
  const { queue, seen } = queueOf(['a 1', 'a 2', 'b 1', 'b 2'])
  const hanging = Promise.withResolvers<void>()
  const worker = startWith(queue, 2, item => (item === 'a 1' ? hanging.promise : Promise.resolve()))
  worker.wake()
  await expect.poll(() => seen.finished).toEqual(['b 1', 'b 2'])
  hanging.resolve()
  await expect.poll(() => seen.finished).toEqual(['b 1', 'b 2', 'a 1', 'a 2'])
  await worker.close()
})

test('no more lanes than told are busy at once', async () => {
  const { queue, seen } = queueOf(['a 1', 'b 1', 'c 1', 'd 1', 'e 1'])
  let busy = 0
  let most = 0
  const worker = startWith(queue, 2, async () => {
    busy += 1
    most = Math.max(most, busy)
    await new Promise(setImmediate)
    busy -= 1
  })
  await worker.deliver()
  expect(seen.finished).toHaveLength(5)
  expect(most).toBe(2)
  await worker.close()
})

test.each([1, 8])('an item that is alone takes one question (%i lanes)', async lanes => {
  const { queue, seen, waiting } = queueOf(['a 1'])
  const worker = startWith(queue, lanes, async () => undefined)
  await worker.deliver()
  expect(seen.finished).toEqual(['a 1'])
  const before = seen.claims
  waiting.push('a 2')
  worker.wake()
  await expect.poll(() => seen.finished).toEqual(['a 1', 'a 2'])
  expect(seen.claims - before).toBe(1)
  await worker.close()
})

test('what comes while something is done is done by the same delivery', async () => {
  const { queue, seen, waiting } = queueOf(['a 1'])
  const worker = startWith(queue, 8, async item => {
    if (item !== 'a 1') return
    waiting.push('b 1')
    worker.wake()
  })
  await worker.deliver()
  expect(seen.finished.toSorted()).toEqual(['a 1', 'b 1'])
  await worker.close()
})
