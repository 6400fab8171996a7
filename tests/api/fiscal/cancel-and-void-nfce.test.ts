import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkFile } from '../../../src/plugins/sefaz/check/checkFile.ts'
import { SchemaValidator } from '../../../src/plugins/sefaz/schema/schemaValidator.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** Consumer invoices are cancelled in time, numbers are voided, and their XML is fetched with the authority's proof. */

let shop: FiscalShop
const schemas = new SchemaValidator()
beforeAll(async () => {
  shop = await openFiscalShop({ regime: 3 })
})
afterAll(async () => {
  schemas[Symbol.dispose]()
  await shop?.close()
})
afterEach(() => shop.simulator.set({ faults: [], pause: null }))

const messageOf = (reply: { body: string }): string => {
  const { error } = JSON.parse(reply.body)
  return error?.details?.[0]?.message ?? error?.message ?? ''
}
const cancel = (movimentoId: number) => shop.post('Sefaz/cancelaNFCe', { movimentoId })
const voidNumber = (nfceId: unknown, justificativa?: string) =>
  shop.post('Sefaz/inutilizaNumeracaoNFCe', { nfceId, ...(justificativa ? { justificativa } : {}) })
const xml = (nfceId: unknown, more = '', token = shop.token) =>
  shop.server.call(token, 'GET', `/api/nfces/downloadXML?lojaId=${shop.store}&nfceId=${nfceId}${more}`)
const issued = async (): Promise<{ sale: number; nfceId: number; chNFe: string; numero: number }> => {
  const sale = await shop.sell()
  return { sale, ...(await shop.emit(sale)).json() }
}
const noteOf = async (id: number): Promise<Record<string, unknown> | undefined> => (await shop.notes()).find(one => one.id === id)
const stateOfSale = async (sale: number): Promise<unknown> =>
  (await shop.run('SELECT nfce_situacao AS s FROM "Movimentos" WHERE id = $1', [sale]))[0]?.s

test('the XML of a note is valid, signed, and proved by its protocol', async () => {
  const { nfceId, chNFe } = await issued()
  const reply = await xml(nfceId)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'content-disposition': `attachment; filename="${chNFe}.xml"`,
  })
  expect(checkFile(schemas, 'nota.xml', Buffer.from(reply.body))).toMatchObject({
    kind: 'nfeProc',
    model: '65',
    key: chNFe,
    schema: { problems: [] },
    signature: { valid: true },
    recalculated: { differences: [] },
  })
  const clerk = await shop.person('balcao', { cardapio_ver: true })
  expect((await xml(nfceId, '', clerk)).statusCode).toBe(403)
  expect((await xml(nfceId, '&tipo=cancelamento')).statusCode).toBe(404)
  const theirs = await shop.server.addStore('Alheia')
  const stranger = await shop.person('alheia', { type: 1 }, theirs)
  const asked = await shop.server.call(stranger, 'GET', `/api/nfces/downloadXML?lojaId=${theirs}&nfceId=${nfceId}`)
  expect([asked.statusCode, messageOf(asked)]).toEqual([404, 'O XML desta nota não está guardado aqui.'])
})

test('a note is cancelled once, and the sale may have another one', async () => {
  const { sale, nfceId, chNFe } = await issued()
  const both = await Promise.all([cancel(sale), cancel(sale)])
  expect(both.map(one => one.statusCode)).toEqual([200, 200])
  expect((await cancel(sale)).json()).toMatchObject({ situacao: 'CANCELADA', cStat: '135' })
  expect(shop.simulator.ledgers[2].events(chNFe)).toHaveLength(1)
  expect(await noteOf(nfceId)).toMatchObject({ situacao: 'CANCELADA', cStat: '135' })
  expect(await stateOfSale(sale)).toBe('CANCELADA')
  const event = checkFile(schemas, 'evento.xml', Buffer.from((await xml(nfceId, '&tipo=cancelamento')).body))
  expect(event).toMatchObject({ kind: 'procEventoNFe', key: chNFe, schema: { problems: [] }, signature: { valid: true } })
  const again = (await shop.emit(sale)).json()
  expect(again).toMatchObject({ situacao: 'AUTORIZADA' })
  expect(again.chNFe).not.toBe(chNFe)
})

test.each(['cutBefore', 'cutAfter'] as const)('a cancellation whose answer is lost (%s) is asked for by the key', async kind => {
  const { sale, chNFe } = await issued()
  shop.simulator.set({ faults: [{ kind, times: 1, service: 'NFeRecepcaoEvento4' }] })
  expect((await cancel(sale)).json()).toMatchObject({
    situacao: 'AUTORIZADA',
    resposta: 'O pedido está guardado e será enviado: a SEFAZ não respondeu.',
  })
  expect((await cancel(sale)).json()).toMatchObject({ situacao: 'CANCELADA' })
  expect(shop.simulator.ledgers[2].events(chNFe)).toHaveLength(1)
})

test('what cannot be cancelled is refused in words', async () => {
  expect((await cancel(999_999)).statusCode).toBe(404)
  const sale = await shop.sell()
  expect(messageOf(await cancel(sale))).toBe('Esta venda não tem NFC-e autorizada.')
  const late = await issued()
  await shop.run(`UPDATE "NFe_transmissaos" SET decidida_em = now() - interval '31 minutes' WHERE "nfceId" = $1`, [late.nfceId])
  expect(messageOf(await cancel(late.sale))).toBe('O prazo de 30 minutos para cancelar esta NFC-e terminou.')
  const other = await issued()
  shop.simulator.set({ faults: [{ kind: 'code', code: '501', times: 1, service: 'NFeRecepcaoEvento4' }] })
  expect(messageOf(await cancel(other.sale))).toMatch(/^A SEFAZ rejeitou: 501/)
  expect(await noteOf(other.nfceId)).toMatchObject({ situacao: 'AUTORIZADA', cStat: '100' })
})

test('a number that was skipped is voided, and no note takes it', async () => {
  const { numero } = await issued()
  const draft = await shop.post('NFCes', {
    serie: 1,
    nNF: numero + 1,
    dhEmi: '2026-03-10T12:00:00Z',
    justificativa: 'Número pulado pelo equipamento',
  })
  const { id } = draft.json()
  const lost = { faults: [{ kind: 'cutAfter' as const, times: 1, service: 'NFeInutilizacao4' }] }
  shop.simulator.set(lost)
  expect((await voidNumber(id)).json()).toMatchObject({ situacao: 'PENDENTE' })
  const kept = 'A SEFAZ ainda não respondeu sobre esta nota. Aguarde a resposta.'
  expect(messageOf(await shop.post('NFCes/updateAttributes', { id, nNF: numero + 9 }))).toBe(kept)
  expect(messageOf(await shop.server.call(shop.token, 'DELETE', `/api/NFCes/del?lojaId=${shop.store}&id=${id}`))).toBe(kept)
  expect((await voidNumber(id)).json()).toMatchObject({ situacao: 'INUTILIZADA', numero: numero + 1 })
  expect(shop.simulator.ledgers[2].voidings()).toHaveLength(1)
  const note = await noteOf(id)
  expect(note).toMatchObject({ chNFe: 'INUTILIZACAO' })
  expect(String(note?.xmlUrl)).toContain('inutilizacao')
  expect((await issued()).numero).toBe(numero + 2)
})

test('a refused note becomes a voided number with a reason; its sale takes the next', async () => {
  const sale = await shop.sell()
  shop.simulator.set({ faults: [{ kind: 'code', code: '778', times: 1, service: 'NFeAutorizacao4' }] })
  expect((await shop.emit(sale)).statusCode).toBe(400)
  const [refused] = await shop.notes()
  expect(messageOf(await voidNumber(refused?.id, 'curta'))).toBe('Informe a justificativa, com 15 a 255 caracteres.')
  const reply = await voidNumber(refused?.id, 'Cadastro do produto com erro')
  expect(reply.json()).toMatchObject({ situacao: 'INUTILIZADA', cStat: '102', chNFe: 'INUTILIZACAO' })
  expect(await stateOfSale(sale)).toBe('INUTILIZADA')
  const proof = checkFile(schemas, 'inut.xml', Buffer.from((await xml(refused?.id)).body))
  expect(proof).toMatchObject({ kind: 'ProcInutNFe', schema: { problems: [] }, signature: { valid: true } })
  expect((await shop.emit(sale)).json()).toMatchObject({ situacao: 'AUTORIZADA', numero: Number(refused?.nNF) + 1 })
})

test('a number of an issued note is not voided, nor one twice, nor one of next year', async () => {
  const { nfceId, numero } = await issued()
  expect(messageOf(await voidNumber(nfceId, 'Motivo com bastante texto'))).toMatch(/^Este número pertence a uma nota autorizada/)
  const draft = async (nNF: number, dhEmi = '2026-03-10T12:00:00Z'): Promise<unknown> =>
    (await shop.post('NFCes', { serie: 1, nNF, dhEmi, justificativa: 'Motivo com bastante texto' })).json().id
  expect(messageOf(await voidNumber(await draft(numero)))).toMatch(/^Este número pertence a uma nota autorizada/)
  const first = await draft(numero + 500)
  expect((await voidNumber(first)).json()).toMatchObject({ situacao: 'INUTILIZADA' })
  expect(messageOf(await voidNumber(await draft(numero + 500)))).toBe('Este número já foi inutilizado.')
  expect(messageOf(await voidNumber(await draft(numero + 600, '2199-01-10T12:00:00Z')))).toMatch(/ano corrente/)
  expect((await voidNumber(999_999)).statusCode).toBe(404)
})
