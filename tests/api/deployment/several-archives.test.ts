import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archivedSalesOf } from '../../../src/domain/sales/intake/archivedSalesOf.ts'
import type { Sale } from '../../../src/domain/sales/intake/sale.ts'
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
  standing,
  writeSmall,
  wrongSums,
} from '../fixtures/soldYear.ts'

/** A year that leaves by several archives, and while its sales are being taken in. */

beforeAll(openSoldYear, 300_000)
afterAll(closeSoldYear)

test('an archive brings back what left by it: what was changed and left by another comes back as it was last', {
  timeout: 600_000,
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

test('no record leaves while a sale of its year is being taken in', { timeout: 600_000 }, async () => {
  const [east] = counters
  if (!east) throw new Error('no store')
  const held = join(folder, 'em-curso.tar.gz')
  await writeSmall(held, east.store)
  const all = await standing()
  const moment = '2019-01-01T02:00:00Z'
  const sale = {
    equipamentoId: east.equipment[0],
    chave: `virada-${moment}`,
    aberto_em: moment,
    fechado_em: moment,
    contado_em: moment,
  }
  const { leaving, made } = await shop.database.write({ stores: [east.store] }, async q => {
    expect((await archivedSalesOf(q, east.store, [sale as Sale], Date.now())).size).toBe(0)
    const run = command('2019', held, '--drop')
    let isOver = false
    const leaving = run.finally(() => {
      isOver = true
    })
    leaving.catch(() => undefined)
    // It waits for this transaction, or is done without having waited.
    const waiting = shop.database.system.spread
      ? 'SELECT FROM citus_lock_waits'
      : `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
    const isWaiting = async (): Promise<boolean> => (await shop.database.system.query(waiting)).rows.length > 0
    await expect.poll(async () => isOver || (await isWaiting()), { timeout: 60_000 }).toBe(true)
    const { rowCount: made } = await q.query(
      `INSERT INTO "Movimentos" ("lojaId", "equipamentoId", chave, "tipoMovimentoId") VALUES ($1, $2, $3, 1) ON CONFLICT DO NOTHING`,
      [east.store, sale.equipamentoId, sale.chave],
    )
    return { leaving: { run: leaving }, made }
  })
  // It stands still, so that nothing is made twice.
  expect(made).toBe(0)
  await leaving.run
  expect(await standing()).toBeLessThan(all)
  expect(await wrongSums()).toEqual([])
  await command('--restore', held)
  expect(await standing()).toBe(all)
})
