import pg from 'pg'
import { expect, test } from 'vitest'
import { scratchDatabase } from '../fixtures/scratchDatabase.ts'

test('a scratch database is UTF-8 and goes away again', async () => {
  const scratch = await scratchDatabase()
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  const { rows } = await client.query("SELECT getdatabaseencoding() AS encoding, upper('açaí') AS upper")
  expect(rows[0]).toEqual({ encoding: 'UTF8', upper: 'AÇAÍ' })
  await client.end()
  await scratch.drop()
})
