import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import type { Database, Queries, SentRow } from '../../access/caller.ts'
import { readAtStore } from './readAtStore.ts'
import type { StorePlace } from './storePlaces.ts'

type Reads = Pick<Database, 'read' | 'readSnapshot' | 'write'>

/** The questions asked, and where. */
let asked: string[]
/** Decides how the store's machine fails for a statement; undefined: it answers. */
let fails: (text: string) => Error | undefined
/** Whether the shard is still there. */
let here: boolean
/** How many wait for a connection to the store's machine. */
let waiting: number
/** An answer of the store's machine waits for this. */
let answering: Promise<unknown>
/** Runs when a snapshot at the store's machine opens or ends. */
let opening: () => void
let ending: () => void

beforeEach(() => {
  asked = []
  fails = () => undefined
  here = true
  waiting = 0
  answering = Promise.resolve()
  opening = () => undefined
  ending = () => undefined
})

const queries = (where: string): Queries => ({
  query: async <R extends object>(text: string) => {
    if (text.includes('pg_dist_placement')) return { rows: [], rowCount: here ? 1 : 0 }
    asked.push(`${where}: ${text}`)
    if (where === 'store') await answering
    const error = where === 'store' ? fails(text) : undefined
    if (error) throw error
    return { rows: [{ where } as unknown as R], rowCount: 1 }
  },
  queryInto: async (rows, text) => {
    asked.push(`${where}: ${text} into`)
    rows.take({ bytes: Buffer.from(where), start: 0, length: where.length }, [])
    const error = where === 'store' ? fails(text) : undefined
    if (error) throw error
  },
})

const first: Reads = {
  read: async (_, run) => {
    asked.push('first opens')
    try {
      return await run(queries('first'))
    } finally {
      asked.push('first ends')
    }
  },
  readSnapshot: (scope, _, run) => first.read(scope, run),
  write: (scope, run) => first.read(scope, run),
}

const place: StorePlace = {
  database: {
    connections: () => [{ pool: 'requests', open: 1, idle: 0, waiting }],
    read: (_, run) => run(queries('store')),
    readSnapshot: async (_, __, run) => {
      opening()
      const result = await run(queries('store'))
      ending()
      return result
    },
  },
  shard: { id: 7, machine: { group: 2, host: 'db2', port: 5432 }, nameOf: table => table },
  statement: text => (text.startsWith('system') ? undefined : `${text} at 7`),
  away: () => asked.push('away'),
  changed: text => asked.push(text === undefined ? 'changed' : `changed ${text}`),
  refused: text => asked.push(`refused ${text}`),
}

const reads = readAtStore(first, { of: store => (store === 5 ? place : undefined) })
const store = { stores: [5] }
const limits = { timeout: 1000, signal: new AbortController().signal }
const one = async (q: Queries, text = 'a'): Promise<unknown> => (await q.query<{ where: string }>(text)).rows[0]?.where

const refusal = (code: string, message = ''): Error => Object.assign(new pg.DatabaseError(message, 1, 'error'), { code })

test('one store is read at its machine, and the first one is not opened', async () => {
  expect(await reads.read(store, one)).toBe('store')
  expect(await reads.readSnapshot(store, limits, one)).toBe('store')
  expect(asked).toEqual(['store: a at 7', 'store: a at 7'])
})

test('work that writes goes through the first machine, and asks the store’s for what stands beside it', async () => {
  const committed = async (q: Queries): Promise<unknown> => q.committed?.(5, 'a')
  expect(
    await reads.write(store, async q => {
      await q.query('INSERT INTO system.idempotency DEFAULT VALUES')
      await q.query('SELECT FROM b FOR UPDATE OF b')
      const names = await committed(q)
      await q.query('INSERT INTO b')
      // Its own writes are not committed.
      return [names, await committed(q), await q.committed?.(6, 'a')]
    }),
  ).toEqual([[{ where: 'store' }], undefined, undefined])
  expect(asked).toEqual([
    'first opens',
    'first: INSERT INTO system.idempotency DEFAULT VALUES',
    'first: SELECT FROM b FOR UPDATE OF b',
    'store: a at 7',
    'first: INSERT INTO b',
    'first ends',
  ])

  asked = []
  expect(await reads.write(store, async q => q.committed?.(5, 'system'))).toBeUndefined()
  here = false
  expect(await reads.write(store, committed)).toBeUndefined()
  expect(asked).toEqual(['first opens', 'first ends', 'first opens', 'store: a at 7', 'changed', 'first ends'])
})

test('rows are handed over by the store’s machine, and anew by the first one where that cannot', async () => {
  let taken: string[] = []
  const rows = {
    startOver: () => {
      taken = []
    },
    take: ({ bytes }: SentRow) => void taken.push(bytes.toString()),
  }
  const hand = (q: Queries): Promise<void> | undefined => q.queryInto?.(rows, 'a')
  await reads.read(store, async q => hand(q))
  expect([taken, asked]).toEqual([['store'], ['store: a at 7 into']])
  here = false
  await reads.read(store, async q => hand(q))
  expect(taken).toEqual(['first'])
  here = true
  fails = () => refusal('42P01')
  await reads.read(store, async q => hand(q))
  expect(taken).toEqual(['first'])
})

test('work that writes does not wait for the store’s machine, and whatever ails that is no error', async () => {
  const beside = () => reads.write(store, async q => q.committed?.(5, 'a'))
  answering = new Promise(() => undefined)
  expect(await beside()).toBeUndefined()
  answering = Promise.resolve()
  for (const code of ['57014', '40P01', '53200', '42P01']) {
    fails = () => refusal(code)
    expect([code, await beside()]).toEqual([code, undefined])
  }
  fails = () => undefined
  waiting = 1
  asked = []
  expect(await beside()).toBeUndefined()
  expect(asked).toEqual(['first opens', 'first ends'])
})

test('several stores, all of them, and one whose machine cannot be asked are read through the first machine', async () => {
  for (const scope of [{ stores: [5, 6] }, { stores: [] }, { stores: [6] }, 'all'] as const) {
    expect(await reads.read(scope, one)).toBe('first')
    expect(await reads.readSnapshot(scope, limits, one)).toBe('first')
  }
})

test('a statement that is the first machine’s goes there, with all that follow', async () => {
  const work = async (q: Queries): Promise<unknown[]> => [await one(q), await one(q, 'system'), await one(q, 'b')]
  expect(await reads.read(store, work)).toEqual(['store', 'first', 'first'])
  expect(asked).toEqual(['store: a at 7', 'first opens', 'first: system', 'first: b', 'first ends'])
})

test('work that sees one moment is done anew at the first machine', async () => {
  const work = async (q: Queries): Promise<unknown[]> => [await one(q), await one(q, 'system')]
  expect(await reads.readSnapshot(store, limits, work)).toEqual(['first', 'first'])
  expect(asked).toEqual(['store: a at 7', 'first opens', 'first: a', 'first: system', 'first ends'])
  // Also where the work makes nothing of the failure.
  expect(await reads.readSnapshot(store, limits, q => one(q, 'system').catch(() => 'store'))).toBe('first')
})

test('statements that were sent side by side are all done anew when one of them is not taken', async () => {
  fails = text => refusal(text.startsWith('a') ? '42P01' : '25P02')
  expect(await reads.readSnapshot(store, limits, q => Promise.all([one(q), one(q, 'b')]))).toEqual(['first', 'first'])
})

test('nothing is asked of the first machine once the work has failed', async () => {
  let goOn = (): void => undefined
  let late: Promise<unknown> = Promise.resolve()
  const work = async (q: Queries): Promise<unknown> => {
    const waiting = new Promise<void>(done => {
      goOn = done
    })
    late = waiting.then(() => one(q, 'system late'))
    await one(q, 'system')
    throw new Error('no')
  }
  await expect(reads.read(store, work)).rejects.toThrow('no')
  goOn()
  await expect(late).rejects.toThrow('ended')
  expect(asked).toEqual(['first opens', 'first: system', 'first ends'])
})

test.each([
  ['cannot be reached', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'away'],
  ['is ending', refusal('57P01'), 'away'],
  ['has the table no more', refusal('42P01'), 'changed a'],
  ['has a table with other columns', refusal('0A000', 'cached plan must not change result type'), 'changed a'],
  ['does not take the statement', refusal('42601'), 'refused a'],
])('a machine that %s leaves the answer to the first one', async (_, error, told) => {
  fails = () => error
  for (const read of [(run: typeof one) => reads.read(store, run), (run: typeof one) => reads.readSnapshot(store, limits, run)]) {
    asked = []
    expect(await read(one)).toBe('first')
    expect(asked).toEqual(['store: a at 7', told, 'first opens', 'first: a', 'first ends'])
  }
})

test('what a shard answered that had moved is not believed', async () => {
  here = false
  expect(await reads.read(store, one)).toBe('first')
  expect(asked).toEqual(['store: a at 7', 'changed', 'first opens', 'first: a', 'first ends'])
})

test('what is wrong with a value, or was ended, is told as it is', async () => {
  for (const code of ['22P02', '57014']) {
    fails = () => refusal(code)
    await expect(reads.read(store, one)).rejects.toMatchObject({ code })
    await expect(reads.readSnapshot(store, limits, one)).rejects.toMatchObject({ code })
  }
  expect(asked.filter(each => each.startsWith('first'))).toEqual([])
})

test('a snapshot that cannot be opened at the machine is the first one’s; one that was read stands', async () => {
  opening = () => {
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  }
  expect(await reads.readSnapshot(store, limits, one)).toBe('first')
  expect(asked).toEqual(['away', 'first opens', 'first: a', 'first ends'])
  opening = () => undefined
  ending = () => {
    throw Object.assign(new Error('lost'), { code: 'ECONNRESET' })
  }
  expect(await reads.readSnapshot(store, limits, one)).toBe('store')
})

test('the first machine is let go when the work fails', async () => {
  const work = async (q: Queries): Promise<unknown> => {
    await one(q, 'system')
    throw new Error('no')
  }
  await expect(reads.read(store, work)).rejects.toThrow('no')
  expect(asked.at(-1)).toBe('first ends')
})
