import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queries, StoreScope } from '../../../src/server/database/queries.ts'
import type { ServerDatabase } from '../../../src/server/database/serverDatabase.ts'
import { openEmptyDatabase } from '../fixtures/modelDatabase.ts'

let database: ServerDatabase
beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database?.close())

const theirs: StoreScope = { stores: [2] }

test.each(['read', 'write'] as const)('what work that ended leaves going does not run with others’ rights: %s', async how => {
  let left: Queries | undefined
  const ended = database[how]({ stores: [1] }, async q => {
    left = q
    await q.query('SELECT 1')
    throw new Error('refused')
  })
  await expect(ended).rejects.toThrow('refused')
  const late: unknown[] = []
  // Ends the transaction of whoever has the connection then, and tells whose rows it could have read.
  const sent = left?.query(`SELECT current_setting('app.store') AS store, 1 / 0 AS wrong`)
  sent?.then(
    ({ rows }) => late.push(rows),
    error => late.push(error),
  )
  const works = await database.write(theirs, async q => {
    await q.query('SELECT 1')
    return (await q.query<{ store: string }>(`SELECT current_setting('app.store') AS store`)).rows
  })
  expect(works).toEqual([{ store: '2' }])
  expect(late).toEqual([])
})
