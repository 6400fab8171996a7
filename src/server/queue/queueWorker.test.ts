import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Queries } from '../database/queries.ts'
import { allDone } from './attempts.ts'
import type { DurableQueue, QueuedItem } from './durableQueue.ts'
import { startQueueWorker } from './queueWorker.ts'

const log = pino({ level: 'silent' })
const q = {} as Queries

/** A queue in memory, whose items are `lane name`; counts how often it is asked. */
function queueOf(waiting: string[]) {
  const seen = { claims: 0, finished: [] as string[], finishes: 0, putOff: [] as string[] }
  const laneOf = (item: string): string => item.split(' ')[0] ?? ''
  const queue = {
    rules: { name: 'test', read: (content: string) => content },
    claim: async (
      _q: Queries,
      { busy = [], most = 1 }: { busy?: readonly string[]; most?: number } = {},
    ): Promise<QueuedItem[]> => {
      seen.claims += 1
      const first = waiting.find(item => !busy.includes(laneOf(item)))
      if (first === undefined) return []
      const taken = waiting.filter(item => laneOf(item) === laneOf(first)).slice(0, most)
      for (const item of taken) waiting.splice(waiting.indexOf(item), 1)
      return taken.map(content => ({ id: content, content, lane: laneOf(content), attempts: 1, more: waiting.length > 0 }))
    },
    finish: async (_q: Queries, ...items: QueuedItem[]) => {
      seen.finishes += 1
      seen.finished.push(...items.map(({ id }) => id))
    },
    release: async (_q: Queries, ...items: QueuedItem[]) => void waiting.push(...items.map(({ id }) => id)),
    putOff: async (_q: Queries, { id }: QueuedItem) => void seen.putOff.push(id),
  } as unknown as DurableQueue<string>
  return { queue, seen, waiting }
}

const several = { lanes: 1, most: 3, failureOf: () => ({ why: 'failed', forever: false }), every: 60_000 }

test('what is taken at once is done one after the other and finished as one; what fails is put off alone', async () => {
  const { queue, seen } = queueOf(['a 1', 'b 1', 'a 2', 'a 3', 'a 4'])
  const begun: string[] = []
  const run = async (item: string): Promise<void> => {
    begun.push(item)
    if (item === 'a 2') throw new Error('failed')
  }
  const worker = startQueueWorker({ queue, q, log, run, ...several })
  await worker.deliver()
  expect(begun).toEqual(['a 1', 'a 2', 'a 3', 'b 1', 'a 4'])
  expect(seen).toMatchObject({ finished: ['a 1', 'a 3', 'b 1', 'a 4'], finishes: 3, putOff: ['a 2'] })
  await worker.close()
})

test('of what is done as one, what failed is put off alone and what was not begun is taken again', async () => {
  const { queue, seen } = queueOf(['a 1', 'a 2', 'a 3', 'b 1'])
  const worker = startQueueWorker({
    queue,
    q,
    log,
    ...several,
    run: async () => undefined,
    together: async items => ({
      failed: new Map(items.filter(({ id }) => id === 'a 2').map(({ id }) => [id, new Error('failed')])),
      left: new Set(items.filter(({ id }) => id === 'a 3').map(({ id }) => id)),
    }),
  })
  await worker.deliver()
  // The one that was left is behind those that others have.
  expect(seen).toMatchObject({ finished: ['a 1', 'b 1', 'a 3'], putOff: ['a 2'] })
  await worker.close()
})

test('what can be done as one is; where that fails each is done alone', async () => {
  const { queue, seen } = queueOf(['a 1', 'a 2', 'b 1', 'b 2'])
  const [together, alone]: [string[], string[]] = [[], []]
  const worker = startQueueWorker({
    queue,
    q,
    log,
    ...several,
    run: async item => void alone.push(item),
    async together(items) {
      if (items.some(({ item }) => item === 'b 2')) throw new Error('not as one')
      together.push(...items.map(({ item }) => item))
      return allDone
    },
  })
  await worker.deliver()
  expect([together, alone]).toEqual([
    ['a 1', 'a 2'],
    ['b 1', 'b 2'],
  ])
  expect(seen.finished).toEqual(['a 1', 'a 2', 'b 1', 'b 2'])
  await worker.close()
})

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
