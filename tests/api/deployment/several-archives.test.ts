import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  closeSoldYear,
  command,
  counters,
  folder,
  openSoldYear,
  reports,
  rowsOf,
  saleAt,
  send,
  shop,
  sold,
  writeSmall,
  wrongSums,
} from '../fixtures/soldYear.ts'

/** A year that leaves by several archives. */

beforeAll(openSoldYear, 300_000)
afterAll(closeSoldYear)

test('an archive brings back what left by it: what was changed and left by another comes back as it was last', {
  timeout: 120_000,
}, async () => {
  const [east] = counters
  if (!east) throw new Error('no store')
  const [first, second] = [join(folder, 'primeiro.tar.gz'), join(folder, 'segundo.tar.gz')]
  await writeSmall(first, east.store)
  const chave = 'virada-2019-01-01T05:00:00Z'
  const changed = { ...saleAt(east, '2019-01-01T05:00:00Z'), numero_pessoas: 7 }
  expect((await send(east, [changed])).resultados[0]?.status).toBe('changed')
  const [told, rows] = [await reports(), await rowsOf(sold)]
  expect((await command('2019', first, '--drop')).stdout).toContain('1 were changed since they were archived and stay')
  await command('2019', second, '--store', String(east.store), '--drop')
  await command('--restore', first)
  const { rows: found } = await shop.database.system.query(`SELECT FROM "Movimentos" WHERE "lojaId" = $1 AND chave = $2`, [
    east.store,
    chave,
  ])
  expect(found).toEqual([])
  expect(await wrongSums()).toEqual([])
  expect(await reports()).toEqual(told)
  await command('--restore', second)
  expect(await rowsOf(sold)).toEqual(rows)
  expect(await wrongSums()).toEqual([])
  expect(await reports()).toEqual(told)
})
