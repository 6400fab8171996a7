import { beforeAll, expect, test } from 'vitest'
import { isGone, killableServer } from '../fixtures/killableServer.ts'

const shop = killableServer()
beforeAll(() => shop.start(), 300_000)

const first = async (register: string): Promise<number> => {
  const { body } = await shop.call('GET', `${register}?lojaId=1&filter=${encodeURIComponent('{"limit":1,"order":"id ASC"}')}`)
  return (body as { id: number }[])[0]?.id ?? 0
}

/** Sessions that a stream sends at most: what a person is told in a day has an end. */
const MOST = 30

interface Till {
  readonly equipamentoId: number
  readonly moedaId: number
}

/** Sends short sessions until the server is gone; keeps the keys of those that were answered. */
async function pump(from: number, { equipamentoId, moedaId }: Till, kept: number[]): Promise<void> {
  for (let abertura = from; abertura < from + MOST; abertura++)
    try {
      const valores = [{ moedaId, valor_contabilizado: 250, valor_informado: 200 }]
      const moments = { aberto_em: '2026-03-10T08:00:00-03:00', fechado_em: '2026-03-10T18:00:00-03:00' }
      const { status, body } = await shop.call('POST', 'caixas/save', { lojaId: 1, equipamentoId, abertura, ...moments, valores })
      expect(status, JSON.stringify(body)).toBe(200)
      kept.push((body as { id: number }).id)
    } catch (error) {
      if (isGone(error)) return
      throw error
    }
}

/** Mentions a person in comments of an order until the server is gone; keeps those that were answered. */
async function talk(order: number, to: number, kept: string[]): Promise<void> {
  for (let said = 0; said < MOST; said++)
    try {
      const { status, body } = await shop.call('POST', `pedidos/${order}/comentarios?lojaId=1`, {
        texto: `Confira ${said}`,
        mencoes: [to],
      })
      expect(status, JSON.stringify(body)).toBe(200)
      kept.push((body as { id: string }).id)
    } catch (error) {
      if (isGone(error)) return
      throw error
    }
}

test('kill -9 amid what single people are told: each is told once, and nobody is forgotten', { timeout: 600_000 }, async () => {
  const { rows } = shop
  const [manager] = await rows<{ id: string }>(`SELECT id FROM users WHERE email = 'gerente.cantina@demo.com.br'`)
  const order = await first('pedidos')
  const kept: string[] = []
  for (let round = 0; round < 2; round++) {
    const before = kept.length
    await shop.killAmid(round * 150, [() => talk(order, Number(manager?.id), kept)], () => kept.length > before)
  }
  await rows(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'notice'`)
  await expect.poll(() => rows(`SELECT id FROM system.queue WHERE queue = 'notice'`), { timeout: 120_000 }).toEqual([])
  const told = await rows<{ page: string }>(`SELECT page FROM system.notices WHERE notice = 'comentario_mencao'`)
  const pages = told.map(({ page }) => page)
  expect(pages).toEqual([...new Set(pages)])
  expect(kept.filter(id => !pages.includes(`/pedidos/${order}?comentario=${id}`))).toEqual([])
  expect(kept.length).toBeGreaterThanOrEqual(2)
})

test('kill -9 amid sessions: each is told once to each person, and none is missed', { timeout: 600_000 }, async () => {
  const till = { equipamentoId: await first('equipamentos'), moedaId: await first('moedas') }
  const kept: number[] = []
  for (let round = 0; round < 2; round++) {
    const streams = [0, 1].map(number => () => pump(50_000 + round * 1000 + number * 500, till, kept))
    const before = kept.length
    await shop.killAmid(round * 150, streams, () => kept.length > before)
  }
  const { rows } = shop
  // A server that was killed keeps what it had taken for as long as its lease.
  await rows(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'notice'`)
  await expect.poll(() => rows(`SELECT id FROM system.queue WHERE queue = 'notice'`), { timeout: 120_000 }).toEqual([])
  expect(
    await rows(`SELECT "userId", page FROM system.notices WHERE notice = 'caixa_diferenca' GROUP BY 1, 2 HAVING count(*) > 1`),
  ).toEqual([])
  const told = await rows(
    `SELECT DISTINCT page FROM system.notices n JOIN users u ON u.id = n."userId" WHERE notice = 'caixa_diferenca' AND u.email = 'dono@demo.com.br'`,
  )
  const pages = new Set(told.map(({ page }) => page))
  expect(kept.filter(id => !pages.has(`/caixas/${id}`))).toEqual([])
  expect(kept.length).toBeGreaterThanOrEqual(2)
})
