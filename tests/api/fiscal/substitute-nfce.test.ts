import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readStoreLimit } from '../../../src/domain/fiscal/public.ts'
import { checkFile } from '../../../src/plugins/sefaz/check/checkFile.ts'
import { SchemaValidator } from '../../../src/plugins/sefaz/schema/schemaValidator.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** Two notes of one sale around an outage: the one that seemed lost is cancelled by the one that stays (110112). */

const schemas = new SchemaValidator()
let shop: FiscalShop
beforeAll(async () => {
  shop = await openFiscalShop({ regime: 3 })
})
afterAll(async () => {
  schemas[Symbol.dispose]()
  await shop?.close()
})
afterEach(async () => {
  shop.simulator.set({ faults: [], pause: null })
  await offline(false)
})

const messageOf = (reply: { body: string }): string => {
  const { error } = JSON.parse(reply.body)
  return error?.details?.[0]?.message ?? error?.message ?? ''
}
const offline = (chosen: boolean) => shop.run('UPDATE lojas SET nfce_contingencia = $2 WHERE id = $1', [shop.store, chosen])
const reason = 'NFC-e emitida em duplicidade na contingência'
const substitute = (nfceId: unknown, chave: unknown, more: object = {}, token = shop.token) =>
  shop.post('Sefaz/substituiNFCe', { nfceId, chave, justificativa: reason, ...more }, token)
const noteOf = async (id: unknown) => (await shop.notes()).find(note => note.id === id)
const saleState = async (sale: number) =>
  (await shop.run('SELECT nfce_situacao AS s FROM "Movimentos" WHERE id = $1', [sale]))[0]?.s

interface Told {
  readonly sale: number
  readonly nfceId: number
  readonly chNFe: string
}
async function told(changes: object = {}): Promise<Told> {
  const sale = await shop.sell({ ...changes })
  const reply = await shop.emit(sale)
  expect(reply.statusCode, reply.body).toBe(200)
  return { sale, ...reply.json() }
}
/** A note of an outage that the authority took afterwards. */
async function toldOffline(changes: object = {}): Promise<Told> {
  await offline(true)
  const note = await told(changes)
  expect(note.chNFe.slice(34, 35)).toBe('9')
  await offline(false)
  await shop.run('DELETE FROM "Loja_contingencias" WHERE "lojaId" = $1', [shop.store])
  expect((await shop.emit(note.sale)).json().situacao).toBe('AUTORIZADA')
  return note
}
/** Both notes of one sale, as the other system left them. */
async function twice(): Promise<{ first: Told; other: Told }> {
  const [first, other] = [await told(), await toldOffline()]
  await shop.run('UPDATE "NFCes" SET "movimentoId" = $2 WHERE id = $1', [first.nfceId, other.sale])
  return { first, other }
}

test('the first note is cancelled, the sale keeps the other one, and the proof is valid', async () => {
  const { first, other } = await twice()
  const both = await Promise.all([substitute(first.nfceId, other.chNFe), substitute(first.nfceId, other.chNFe)])
  expect(
    both.map(one => one.statusCode),
    both[0]?.body,
  ).toEqual([200, 200])
  expect((await substitute(first.nfceId, other.chNFe)).json()).toMatchObject({ situacao: 'CANCELADA', cStat: '135' })
  expect(await noteOf(first.nfceId)).toMatchObject({ situacao: 'CANCELADA' })
  expect(await noteOf(other.nfceId)).toMatchObject({ situacao: 'AUTORIZADA' })
  expect(await saleState(other.sale)).toBe('AUTORIZADA')
  const events = shop.simulator.ledgers[2].events(first.chNFe)
  expect(events.map(({ type }) => type)).toEqual(['110112'])
  const file = await shop.server.call(
    shop.token,
    'GET',
    `/api/nfces/downloadXML?lojaId=${shop.store}&nfceId=${first.nfceId}&tipo=cancelamento`,
  )
  expect(file.body).toContain(`<chNFeRef>${other.chNFe}</chNFeRef>`)
  expect(file.body).toContain('<descEvento>Cancelamento por substituicao</descEvento>')
  expect(checkFile(schemas, 'evento.xml', Buffer.from(file.body))).toMatchObject({
    kind: 'procEventoNFe',
    key: first.chNFe,
    schema: { problems: [] },
    signature: { valid: true },
  })
})

test('a note that another system issued: its protocol is asked for, and an outage is told', async () => {
  const { first, other } = await twice()
  await shop.run('DELETE FROM "NFe_transmissaos" WHERE "nfceId" = $1', [first.nfceId])
  shop.simulator.set({ faults: [{ kind: 'cutBefore', times: 1, service: 'NFeConsultaProtocolo4' }] })
  expect(messageOf(await substitute(first.nfceId, other.chNFe))).toContain('A SEFAZ não respondeu sobre esta NFC-e')
  const reply = await substitute(first.nfceId, other.chNFe)
  expect(reply.json(), reply.body).toMatchObject({ situacao: 'CANCELADA' })
})

test.each(['cutBefore', 'cutAfter'] as const)('an answer that is lost (%s) is asked for by the key', async kind => {
  const { first, other } = await twice()
  shop.simulator.set({ faults: [{ kind, times: 1, service: 'NFeRecepcaoEvento4' }] })
  expect((await substitute(first.nfceId, other.chNFe)).json()).toMatchObject({ situacao: 'AUTORIZADA' })
  expect((await substitute(first.nfceId, other.chNFe)).json()).toMatchObject({ situacao: 'CANCELADA' })
  expect(shop.simulator.ledgers[2].events(first.chNFe)).toHaveLength(1)
})

test('what cannot be is refused in words', async () => {
  const { first, other } = await twice()
  expect(messageOf(await substitute(first.nfceId, first.chNFe))).toContain('emitida em contingência (o 35º número é 9)')
  expect(messageOf(await substitute(first.nfceId, `${other.chNFe.slice(0, 43)}X`))).toContain('Informe a chave de uma NFC-e')
  expect(messageOf(await substitute(other.nfceId, other.chNFe))).toContain('Esta NFC-e foi emitida em contingência')
  expect((await substitute(999_999, other.chNFe)).statusCode).toBe(404)
  expect((await substitute(first.nfceId, other.chNFe, { justificativa: 'curta' })).statusCode).toBe(422)
  const dearer = await toldOffline({ total_servico: 3, recebimentos: [{ moedaId: shop.currency, valor: 25.09 }] })
  expect(messageOf(await substitute(first.nfceId, dearer.chNFe))).toMatch(/desta chave é de R\$ 25,09, e esta de R\$ 24,09/)
  await shop.run(`UPDATE "NFCes" SET situacao = 'PENDENTE' WHERE id = $1`, [other.nfceId])
  expect(messageOf(await substitute(first.nfceId, other.chNFe))).toContain('não está autorizada: espere a resposta')
  await shop.run(`UPDATE "NFCes" SET situacao = 'AUTORIZADA' WHERE id = $1`, [other.nfceId])
  shop.simulator.set({ faults: [{ kind: 'code', code: '910', times: 1, service: 'NFeRecepcaoEvento4' }] })
  expect(messageOf(await substitute(first.nfceId, other.chNFe))).toMatch(/^A SEFAZ rejeitou: 910/)
  expect(await noteOf(first.nfceId)).toMatchObject({ situacao: 'AUTORIZADA' })
})

test('the hours are the law of the state and the day: 168, or what the state says', async () => {
  const { first, other } = await twice()
  const ago = (hours: number) =>
    shop.run(`UPDATE "NFe_transmissaos" SET decidida_em = now() - $2 * interval '1 hour' WHERE "nfceId" = $1`, [
      first.nfceId,
      hours,
    ])
  await ago(169)
  expect(messageOf(await substitute(first.nfceId, other.chNFe))).toBe(
    'O prazo de 168 horas para cancelar esta NFC-e por substituição terminou.',
  )
  await shop.run(
    `INSERT INTO limites_fiscais (limite, uf, valor, vigencia_inicio, fonte) VALUES ('NFCE_SUBSTITUICAO_HORAS', 'SP', 24, '2020-01-01', 'Teste')`,
  )
  await ago(25)
  expect(messageOf(await substitute(first.nfceId, other.chNFe))).toContain('O prazo de 24 horas')
  await ago(23)
  expect((await substitute(first.nfceId, other.chNFe)).json()).toMatchObject({ situacao: 'CANCELADA' })
  await shop.run(`DELETE FROM limites_fiscais WHERE uf = 'SP'`)
})

test('the minutes of a usual cancellation are the state’s, too', async () => {
  await shop.run(
    `INSERT INTO limites_fiscais (limite, uf, valor, vigencia_inicio, fonte) VALUES ('NFCE_CANCELAMENTO_MINUTOS', 'SP', 1440, '2020-01-01', 'Teste')`,
  )
  const { sale, nfceId } = await told()
  const note = await noteOf(nfceId)
  expect(Date.parse(String(note?.cancelavel_ate)) - Date.parse(String(note?.autorizada_em))).toBe(1440 * 60_000)
  await shop.run(`UPDATE "NFe_transmissaos" SET decidida_em = now() - interval '20 hours' WHERE "nfceId" = $1`, [nfceId])
  expect((await shop.post('Sefaz/cancelaNFCe', { movimentoId: sale })).json()).toMatchObject({ situacao: 'CANCELADA' })
  await shop.run(`DELETE FROM limites_fiscais WHERE uf = 'SP'`)
})

test('a limit that begins with a year does so at midnight of the store', async () => {
  await shop.run(
    `INSERT INTO limites_fiscais (limite, uf, valor, vigencia_inicio, vigencia_fim, fonte) VALUES
       ('NFCE_SUBSTITUICAO_HORAS', 'SP', 24, '2020-01-01', '2026-12-31', 'Teste'), ('NFCE_SUBSTITUICAO_HORAS', 'SP', 48, '2027-01-01', NULL, 'Teste')`,
  )
  const limitAt = (iso: string) =>
    readStoreLimit(shop.server.context.database.system, shop.store, 'NFCE_SUBSTITUICAO_HORAS', new Date(iso))
  expect(await limitAt('2026-12-31T23:30:00-03:00')).toBe(24)
  expect(await limitAt('2027-01-01T00:30:00-03:00')).toBe(48)
  await shop.run(`DELETE FROM limites_fiscais WHERE uf = 'SP'`)
})

test('who may not see sales cancels none, and another store’s notes are nobody’s', async () => {
  const { first, other } = await twice()
  const clerk = await shop.person('vendas', { cardapio_ver: true })
  expect((await substitute(first.nfceId, other.chNFe, {}, clerk)).statusCode).toBe(403)
  const theirs = await shop.server.addStore('Outra')
  const stranger = await shop.person('outra', { type: 1 }, theirs)
  expect((await substitute(first.nfceId, other.chNFe, { lojaId: theirs }, stranger)).statusCode).toBe(404)
})
