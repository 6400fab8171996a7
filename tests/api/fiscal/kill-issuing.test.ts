import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClient, type ServerProcess, startProcess } from '../fixtures/serverProcess.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/**
 * Two servers on one database. One is killed again and again while it issues, cancels and voids; the other one finishes what was stored. No number
 * is lost, none is used twice, and the records say what the authority says.
 */

const rounds = 4
const perRound = 8

let shop: FiscalShop
let second: ServerProcess | undefined
const call = apiClient(() => second?.address ?? '')

beforeAll(async () => {
  shop = await openFiscalShop()
  // The window in which a kill meets a message on its way.
  shop.simulator.set({ faults: [{ kind: 'slow', milliseconds: 30 }] })
})
afterAll(async () => {
  await second?.end('SIGKILL')
  await shop?.close()
})

const startSecond = async (): Promise<void> => {
  const { database, service } = shop.server.house
  second = await startProcess(service.dataDir, ['--no-pages'], {
    ...shop.env,
    DATABASE_URL: database.url,
    DATA_DIR: service.dataDir,
  })
}

/** A call of the second server; undefined once that is gone. */
const ask = async (path: string, body: object): Promise<Record<string, unknown> | undefined> => {
  try {
    const reply = await call('POST', path, shop.token, { lojaId: shop.store, ...body })
    return { status: reply.status, ...(reply.body as object) }
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Issues each sale; every other note is cancelled, and a number far away is voided. */
const work = async (sales: readonly number[], drafts: readonly unknown[]): Promise<void> => {
  for (const [at, movimentoId] of sales.entries()) {
    const issued = await ask('Sefaz/emiteNFCe', { movimentoId })
    if (!issued) return
    if (at % 2 === 1) await ask('Sefaz/cancelaNFCe', { movimentoId })
    if (at % 3 === 2) await ask('Sefaz/inutilizaNumeracaoNFCe', { nfceId: drafts[(at - 2) / 3] })
  }
}

/** As if the time of the server that is gone were over: the other one takes what it had. */
const takeOver = async (): Promise<void> => {
  await shop.run('UPDATE "NFe_transmissaos" SET reservada_ate = NULL')
  await shop.run(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'sefaz'`)
  await shop.run('UPDATE "Loja_contingencias" SET ultima_falha = NULL')
  for (const worker of shop.server.house.workers) await worker.deliver()
}

/** Documents that were stored so far. */
const stored = async (): Promise<number> => Number((await shop.run('SELECT count(*) AS n FROM "NFe_transmissaos"'))[0]?.n)

interface Note {
  readonly id: number
  readonly nNF: number
  readonly chNFe: string
  readonly situacao: string
}

test('kill -9 while notes are issued, cancelled and voided: each number ends authorised once, voided or free', {
  timeout: 240_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    await startSecond()
    const streams = await Promise.all(
      [0, 1].map(async stream => {
        const sales: number[] = []
        for (let at = 0; at < perRound; at++) sales.push(await shop.sell())
        const drafts: unknown[] = []
        for (let at = 0; at < 3; at++) {
          const nNF = 10_000 + round * 100 + stream * 10 + at
          const draft = { serie: 1, nNF, dhEmi: '2026-03-10T12:00:00Z', justificativa: 'Número pulado pelo equipamento' }
          drafts.push((await shop.post('NFCes', draft)).json().id)
        }
        return { sales, drafts }
      }),
    )
    const before = await stored()
    const working = Promise.all(streams.map(({ sales, drafts }) => work(sales, drafts)))
    // Each time a little later, by what is stored: the machine may be fast or slow.
    await expect.poll(stored, { interval: 5, timeout: 60_000 }).toBeGreaterThan(before + 1 + round * 4)
    await second?.end('SIGKILL')
    await working
    await takeOver()
  }
  const ledger = shop.simulator.ledgers[2]
  const notes = (await shop.run(
    `SELECT id::float8, "nNF"::int, "chNFe", situacao FROM "NFCes" WHERE "lojaId" = $1 AND "movimentoId" IS NOT NULL`,
    [shop.store],
  )) as unknown as readonly Note[]
  expect(notes.length).toBeGreaterThan(0)
  // The records and the authority say the same of every note.
  const ours = notes.filter(({ situacao }) => situacao !== 'PENDENTE').map(({ chNFe, situacao }) => [chNFe, situacao])
  const theirs = ledger.notes().map(({ key }) => [key, ledger.cancellation(key) ? 'CANCELADA' : 'AUTORIZADA'])
  expect(ours.sort()).toEqual(theirs.sort())
  expect(await shop.run(`SELECT id FROM "NFe_transmissaos" WHERE estado <> 'ACEITO'`)).toEqual([])
  // Every number that was taken has its note, and no number has two.
  const numbers = notes.map(({ nNF }) => nNF).sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, at) => 101 + at))
  const [equipment] = await shop.run('SELECT "nfce_nNF"::int AS last FROM equipamentos WHERE id = $1', [shop.equipment])
  expect(equipment?.last).toBe(numbers.at(-1))
  const voided = await shop.run(`SELECT "nNF"::int AS n FROM "NFCes" WHERE situacao = 'INUTILIZADA' ORDER BY 1`)
  const known = ledger.voidings().map(({ first }) => first)
  expect(voided.map(({ n }) => n)).toEqual(known.sort((a, b) => a - b))
})

test('two servers that are asked for the same notes send each once', { timeout: 120_000 }, async () => {
  await startSecond()
  const sales: number[] = []
  for (let at = 0; at < 6; at++) sales.push(await shop.sell())
  const replies = await Promise.all(sales.flatMap(sale => [shop.emit(sale), ask('Sefaz/emiteNFCe', { movimentoId: sale })]))
  expect(replies).toHaveLength(12)
  await takeOver()
  const sent = await shop.run(
    `SELECT n."movimentoId"::float8 AS sale, t.estado, t.tentativas::int FROM "NFe_transmissaos" t JOIN "NFCes" n ON n.id = t."nfceId" AND n."lojaId" = t."lojaId"
     WHERE n."movimentoId" = ANY($1) ORDER BY 1`,
    [sales],
  )
  expect(sent).toEqual(sales.map(sale => ({ sale, estado: 'ACEITO', tentativas: 1 })))
})
