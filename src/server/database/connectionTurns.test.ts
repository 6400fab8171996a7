import { expect, test } from 'vitest'
import { connectionTurns } from './connectionTurns.ts'

type Turn = (() => void) | undefined

/** Turns that are there at once; those that are not are waited for until they come. */
const opened = (size: number) => {
  const turns = connectionTurns(size)
  const had = new Map<number, (() => void)[]>()
  const take = (store: number): void => {
    const turn = turns({ stores: [store] })
    const keep = (end: Turn): void => void had.set(store, [...(had.get(store) ?? []), ...(end ? [end] : [])])
    // A turn that never comes is given up long after the test.
    if (turn instanceof Promise) turn.then(keep, () => undefined)
    else keep(turn)
  }
  return {
    ask: (store: number, times: number): void => {
      for (let n = 0; n < times; n += 1) take(store)
    },
    counts: () => Object.fromEntries([...had].map(([store, ends]) => [store, ends.length])),
    end: async (store: number): Promise<void> => {
      had.get(store)?.shift()?.()
      await new Promise(setImmediate)
    },
  }
}

test('one store has most connections, a second its third, and a third one finds one', () => {
  const turns = opened(10)
  for (const store of [1, 2, 3]) turns.ask(store, 30)
  expect(turns.counts()).toEqual({ 1: 6, 2: 3, 3: 1 })
})

test('while others wait, what a store gives back goes to them until all have their share', async () => {
  const turns = opened(10)
  for (const store of [1, 2, 3]) turns.ask(store, 30)
  for (let n = 0; n < 3; n += 1) await turns.end(1)
  expect(turns.counts()).toEqual({ 1: 3, 2: 3, 3: 3 })
  turns.ask(4, 1)
  expect(turns.counts()).toEqual({ 1: 3, 2: 3, 3: 3, 4: 1 })
})

test.each([1, 2, 3, 4])('with %d connections every store comes to its turn', async size => {
  const turns = opened(size)
  turns.ask(1, 5)
  turns.ask(2, 1)
  for (let n = 0; n < 5; n += 1) await turns.end(1)
  expect(turns.counts()[2]).toBe(1)
})
