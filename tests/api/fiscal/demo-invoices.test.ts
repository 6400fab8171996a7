import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../../../src/base/paper/fixtures/readPdf.ts'
import { demoInvoices } from '../../../src/domain/fiscal/public.ts'
import { checkFile } from '../../../src/plugins/sefaz/check/checkFile.ts'
import { SchemaValidator } from '../../../src/plugins/sefaz/schema/schemaValidator.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** Invoices that a demo made up get documents with which every action of their screens works. */

const schemas = new SchemaValidator()
let shop: FiscalShop
beforeAll(async () => {
  shop = await openFiscalShop()
})
afterAll(async () => {
  schemas[Symbol.dispose]()
  await shop?.close()
})

const invented = async (situacao: string, nNF: number, changes: Readonly<Record<string, unknown>> = {}): Promise<number> => {
  const [row] = await shop.run(
    `INSERT INTO "NFCes" ("lojaId", "movimentoId", "equipamentoId", serie, "nNF", "dhEmi", "vNF", "chNFe", situacao, "xmlUrl", "cStat")
     VALUES ($1, $2, $3, 1, $4, '2026-09-10T15:00:00Z', 24.09, 'x', $5, 'nfce/1/x.xml', '100') RETURNING id::float8`,
    [shop.store, await shop.sell(changes), shop.equipment, nNF, situacao],
  )
  return Number(row?.id)
}
const get = (path: string) => shop.server.call(shop.token, 'GET', `/api/${path}&lojaId=${shop.store}`)

test('an invoice has its XML, its paper and, where it was cancelled, the XML of that', async () => {
  const authorised = await invented('AUTORIZADA', 7)
  const cancelled = await invented('CANCELADA', 8)
  // A voucher is no payment of a consumer's note: this one stays without.
  const [voucher] = await shop.run(
    `INSERT INTO moedas ("lojaId", nome, cod_sat) VALUES ($1, 'Vale', '99') RETURNING id::float8`,
    [shop.store],
  )
  const without = await invented('AUTORIZADA', 9, { recebimentos: [{ moedaId: voucher?.id, valor: 24.09 }] })
  const { service } = shop.server.context
  await service.database.write({ stores: [shop.store] }, async q => demoInvoices.of(service)?.document(q, shop.store))

  const notes = await shop.notes()
  for (const [id, nNF] of [
    [authorised, 7],
    [cancelled, 8],
  ] as const) {
    const xml = await get(`nfces/downloadXML?nfceId=${id}`)
    const note = checkFile(schemas, 'nota.xml', xml.rawPayload)
    expect(note).toMatchObject({ kind: 'nfeProc', schema: { problems: [] }, signature: { valid: true }, keyDigit: true })
    expect(note.recalculated.differences).toEqual([])
    expect(notes.find(one => one.id === id)).toMatchObject({ chNFe: note.key, nNF, ambiente: 2 })
    const [page] = readPdf((await get(`nfces/danfce?nfceId=${id}`)).rawPayload)
    expect(page?.lines.join(' ').includes('NFC-e CANCELADA')).toBe(id === cancelled)
  }
  const event = checkFile(
    schemas,
    'evento.xml',
    (await get(`nfces/downloadXML?tipo=cancelamento&nfceId=${cancelled}`)).rawPayload,
  )
  expect(event).toMatchObject({ kind: 'procEventoNFe', schema: { problems: [] }, signature: { valid: true } })
  expect((await get(`nfces/downloadXML?nfceId=${without}`)).statusCode).toBe(404)
})

test('an older one gets its documents when they are first asked for, and only while the store tries things out', async () => {
  const key = '35260800000000000001650010000000101079190000'
  const older = async (nNF: number): Promise<number> => {
    const id = await invented('AUTORIZADA', nNF)
    await shop.run(`UPDATE "NFCes" SET "dhEmi" = '2026-08-10T15:00:00Z', "xmlUrl" = $2 WHERE id = $1`, [id, `nfce/1/${key}.xml`])
    return id
  }
  const [first, second] = [await older(10), await older(11)]
  const environment = (value: number) => shop.run('UPDATE lojas SET ambiente_fiscal = $2 WHERE id = $1', [shop.store, value])
  const lacking = async () =>
    (await get('relatorio/fechamento_mes?startDate=2026-08-01T03:00:00Z&endDate=2026-09-01T02:59:59.999Z')).json().sem_xml
  await environment(1)
  expect((await get(`nfces/downloadXML?nfceId=${first}`)).statusCode).toBe(404)
  expect(await lacking()).toBe(2)
  await environment(2)
  expect(await lacking()).toBe(0)
  const xml = await get(`nfces/downloadXML?nfceId=${first}`)
  expect(checkFile(schemas, 'nota.xml', xml.rawPayload)).toMatchObject({ kind: 'nfeProc', signature: { valid: true } })
  const [row] = await shop.run('SELECT "xmlUrl" FROM "NFCes" WHERE id = $1', [second])
  expect(row).toMatchObject({ xmlUrl: `nfce/1/${key}.xml` })
  expect((await shop.post('Contador_arquivo/gera', { anoMesReferencia: '2026-08' })).json()).toMatchObject({ faltam: 0 })
})
