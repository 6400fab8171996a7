import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Queries } from '../../access/caller.ts'
import { type RememberedShards, rememberShards } from './rememberedShards.ts'

/** The answer of the first machine: stores 1 and 2 in shards 11 and 12 of two machines. */
let shardOf: Record<number, number>
let readings: number

const first: Queries = {
  query: async <R extends object>(text: string, [store]: readonly unknown[] = []) => {
    const answer = (rows: readonly object[]) => ({ rows: rows as R[], rowCount: rows.length })
    if (text.includes('get_shard_id')) return answer([{ id: String(shardOf[Number(store)]) }])
    if (text.includes('pg_dist_node'))
      return answer([11, 12].map(id => ({ id: String(id), group: id - 10, host: `db${id - 10}`, port: 5432 })))
    if (text.includes('pg_dist_shard'))
      return answer([11, 12].map(id => ({ table: 'public.goods', id: `${id}`, name: `goods_${id}`, least: id })))
    readings++
    return answer([{ table: 'public.goods', quoted: 'public.goods', literal: "'public.goods'", method: 'h', everywhere: false }])
  },
}
const inlining = {
  ready: async () => undefined,
  inlined: (text: string) => text,
  withFunctions: (text: string) => text,
  forget: () => undefined,
}
const text = 'SELECT id FROM goods'

let shards: RememberedShards
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  shardOf = { 1: 11, 2: 12 }
  readings = 0
  shards = rememberShards(first, inlining)
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns the shard of a store once it was looked up. */
async function shardOfStore(store: number): Promise<string | undefined> {
  const known = await shards.soon()
  known?.shardOf(store)
  await new Promise(done => setImmediate(done))
  const shard = known?.shardOf(store)
  return shard && known?.statementAt(text, shard)
}

test('nobody waits: what is not known is read meanwhile', async () => {
  expect(shards.now()).toBeUndefined()
  expect(await shards.soon()).toBe(shards.now())
  expect(shards.now()?.shardOf(1)).toBeUndefined()
  expect([await shardOfStore(1), await shardOfStore(2)]).toEqual([
    'SELECT id FROM goods_11 AS "goods"',
    'SELECT id FROM goods_12 AS "goods"',
  ])
  expect(shards.now()?.shardOf(1)?.machine.host).toBe('db1')
  expect(readings).toBe(1)
})

test('it is read anew after it was forgotten, once a second at most, and after five minutes', async () => {
  const known = await shards.soon()
  shards.forget(known)
  expect(await shards.soon()).toBeUndefined()
  vi.advanceTimersByTime(1_001)
  const fresh = await shards.soon()
  expect([fresh === known, readings]).toEqual([false, 2])
  // Knowledge of the old map is not true of the new one.
  shards.forget(known)
  expect(shards.now()).toBe(fresh)
  shards.forget()
  expect([(await shards.soon()) === undefined, readings]).toEqual([false, 3])
  vi.advanceTimersByTime(300_001)
  shards.now()
  await vi.waitFor(() => expect(readings).toBe(4))
})

test('a statement that does not find its tables twice is the first machine’s', async () => {
  shards.forget(await shards.soon(), text)
  vi.advanceTimersByTime(1_001)
  expect(await shardOfStore(1)).toBe('SELECT id FROM goods_11 AS "goods"')
  const known = await shards.soon()
  shards.forget(known, text)
  expect(await shards.soon()).toBe(known)
  expect(await shardOfStore(1)).toBeUndefined()
  expect(readings).toBe(2)
})

test('a shard that nobody knew has it read anew', async () => {
  shardOf[3] = 13
  expect(await shardOfStore(3)).toBeUndefined()
  expect(shards.now()).toBeUndefined()
})
