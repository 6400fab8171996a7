import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/server/database/pool.ts'
import { openAsServer } from '../fixtures/modelDatabase.ts'
import { scratchDatabase } from '../fixtures/scratchDatabase.ts'

test('work whose connection is lost between two statements fails and tells; what comes next goes on', async () => {
  const scratch = await scratchDatabase()
  const database = openDatabase({ url: scratch.url })
  onTestFinished(async () => {
    await database.close()
    await scratch.drop()
  })
  const lost = database.asOwner(async q => {
    const { rows } = await q.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const pid = rows[0]?.pid
    await database.system.query('SELECT pg_terminate_backend($1)', [pid])
    // Nothing is under way while the end of the connection is heard.
    const here = () => database.system.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid])
    await expect.poll(async () => (await here()).rowCount).toBe(0)
    return q.query('SELECT 1')
  })
  await expect(lost).rejects.toThrow()
  const { rows } = await database.asOwner(q => q.query<{ one: number }>('SELECT 1 AS one'))
  expect(rows).toEqual([{ one: 1 }])
})

test('an address with settings of its own takes nothing from what requests are held to', async () => {
  const scratch = await scratchDatabase()
  const url = `${scratch.url}${scratch.url.includes('?') ? '&' : '?'}options=-c%20statement_timeout%3D9000`
  const database = await openAsServer({ url })
  onTestFinished(async () => {
    await database.close()
    await scratch.drop()
  })
  const { rows } = await database.read('all', q =>
    q.query(`SELECT current_user AS "user", current_setting('statement_timeout') AS timeout`),
  )
  expect(rows).toEqual([{ user: 'retaguarda_app', timeout: '9s' }])
})

test('a statement that came behind a failure is let go without ending the work of others', async () => {
  const scratch = await scratchDatabase()
  const database = openDatabase({ url: scratch.url, size: 1 })
  onTestFinished(async () => {
    await database.close()
    await scratch.drop()
  })
  const late = 'SELECT $1::int AS late'
  // The second time it comes it would be prepared, and the server reads nothing of a transaction that has failed.
  await database.read('all', q => q.query(late, [1]))
  const failed = database.write('all', async q => {
    const both = [q.query('SELECT 1 / $1::int', [0]), q.query(late, [1])]
    await Promise.allSettled(both)
    await both[0]
  })
  await expect(failed).rejects.toThrow('division by zero')
  // As many others as a connection keeps: the oldest goes.
  for (let one = 0; one < 250; one += 1)
    await database.write('all', async q => {
      for (const _ of [1, 2]) expect((await q.query(`SELECT $1::int + ${one} AS sum`, [1])).rows).toEqual([{ sum: one + 1 }])
    })
  expect((await database.read('all', q => q.query(late, [7]))).rows).toEqual([{ late: 7 }])
})

test('work that is ended between two statements is ended at the next one', async () => {
  const scratch = await scratchDatabase()
  const database = openDatabase({ url: scratch.url })
  onTestFinished(async () => {
    await database.close()
    await scratch.drop()
  })
  const gone = new AbortController()
  const asked = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_cancel_backend%'`
  const report = database.readSnapshot('all', { timeout: 30_000, signal: gone.signal }, async q => {
    await q.query('SELECT 1')
    gone.abort()
    // The cancelling has come and gone before the next statement is sent.
    await expect.poll(async () => (await database.system.query(`${asked} AND state = 'idle'`)).rowCount).toBeGreaterThan(0)
    return q.query('SELECT pg_sleep(60)')
  })
  await expect(report).rejects.toThrow('due to user request')
  expect((await database.read('all', q => q.query('SELECT 1 AS one'))).rows).toEqual([{ one: 1 }])
})
