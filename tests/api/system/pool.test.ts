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
  const database = await openAsServer({ url: `${scratch.url}?options=-c%20statement_timeout%3D9000` })
  onTestFinished(async () => {
    await database.close()
    await scratch.drop()
  })
  const { rows } = await database.read('all', q =>
    q.query(`SELECT current_user AS "user", current_setting('statement_timeout') AS timeout`),
  )
  expect(rows).toEqual([{ user: 'retaguarda_app', timeout: '9s' }])
})
