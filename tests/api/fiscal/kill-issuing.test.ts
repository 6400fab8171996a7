import { afterAll, beforeAll, expect, test } from 'vitest'
import { crashPoints } from '../../../src/plugins/sefaz/transmission/crashPoints.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'
import { secondServer, takeOver } from './secondServer.ts'

/**
 * Two servers on one database. One dies again and again while it issues, cancels and voids, once at every step of these; the other one finishes
 * what was stored. No number is lost, none is used twice, and the records say what the authority says.
 */

/** KILLS=200 dies as often, at each step the first, second and third time that it is passed. */
const kills = Number(process.env.KILLS ?? crashPoints.length)

let shop: FiscalShop
const second = secondServer(() => shop)

beforeAll(async () => {
  shop = await openFiscalShop()
}, 300_000)
afterAll(async () => {
  await second.end()
  await shop?.close()
})

/** Issues each sale; every other note is cancelled, and a number far away is voided. */
const work = async (sales: readonly number[], drafts: readonly unknown[]): Promise<void> => {
  for (const [at, movimentoId] of sales.entries()) {
    const issued = await second.ask('Sefaz/emiteNFCe', { movimentoId })
    if (!issued) return
    if (at % 2 === 1) await second.ask('Sefaz/cancelaNFCe', { movimentoId })
    if (at % 3 === 2) await second.ask('Sefaz/inutilizaNumeracaoNFCe', { nfceId: drafts[(at - 2) / 3] })
  }
}

/** Sales and drafts of two streams; every third note of one is followed by a voiding. */
const prepare = (run: number) =>
  Promise.all(
    [0, 1].map(async stream => {
      const sales: number[] = []
      for (let at = 0; at < 3; at++) sales.push(await shop.sell())
      const nNF = 10_000 + run * 10 + stream
      const draft = { serie: 1, nNF, dhEmi: '2026-03-10T12:00:00Z', justificativa: 'Número pulado pelo equipamento' }
      return { sales, drafts: [(await shop.post('NFCes', draft)).json().id] }
    }),
  )

interface Note {
  readonly id: number
  readonly nNF: number
  readonly chNFe: string
  readonly situacao: string
}

/** The authority knows suppliers' notes as well, which a job of the hour may fetch meanwhile. */
const isOurs = ({ key }: { readonly key: string }): boolean => key.slice(20, 22) === '65'

test('dying at any step of issuing, cancelling and voiding: each number ends authorised once, voided or free', {
  timeout: 120_000 + kills * 60_000,
}, async () => {
  for (let run = 0; run < kills; run++) {
    const point = crashPoints[run % crashPoints.length] ?? ''
    const time = 1 + (Math.floor(run / crashPoints.length) % 3)
    const { died } = await second.start(`${point}:${point.endsWith('NOTA') || !point.includes('-') ? time : 1}`)
    const streams = await prepare(run)
    await Promise.all(streams.map(({ sales, drafts }) => work(sales, drafts)))
    // It died by itself, at that step.
    expect([point, await died]).toEqual([point, 'SIGKILL'])
    await takeOver(shop)
  }
  const ledger = shop.simulator.ledgers[2]
  const notes = (await shop.run(
    `SELECT id::float8, "nNF"::int, "chNFe", situacao FROM "NFCes" WHERE "lojaId" = $1 AND "movimentoId" IS NOT NULL`,
    [shop.store],
  )) as unknown as readonly Note[]
  expect(notes.length).toBeGreaterThan(0)
  // The records and the authority say the same of every note.
  const ours = notes.filter(({ situacao }) => situacao !== 'PENDENTE').map(({ chNFe, situacao }) => [chNFe, situacao])
  const theirs = ledger
    .notes()
    .filter(isOurs)
    .map(({ key }) => [key, ledger.cancellation(key) ? 'CANCELADA' : 'AUTORIZADA'])
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
  await second.start()
  const sales: number[] = []
  for (let at = 0; at < 6; at++) sales.push(await shop.sell())
  const replies = await Promise.all(
    sales.flatMap(sale => [shop.emit(sale), second.ask('Sefaz/emiteNFCe', { movimentoId: sale })]),
  )
  expect(replies).toHaveLength(12)
  await takeOver(shop)
  const sent = await shop.run(
    `SELECT n."movimentoId"::float8 AS sale, t.estado, t.tentativas::int FROM "NFe_transmissaos" t JOIN "NFCes" n ON n.id = t."nfceId" AND n."lojaId" = t."lojaId"
     WHERE n."movimentoId" = ANY($1) ORDER BY 1`,
    [sales],
  )
  expect(sent).toEqual(sales.map(sale => ({ sale, estado: 'ACEITO', tentativas: 1 })))
})
