import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isGone, killableServer } from '../fixtures/killableServer.ts'

const shop = killableServer()

const first = async (register: string): Promise<number> => {
  const { body } = await shop.call('GET', `${register}?lojaId=1&filter=${encodeURIComponent('{"limit":1,"order":"id ASC"}')}`)
  return (body as { id: number }[])[0]?.id ?? 0
}

const BATCH = 40

/** A batch of sales of one point of sale; every second one was sent before and is cancelled now. */
const batch = (stream: string, at: number, places: Places): object[] =>
  Array.from({ length: BATCH }, (_, place) => ({
    equipamentoId: places.equipment,
    chave: `${stream}-${place % 2 === 0 ? at : Math.max(0, at - 1)}-${place}`,
    recebido_em: '2026-03-10T12:00:00Z',
    ...(place % 2 === 1 && at > 0 ? { deletado_em: '2026-03-10T12:05:00Z' } : {}),
    produtos: [{ descricao: 'Café', qtd: 1, valor_unitario: 5, valor_bruto: 5 }],
    recebimentos: [{ moedaId: places.currency, valor: 5 }],
  }))

interface Places {
  readonly equipment: number
  readonly currency: number
}

/** Sends batches until the server is gone; tells those that were sent, the last of which nobody answered. */
const pump = async (stream: string, places: Places, hear: () => void): Promise<object[][]> => {
  const sent: object[][] = []
  for (let at = 0; ; at++) {
    const movimentos = batch(stream, at, places)
    sent.push(movimentos)
    try {
      const { status, body } = await shop.call('POST', 'Movimentos/lote', { lojaId: 1, movimentos })
      expect(status, JSON.stringify(body)).toBe(200)
      hear()
    } catch (error) {
      if (isGone(error)) return sent
      throw error
    }
  }
}

test('kill -9 amid sales: sent again, each is there once, and the sums are those of the rows', { timeout: 600_000 }, async () => {
  await shop.start()
  const places = { equipment: await first('equipamentos'), currency: await first('moedas') }
  const keys = new Set<string>()
  for (let round = 0; round < 3; round++) {
    let heard = 0
    const streams = [1, 2, 3].map(number => () => pump(`k${round}.${number}`, places, () => heard++))
    const sent = await shop.killAmid(round * 170, streams, () => heard >= 3)
    for (const batches of sent) {
      for (const movimentos of batches) for (const sale of movimentos) keys.add((sale as { chave: string }).chave)
      const { body } = await shop.call('POST', 'Movimentos/lote', { lojaId: 1, movimentos: batches.at(-1) ?? [] })
      expect((body as { recusados: number }).recusados).toBe(0)
    }
  }
  const counted = await shop.call(
    'GET',
    `Movimentos/count?lojaId=1&filter=${encodeURIComponent('{"where":{"chave":{"like":"k%"}}}')}`,
  )
  expect((counted.body as { count: number }).count).toBe(keys.size)
  await shop.stop()
  const env = { ...process.env, ...shop.database, DATA_DIR: join(shop.folder, 'data') }
  const checked = await promisify(execFile)(process.execPath, ['scripts/rollups.ts', '--check'], { env })
  expect(checked.stdout).not.toContain('differ')
  expect(checked.stdout).toContain('vendas_hora: as the sales are')
})
