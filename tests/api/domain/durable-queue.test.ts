import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDurableQueue } from '../../../src/server/queue/durableQueue.ts'
import { startQueueWorker } from '../../../src/server/queue/queueWorker.ts'
import { prepareSystemSchema } from '../../../src/server/tables/systemSchema.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await openServer()
})
afterAll(() => server?.close())
beforeEach(() => q().query('DELETE FROM system.queue'))

const q = () => server.context.database.system
const rules = { name: 'test', lease: 60, firstDelay: 2, longestDelay: 10, write: String, read: String }
const queue = createDurableQueue<string>(rules)
const rows = async () => (await q().query('SELECT content, attempts, failure, "dueAt"::text AS due FROM system.queue')).rows
const makeDue = () => q().query(`UPDATE system.queue SET "dueAt" = now() - interval '1 second'`)

test('each wait is twice the one before, up to the longest', () => {
  expect([1, 2, 3, 4, 20].map(queue.delayAfter)).toEqual([2, 4, 8, 10, 10])
})

test('what is added in a transaction that fails was never there', async () => {
  await server.context.database
    .write({ stores: [] }, async tx => {
      await queue.add(tx, ['a', 'b'])
      throw new Error('taken back')
    })
    .catch(() => undefined)
  expect(await rows()).toEqual([])
})

test('what is noted once is there once, and not before its time', async () => {
  for (const item of ['a', 'a', 'b', 'a']) await queue.addOnce(q(), item, 1_000_000)
  expect((await rows()).map(row => row.content).sort()).toEqual(['a', 'b'])
  expect(await queue.claim(q())).toEqual([])
})

test('who lost an item to another changes nothing of it any more', async () => {
  await queue.add(q(), ['a'])
  const [slow] = await queue.claim(q())
  expect(await queue.claim(q())).toEqual([])
  await makeDue()
  const [quick] = await queue.claim(q())
  expect([slow?.attempts, quick?.attempts]).toEqual([1, 2])
  if (!slow || !quick) throw new Error('not taken')
  await queue.finish(q(), slow)
  await queue.giveUp(q(), slow, 'too late')
  expect(await rows()).toMatchObject([{ content: 'a', attempts: 2, failure: null }])
  await queue.finish(q(), quick)
  expect(await rows()).toEqual([])
})

test('a failure is put off, or given up and kept to be seen; one that cannot be read stands in nobody’s way', async () => {
  const done: string[] = []
  const worker = startQueueWorker({
    queue: createDurableQueue<string>({
      ...rules,
      read: content => {
        if (content === 'broken') throw new Error('cannot be read')
        return content
      },
    }),
    q: q(),
    log: pino({ level: 'silent' }),
    async run(item) {
      if (item !== 'good') throw new Error(item)
      done.push(item)
    },
    failureOf: error => ({ why: String(error), forever: String(error).includes('never') }),
  })
  await queue.add(q(), ['broken', 'later', 'never', 'good'])
  await worker.deliver()
  await worker.close()
  expect(done).toEqual(['good'])
  const left = await rows()
  expect(left.map(row => row.content).sort()).toEqual(['broken', 'later', 'never'])
  expect(left.filter(row => row.due === 'infinity').map(row => row.content)).toEqual(['never'])
})

test('queues do not touch each other, and what may go after some days goes', async () => {
  const other = createDurableQueue<string>({ ...rules, name: 'other', keepDays: 1 })
  await queue.add(q(), ['a'])
  await other.add(q(), ['b'])
  expect((await other.claim(q())).map(({ content }) => content)).toEqual(['b'])
  const { rows: kept } = await q().query(`SELECT queue, "expiresAt" IS NULL AS stays FROM system.queue ORDER BY queue`)
  expect(kept).toEqual([
    { queue: 'other', stays: false },
    { queue: 'test', stays: true },
  ])
})

test('several of a lane are taken at once, the oldest first, and none of another; what is given back is free at once', async () => {
  const lanes = createDurableQueue<string>({ ...rules, laneOf: item => item.slice(0, 1) })
  for (const item of ['a1', 'b1', 'a2', 'a3', 'a4']) await lanes.add(q(), [item])
  const taken = await lanes.claim(q(), { most: 3 })
  expect(taken.map(({ content, more }) => [content, more])).toEqual([
    ['a1', true],
    ['a2', true],
    ['a3', true],
  ])
  const other = await lanes.claim(q(), { most: 3, busy: ['a'] })
  expect(other.map(({ content }) => content)).toEqual(['b1'])
  await lanes.finish(q(), ...taken.slice(0, 1), ...other)
  await lanes.release(q(), ...taken.slice(1))
  const again = await lanes.claim(q(), { most: 3 })
  expect(again.map(({ content, attempts, more }) => [content, attempts, more]).toSorted()).toEqual([
    ['a2', 1, false],
    ['a3', 1, false],
    ['a4', 1, false],
  ])
  expect(await lanes.claim(q(), { most: 3 })).toEqual([])
})

test('what waited in the tables of before is taken over', async () => {
  for (const statement of [
    `CREATE TABLE system.mails (id uuid, content text, attempts integer, failure text, "dueAt" timestamptz, "createdAt" timestamptz)`,
    `CREATE TABLE system.reactions (id uuid, reaction text, payload jsonb, attempts integer, failure text, "dueAt" timestamptz, "createdAt" timestamptz)`,
    `INSERT INTO system.mails VALUES (gen_random_uuid(), 'v1.sealed', 3, 'away', 'infinity', now())`,
    `INSERT INTO system.reactions VALUES (gen_random_uuid(), 'spread', '{"texto": "nota"}', 1, NULL, 'infinity', now())`,
  ])
    await q().query(statement)
  await prepareSystemSchema(q())
  const { rows: taken } = await q().query('SELECT queue, content, attempts, failure FROM system.queue ORDER BY queue')
  expect(taken).toEqual([
    { queue: 'mail', content: 'v1.sealed', attempts: 3, failure: 'away' },
    { queue: 'reaction', content: '{"payload": {"texto": "nota"}, "reaction": "spread"}', attempts: 1, failure: null },
  ])
})
