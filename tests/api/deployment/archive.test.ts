import { copyFileSync, createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { readYear } from '../../../src/server/archive/readYear.ts'
import { storeKeyOf } from '../../../src/server/archive/recordRows.ts'
import { openedBy } from '../../../src/server/backup/sealing/sealedParts.ts'
import { product } from '../fixtures/product.ts'
import { randomSale } from '../fixtures/sales.ts'
import {
  closeSoldYear,
  command,
  commandProcess,
  counters,
  failing,
  folder,
  killWhen,
  opening,
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

/** Sales of 2019 in two stores of different clocks, archived, removed and brought back. */
const file = join(folder, '2019.tar.gz')

beforeAll(openSoldYear, 300_000)
afterAll(closeSoldYear)

test('a closed year leaves and comes back, to the letter; reports of it tell the same', { timeout: 300_000 }, async () => {
  const [told, rows] = [await reports(), await rowsOf(sold)]
  expect(told.filter(each => !/^\d+ \S+ \S+ 200 /.test(each))).toEqual([])
  expect((await commandProcess('2019', file)).stdout).toContain('read back whole')
  expect(await rowsOf(sold)).toEqual(rows)
  expect((await commandProcess('2019', file, '--drop')).stdout).toMatch(/^\d+ records of 2019 were removed\.\n$/)
  const [{ totals }, left] = [await readYear(file, opening()), await rowsOf(sold)]
  expect(rows.length - left.length).toBe(totals.tables.reduce((sum, table) => sum + table.rows, 0))
  expect(await reports()).toEqual(told)
  // The year's bounds are those of each store's clock; what belongs to no year that left is there.
  const { rows: edges } = await shop.database.system.query<{ of: string }>(
    `SELECT "lojaId" || ' ' || chave AS of FROM "Movimentos" WHERE chave LIKE 'virada-%' ORDER BY 1`,
  )
  const [east, west] = counters.map(({ store }) => store)
  expect(edges.map(({ of }) => of)).toEqual([
    `${east} virada-2019-01-01T01:59:59.999Z`,
    `${east} virada-2020-01-01T03:00:00Z`,
    `${west} virada-2019-01-01T01:59:59.999Z`,
    `${west} virada-2019-01-01T02:00:00Z`,
  ])
  expect(await wrongSums()).toEqual([])
  // Sums that are made anew, as after a change of their declaration, still know what left.
  await shop.database.asOwner(async q => {
    for (const derived of product.tables) await derived.rebuild(q)
  })
  expect(await reports()).toEqual(told)
  expect((await command('2019', file, '--drop')).stdout).toContain('0 records of 2019 were removed, 7')
  expect((await commandProcess('--restore', file)).stdout).toMatch(/\d+ records of 2019 are back\.\n$/)
  // Nothing is noted any more of what is back.
  for (const table of ['vendas_hora', 'vendas_sem_nota', 'produtos_dia', 'estoque_hora'])
    expect((await shop.database.system.query(`SELECT FROM arquivados.${table}`)).rows).toEqual([])
  expect(await rowsOf(sold)).toEqual(rows)
  expect(await wrongSums()).toEqual([])
  expect(await reports()).toEqual(told)
})

test('the archive of a store holds nothing of another, and takes nothing of it away', { timeout: 600_000 }, async () => {
  const [east, west] = counters.map(({ store }) => store)
  const own = join(folder, 'leste.tar.gz')
  await command('2019', own, '--store', String(east))
  const stores = new Set<number>()
  const { head } = await readYear(own, opening(), async ({ rows }) => {
    for (const row of rows.flat()) stores.add(storeKeyOf(row))
  })
  expect([[...stores], head.stores.map(({ id }) => id)]).toEqual([[east], [east]])
  const others = async (): Promise<string[]> => (await rowsOf(sold)).filter(row => row.includes(`"lojaId": ${west},`))
  const before = await others()
  expect(await failing('2019', own, '--store', String(west), '--drop')).toContain('of other stores as well')
  await command('2019', own, '--store', String(east), '--drop')
  expect(await others()).toEqual(before)
  expect(before.length).toBeGreaterThan(1000)
  await command('--restore', own)
})

test('killed amid dropping and amid restoring, it goes on when it is run again', { timeout: 300_000 }, async () => {
  const small = join(folder, 'aos-poucos.tar.gz')
  const [told, rows, all] = [await reports(), await rowsOf(sold), await standing()]
  await writeSmall(small)
  const records = (await readYear(small, opening())).totals.tables[0]?.rows ?? 0
  await killWhen(['2019', small, '--drop'], sales => sales < all - 20)
  const between = await standing()
  expect([between < all, between > all - records]).toEqual([true, true])
  expect(await wrongSums()).toEqual([])
  expect(await reports()).toEqual(told)
  expect((await command('2019', small, '--drop')).stdout).toContain(
    `${between - all + records} records of 2019 were removed, ${all - between} were before`,
  )
  expect(await standing()).toBe(all - records)
  expect(await reports()).toEqual(told)
  await killWhen(['--restore', small], sales => sales > all - records + 20)
  expect(await wrongSums()).toEqual([])
  await command('--restore', small)
  expect(await rowsOf(sold)).toEqual(rows)
  expect(await reports()).toEqual(told)
})

test('while people sell and correct, what was changed since stays, and nothing is lost or counted twice', {
  timeout: 300_000,
}, async () => {
  const busy = join(folder, 'com-gente.tar.gz')
  const random = createSeededRandom(9)
  const { rows: old } = await shop.database.system.query<{ lojaId: string; equipamentoId: string; chave: string }>(
    `SELECT "lojaId", "equipamentoId", chave FROM "Movimentos" WHERE contado_em < '2019-12-01' AND chave LIKE 'v%' AND chave NOT LIKE 'virada%'`,
  )
  let over = false
  const outcomes: string[] = []
  const work = counters.map(async counter => {
    const known = old.filter(({ lojaId }) => Number(lojaId) === counter.store)
    for (let at = 0; !over; at++) {
      const { equipamentoId, chave } = random.pick(known)
      const again = randomSale(counter, random, { equipamentoId: Number(equipamentoId), chave })
      const { resultados } = await send(counter, [again, saleAt(counter, new Date().toISOString(), `hoje-${at}`)])
      outcomes.push(...resultados.map(({ status, details }) => details?.[0]?.code ?? status))
    }
  })
  const all = await standing()
  await expect.poll(() => outcomes.length, { timeout: 600_000 }).toBeGreaterThan(20)
  await writeSmall(busy)
  const since = outcomes.length
  await expect.poll(() => outcomes.length, { timeout: 600_000 }).toBeGreaterThan(since + 20)
  const { stdout } = await command('2019', busy, '--drop').finally(() => {
    over = true
  })
  await Promise.all(work)
  expect(stdout).toMatch(/\d+ were changed since they were archived and stay/)
  expect(new Set(outcomes)).toEqual(new Set(['created', 'changed', 'unchanged', 'sale.archived']))
  expect(await wrongSums()).toEqual([])
  const made = outcomes.filter(status => status === 'created').length
  await command('--restore', busy)
  expect(await wrongSums()).toEqual([])
  expect(await standing()).toBe(all + made)
})

test('a sale that comes for a year that left is refused in words, one that stands is not', { timeout: 600_000 }, async () => {
  const [east] = counters
  if (!east) throw new Error('no store')
  const { rows } = await shop.database.system.query<{ id: string }>(
    `INSERT INTO caixas ("lojaId", "equipamentoId", abertura, aberto_em, fechado_em, status)
     VALUES ($1, $2, 77, '2019-03-01T12:00:00Z', '2019-03-01T20:00:00Z', 1) RETURNING id`,
    [east.store, east.equipment[0]],
  )
  const closing = () =>
    shop.as({ userId: 2, stores: [east.store], flags: ['caixa_conferir'] })(
      'GET',
      `/api/caixas/fechamento?lojaId=${east.store}&id=${rows[0]?.id}`,
    )
  expect((await closing()).status).toBe(200)
  const archived = join(folder, 'recusas.tar.gz')
  await command('2019', archived, '--drop')
  const late = await send(east, [saleAt(east, '2019-01-01T02:00:00Z'), saleAt(east, '2019-01-01T01:59:59.999Z')])
  expect(late.resultados.map(({ status }) => status)).toEqual(['refused', 'unchanged'])
  expect(late.resultados[0]?.details?.[0]).toMatchObject({
    path: 'recebido_em',
    message: 'Venda virada-2019-01-01T02:00:00Z: recebido_em é de 2019, e as vendas de 2019 desta loja estão em um arquivo',
  })
  for (const call of ['fechamento', 'apurado']) {
    const { status, body } = await shop.as({ userId: 2, stores: [east.store], flags: ['caixa_conferir'] })(
      'GET',
      `/api/caixas/${call}?lojaId=${east.store}&id=${rows[0]?.id}`,
    )
    expect([status, JSON.stringify(body)]).toEqual([
      409,
      expect.stringContaining('As vendas de 2019 desta loja estão em um arquivo'),
    ])
  }
  await command('--restore', archived)
  expect((await closing()).status).toBe(200)
  expect((await send(east, [saleAt(east, '2019-01-01T02:00:00Z')])).resultados[0]?.status).toBe('unchanged')
})

test('what cannot be is refused in words, and changes nothing', { timeout: 300_000 }, async () => {
  const rows = await rowsOf(sold)
  const { year } = DateTime.now().setZone('America/Sao_Paulo')
  const free = join(folder, 'nova.tar.gz')
  const refused = await commandProcess(String(year), free).catch((error: { code: number; stderr: string }) => error)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${year} is not closed`) })
  for (const open of [year, year - 1]) expect(await failing(String(open), free)).toContain(`${open} is not closed`)
  expect(await failing('dois mil', free)).toContain('is no year')
  expect(await failing('2018x', free, '--store', 'a')).toContain('--store a is no number')
  expect(await failing('2019', free, '--store', '999')).toContain('There is no store 999')
  expect(await failing('2004', free)).toContain('Nothing of 2004')
  expect(await failing('2019', join(folder, 'nenhuma', 'nova.tar.gz'))).toContain('no such file or directory')
  expect(await failing('2019', file)).toContain('is there already')
  expect(await failing('2018', file, '--drop')).toContain('is there already, and of 2019')
  expect(await failing('--restore', join(folder, 'nenhuma.tar.gz'))).toContain('There is no ')
  expect(await failing('--restore', file)).toContain('stand already; nothing was changed')
  expect(await failing()).toContain('npm run archive')
  const bytes = readFileSync(file)
  writeFileSync(free, bytes.subarray(0, bytes.length - 2000))
  for (const args of [
    ['2019', free, '--drop'],
    ['--restore', free],
    ['--check', free],
  ])
    expect(await failing(...args)).toContain('is no whole archive of a year')
  const flipped = Buffer.from(bytes)
  flipped[20_000] = (flipped[20_000] ?? 0) ^ 1
  writeFileSync(free, flipped)
  expect(await failing('2019', free, '--drop')).toContain('part 1 is not what was written there')
  const plain = gunzipSync(await buffer(Readable.from(openedBy(opening(), () => undefined)(createReadStream(file)))))
  writeFileSync(free, gzipSync(plain))
  for (const args of [
    ['2019', free, '--drop'],
    ['--restore', free],
    ['--check', free],
  ])
    expect(await failing(...args)).toContain('it is not sealed')
  expect(await failing('--check', free, '--trust')).toBe('nothing failed')
  plain.write('virada-2019-01-02T05', plain.indexOf('virada-2019-01-01T05'))
  writeFileSync(free, gzipSync(plain))
  expect(await failing('2019', free, '--drop', '--trust')).toContain('differ from what was written')
  copyFileSync(file, free)
  await shop.database.system.query(`UPDATE system.settings SET value = '"another"' WHERE name = 'database id'`)
  for (const args of [
    ['2019', free, '--drop'],
    ['--restore', free],
  ])
    expect(await failing(...args)).toContain('is of another database')
  expect(await rowsOf(sold)).toEqual(rows)
})
