import { expect, test } from 'vitest'
import { StoreTurns } from './storeTurns.ts'

const limits = { atOnce: 2, atOnceOfStore: 1, waiting: 100, waitingOfStore: 50 }

/** Everybody works until told; gives the order in which turns were given. */
const working = (turns: StoreTurns) => {
  const order: string[] = []
  const running: (() => void)[] = []
  return {
    order,
    ask: (store: number, name: string): void =>
      void turns.take(store).then(end => {
        order.push(name)
        running.push(end)
      }),
    /** Ends the work that began first. */
    endFirst: async (): Promise<void> => {
      running.shift()?.()
      await settled()
    },
  }
}
const settled = (): Promise<void> => new Promise(setImmediate)

test('a thousand pieces of one store do not hold the only one of another', async () => {
  const work = working(new StoreTurns({ ...limits, waitingOfStore: 1000, waiting: 2000 }))
  for (let n = 0; n < 1000; n += 1) work.ask(1, `a${n}`)
  await settled()
  work.ask(2, 'b')
  await settled()
  expect(work.order).toEqual(['a0', 'b'])
})

test('stores take turns, whoever asks for more', async () => {
  const work = working(new StoreTurns({ ...limits, atOnce: 1 }))
  for (const name of ['a0', 'a1', 'a2', 'a3']) work.ask(1, name)
  for (const name of ['b0', 'b1']) work.ask(2, name)
  work.ask(3, 'c0')
  await settled()
  for (let n = 0; n < 6; n += 1) await work.endFirst()
  expect(work.order).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3'])
})

test('a place is left for others, and no more than one store may have is given to it', async () => {
  const work = working(new StoreTurns({ ...limits, atOnce: 3, atOnceOfStore: 2 }))
  for (const name of ['a0', 'a1', 'a2']) work.ask(1, name)
  await settled()
  expect(work.order).toEqual(['a0', 'a1'])
  work.ask(2, 'b0')
  await settled()
  expect(work.order).toEqual(['a0', 'a1', 'b0'])
  await work.endFirst()
  expect(work.order).toEqual(['a0', 'a1', 'b0', 'a2'])
})

test('a full line refuses, for its store or for all, but for what goes on', async () => {
  const turns = new StoreTurns({ atOnce: 1, atOnceOfStore: 1, waiting: 3, waitingOfStore: 2 })
  await turns.take(1)
  const waiting = [turns.take(1), turns.take(1)]
  const busy = { statusCode: 503, code: 'threads.busy' }
  await expect(turns.take(1)).rejects.toMatchObject(busy)
  waiting.push(turns.take(2))
  await expect(turns.take(3)).rejects.toMatchObject(busy)
  waiting.push(turns.take(1, { goesOn: true }))
  expect(waiting).toHaveLength(4)
})

test('who leaves the line is passed over, and makes room in it', async () => {
  const turns = new StoreTurns({ atOnce: 1, atOnceOfStore: 1, waiting: 1, waitingOfStore: 1 })
  const end = await turns.take(1)
  const leaving = new AbortController()
  const gone = turns.take(1, { signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(gone).rejects.toThrow('left')
  const next = turns.take(1)
  end()
  end()
  ;(await next)()
  await expect(turns.take(1, { signal: leaving.signal })).rejects.toThrow('left')
  ;(await turns.take(2))()
})
