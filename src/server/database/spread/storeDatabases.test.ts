import pg from 'pg'
import { expect, test } from 'vitest'
import type { Queries, StoreScope } from '../queries.ts'
import type { ServerDatabase } from '../serverDatabase.ts'
import { createStoreDatabases } from './storeDatabases.ts'

/** Where each piece of work was done. */
type Done = string[]

const none = { rows: [], rowCount: 0 }

/** A machine that does work, or fails as it is told before or in it. */
function machine(name: string, done: Done, failing: { before?: Error; within?: Error } = {}): ServerDatabase {
  const work = async <T>(_scope: StoreScope, run: (q: Queries) => Promise<T>): Promise<T> => {
    if (failing.before) throw failing.before
    const result = await run({ query: async () => none })
    if (failing.within) throw failing.within
    done.push(name)
    return result
  }
  return {
    url: name,
    distributed: true,
    read: work,
    write: work,
    readSnapshot: (scope, _limits, run) => work(scope, run),
    asOwner: run => work('all', run),
    system: { query: async () => ({ rows: [], rowCount: 1 }) },
    tablesChanged: () => undefined,
    connections: () => [],
    close: async () => undefined,
  }
}

/** The first machine, which knows store 1 at the machine `other` and all others at itself. */
function opened(done: Done, failing: { before?: Error; within?: Error } = {}) {
  let lookUps = 0
  const first = machine('first', done)
  const query = async <R extends object>(_: string, [store]: readonly unknown[] = []) => {
    lookUps++
    return { rows: (store === 1 ? [{ host: 'other', port: 5432 }] : []) as R[], rowCount: 1 }
  }
  const stores = createStoreDatabases({ ...first, system: { query } }, () => machine('other', done, failing))
  const at = (scope: StoreScope): Promise<unknown> => stores.write(scope, async () => undefined)
  return { stores, at, lookUps: () => lookUps }
}

const settled = (): Promise<void> => new Promise(setImmediate)
const mine = { stores: [1] }

/** The same, once the machine of store 1 is known and has answered. */
async function known(done: Done, failing: { before?: Error; within?: Error } = {}) {
  const all = opened(done, failing)
  await all.at({ stores: [] })
  for (let turn = 0; turn < 3; turn++) {
    // Each question begins what the next one knows.
    await all.stores.read(mine, async () => undefined).catch(() => undefined)
    await settled()
  }
  done.length = 0
  return all
}

test('work of one store goes to its machine once that is known and answers, all other work to the first one', async () => {
  const done: Done = []
  const { at, lookUps } = opened(done)
  await at(mine)
  await settled()
  await at(mine)
  await settled()
  await at(mine)
  for (const scope of ['all', { stores: [1, 2] }, { stores: [] }, { stores: [2] }] as const) await at(scope)
  await settled()
  await at({ stores: [2] })
  expect(done).toEqual(['first', 'first', 'other', 'first', 'first', 'first', 'first', 'first'])
  expect(lookUps()).toBe(2)
})

test('a machine that cannot be reached is gone past, before anything was begun there', async () => {
  const done: Done = []
  const failing: { before?: Error } = {}
  const { at } = await known(done, failing)
  failing.before = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(await at(mine)).toBeUndefined()
  delete failing.before
  // It is not tried again at once.
  await settled()
  await at(mine)
  expect(done).toEqual(['first', 'first'])
})

test('work whose connection breaks in it fails, and is not done a second time', async () => {
  const done: Done = []
  const failing: { within?: Error } = {}
  const { at } = await known(done, failing)
  failing.within = new Error('Connection terminated unexpectedly')
  await expect(at(mine)).rejects.toThrow('Connection terminated')
  delete failing.within
  await at(mine)
  expect(done).toEqual(['first'])
})

test('what a machine says of a statement, or of another machine, takes no work from it', async () => {
  const done: Done = []
  const failing: { within?: Error } = {}
  const { at } = await known(done, failing)
  for (const code of ['23505', '08006']) {
    failing.within = Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code })
    await expect(at(mine)).rejects.toThrow('refused')
  }
  delete failing.within
  await at(mine)
  expect(done).toEqual(['other'])
})

test('changed tables have every store looked up again', async () => {
  const done: Done = []
  const { stores, at, lookUps } = await known(done)
  const before = lookUps()
  stores.forget()
  await at(mine)
  await settled()
  await at(mine)
  expect([done, lookUps() - before]).toEqual([['first', 'other'], 1])
})
