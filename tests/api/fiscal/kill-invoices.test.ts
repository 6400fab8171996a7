import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceCrashPoints } from '../../../src/plugins/sefaz/transmission/crashPoints.ts'
import { type InvoiceShop, openInvoiceShop } from './invoiceShop.ts'
import { secondServer, takeOver } from './secondServer.ts'

/**
 * A server dies again and again while it issues, corrects, cancels and voids NF-e; another one on the same database finishes what was stored. Each
 * number ends authorised once, voided or free, and the records say what the authority says.
 */

type Point = (typeof invoiceCrashPoints)[number]
/** The most telling points: after each storing, with an answer in hand, and before a decision stands. */
const telling: readonly Point[] = [
  'invoice-signed',
  'invoice-stored',
  'answered-NOTA',
  'deciding-NOTA',
  'invoice-correction-stored',
  'answered-CORRECAO',
  'answered-CANCELAMENTO',
  'deciding-INUTILIZACAO',
]
const points = [...new Set([...telling, ...invoiceCrashPoints])]
/** KILLS=200 dies as often, at all of them; a server takes seconds to start. */
const kills = Number(process.env.KILLS ?? telling.length)

let shop: InvoiceShop
const second = secondServer(() => shop)
beforeAll(async () => {
  shop = await openInvoiceShop()
}, 300_000)
afterAll(async () => {
  await second.end()
  await shop?.close()
})

type Ask = (path: string, body: object) => Promise<unknown>

/** The office's day: a note that is issued, corrected and cancelled, one that stays, and a range that is voided. */
async function work(ask: Ask, { first, other, range }: Readonly<Record<'first' | 'other' | 'range', unknown>>): Promise<void> {
  await ask('Sefaz/emiteNFe', { nfeId: first })
  await ask('Sefaz/corrigeNFe', { nfeId: first, correcao: 'A espécie correta do volume é caixa' })
  await ask('Sefaz/cancelaNFe', { nfeId: first, motivo: 'Pedido desfeito pelo cliente' })
  await ask('Sefaz/InutilizaNumeracaoNFe', { nfeId: range })
  await ask('Sefaz/emiteNFe', { nfeId: other })
}

async function prepare(run: number) {
  const numero = 10_000 + run * 10
  const voiding = {
    inutilizacao: true,
    serie: 1,
    numero,
    numero_final: numero + 4,
    justificativa: 'Faixa pulada pelo sistema antigo',
  }
  const range = (await shop.post('NFe_emissaos/save', voiding)).json().id
  return { first: (await shop.draft()).id, other: (await shop.draft()).id, range }
}

test('dying at any step: what was stored is decided once, and asking again does no harm', {
  timeout: 120_000 + kills * 60_000,
}, async () => {
  for (let run = 0; run < kills; run++) {
    const point = points[run % points.length] ?? ''
    const made = await prepare(run)
    const { died } = await second.start(point)
    await work(second.ask, made)
    // It died by itself, at that step.
    expect([point, await died]).toEqual([point, 'SIGKILL'])
    await takeOver(shop)
    await work((path, body) => shop.post(path, body), made)
    expect([point, (await shop.invoice(made.first)).situacao]).toEqual([point, 'CANCELADA'])
    expect([point, (await shop.invoice(made.other)).situacao]).toEqual([point, 'AUTORIZADA'])
    expect([point, (await shop.invoice(made.range)).situacao]).toEqual([point, 'INUTILIZADA'])
  }
  expect(await shop.run(`SELECT id FROM "NFe_transmissaos" WHERE estado <> 'ACEITO'`)).toEqual([])
  const records = await shop.run(
    `SELECT chave, situacao, cce_sequencia::int AS letters, numero::int, numero_final::int, inutilizacao FROM "NFe_emissaos" WHERE "lojaId" = $1`,
    [shop.store],
  )
  const ledger = shop.simulator.ledgers[2]
  const ours = ledger.notes().filter(({ key }) => key.slice(6, 22) === '1144477700016155')
  const issued = records.filter(({ inutilizacao }) => inutilizacao !== true)
  expect(issued.map(({ chave }) => chave).toSorted()).toEqual(ours.map(({ key }) => key).toSorted())
  for (const { chave, situacao, letters } of issued) {
    const events = ledger.events(String(chave)).map(({ type, sequence }) => `${type} ${sequence}`)
    expect(events).toEqual(
      situacao === 'CANCELADA' ? Array.from({ length: Number(letters) }, (_, at) => `110110 ${at + 1}`).concat('110111 1') : [],
    )
  }
  const voided = records
    .filter(({ inutilizacao }) => inutilizacao === true)
    .map(({ numero, numero_final }) => [numero, numero_final])
  expect(
    ledger
      .voidings()
      .map(({ first, last }) => [first, last])
      .toSorted(),
  ).toEqual(voided.toSorted())
  // Drafts were numbered one after the other, through every crash.
  const numbers = issued.map(({ numero }) => Number(numero)).toSorted((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
})
