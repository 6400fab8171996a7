import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFile } from '../../../src/plugins/sefaz/check/checkFile.ts'
import { SchemaValidator } from '../../../src/plugins/sefaz/schema/schemaValidator.ts'
import { type InvoiceShop, invoiceItem, messageOf, openInvoiceShop } from './invoiceShop.ts'

/** A recipient in another country: typed, issued, read back, and refused in words before the authority would. */

const schemas = new SchemaValidator()
let shop: InvoiceShop
let buyer: number
beforeAll(async () => {
  shop = await openInvoiceShop()
  const made = await shop.post('parceiros', partner())
  expect(made.statusCode, made.body).toBe(201)
  buyer = made.json().id
}, 60_000)
afterAll(async () => {
  schemas[Symbol.dispose]()
  await shop?.close()
})

const address = { logradouro: 'Calle Florida', numero: '7', bairro: 'Centro', cidade: 'Buenos Aires', uf: 'EX', paisId: '0639' }
const partner = (changes: object = {}, place: object = {}) => ({
  ...{ nome_fantasia: 'Panadería', razao_social: 'Panadería del Sur', cliente: true, id_estrangeiro: '30-71234567-8' },
  enderecos: [{ ...address, ...place }],
  ...changes,
})
const exported = (changes: object = {}) =>
  invoiceItem({ cfop: '7102', icms_cst: '300', pis_cst: '08', cofins_cst: '08', ...changes })

async function xmlOf(id: unknown): Promise<string> {
  const { body } = await shop.get(`NFe_emissaos/downloadXML?lojaId=${shop.store}&nfeId=${id}`)
  expect(checkFile(schemas, 'nota.xml', Buffer.from(body))).toMatchObject({
    schema: { problems: [] },
    signature: { valid: true },
    recalculated: { differences: [] },
  })
  return body
}

test('the note tells country, document and where the goods leave', async () => {
  const said = { exporta_uf: 'RS', exporta_local: 'Uruguaiana', exporta_despacho: 'Porto Seco' }
  const note = await shop.issued({ destinatarioId: buyer, itens: [exported()], consumidor: 0, ...said })
  expect(note).toMatchObject({ identificador_operacao: 3, identificador_ie_dest: 9, ...said })
  const xml = await xmlOf(note.id)
  for (const part of [
    '<idDest>3</idDest>',
    '<dest><idEstrangeiro>30-71234567-8</idEstrangeiro>',
    '<cMun>9999999</cMun><xMun>EXTERIOR</xMun><UF>EX</UF><cPais>0639</cPais><xPais>Argentina</xPais>',
    '<indIEDest>9</indIEDest></dest>',
    '<exporta><UFSaidaPais>RS</UFSaidaPais><xLocExporta>Uruguaiana</xLocExporta><xLocDespacho>Porto Seco</xLocDespacho></exporta>',
  ])
    expect(xml).toContain(part)
})

test('without a word of the way, goods leave from the store; who has no document abroad has an empty one', async () => {
  const made = await shop.post('parceiros', partner({ nome_fantasia: 'Sin número', id_estrangeiro: null }, { paisId: '8451' }))
  const note = await shop.issued({ destinatarioId: made.json().id, itens: [exported()], consumidor: 0 })
  const xml = await xmlOf(note.id)
  expect(xml).toContain('<idEstrangeiro></idEstrangeiro>')
  expect(xml).toContain('<cPais>8451</cPais><xPais>Uruguai</xPais>')
  expect(xml).toContain('<exporta><UFSaidaPais>SP</UFSaidaPais><xLocExporta>São Paulo</xLocExporta></exporta>')
})

test('an item takes operation and taxes of an export from its product, and those of the counter where the buyer is there', async () => {
  const itens = [{ produtoId: shop.product, quantidade: 2, valor_unitario: 10, descricao: 'Pão na chapa' }]
  const pagamentos = [{ tipo: 1, valor: 20 }]
  const abroad = await shop.draft({ destinatarioId: buyer, itens, pagamentos })
  expect((await shop.invoice(abroad.id)).itens).toMatchObject([
    { cfop: '7102', icms_cst: '300', pis_cst: '08', cofins_cst: '08', ibscbs_cclasstrib: '410004' },
  ])
  expect((await shop.issue(abroad.id)).json().situacao).toBe('AUTORIZADA')
  const counter = { identificador_operacao: 1, presenca: 1, consumidor: 1 }
  const here = await shop.draft({ destinatarioId: buyer, itens, pagamentos, ...counter })
  expect((await shop.invoice(here.id)).itens).toMatchObject([{ cfop: '5102', icms_cst: '102', ibscbs_cclasstrib: '000001' }])
  const reply = await shop.issue(here.id)
  expect(reply.json().situacao, reply.body).toBe('AUTORIZADA')
  const xml = await xmlOf(here.id)
  expect(xml).toContain('<idDest>1</idDest>')
  expect(xml).toContain('<idEstrangeiro>30-71234567-8</idEstrangeiro>')
  expect(xml).not.toContain('<exporta>')
})

test.each([
  ['another state', { identificador_operacao: 2, itens: [invoiceItem({ cfop: '6102' })] }, 'O destinatário é do exterior'],
  ['from afar inside the state', { identificador_operacao: 1, presenca: 2, itens: [invoiceItem()] }, 'confira a presença'],
  ['a taxpayer', { identificador_ie_dest: 1, itens: [exported()] }, 'não é contribuinte do ICMS'],
  [
    'an operation of here',
    { itens: [invoiceItem()] },
    '5102 não é CFOP desta operação. A operação é com o exterior: o CFOP começa com 7.',
  ],
  ['taxed goods', { itens: [exported({ icms_cst: '102' })] }, 'a exportação não tem ICMS. Use 300 no lugar de 102.'],
  [
    'an import',
    { tipo_doc: 0, itens: [exported({ cfop: '3102' })] },
    'importação precisa da declaração (DI), que esta nota não leva',
  ],
])('refused before it is sent: %s', async (_, changes, said) => {
  const { id } = await shop.draft({ destinatarioId: buyer, consumidor: 1, ...changes })
  expect(messageOf(await shop.issue(id))).toContain(said)
})

test('a recipient of here is not abroad, and one abroad lives in a country', async () => {
  const here = await shop.draft({ identificador_operacao: 3, itens: [exported()] })
  expect(messageOf(await shop.issue(here.id))).toContain('o endereço do destinatário é do Brasil')
  const lost = await shop.post('parceiros', partner({ nome_fantasia: 'Perdida' }, { paisId: null }))
  const { id } = await shop.draft({ destinatarioId: lost.json().id, itens: [exported()] })
  expect(messageOf(await shop.issue(id))).toContain('Preencha o país do destinatário no exterior')
})

test('bad input: a document that no note takes, a country that there is not, a country of an address here', async () => {
  for (const id_estrangeiro of ['1234', 'com espaço', 'ção12345', 'x'.repeat(21)])
    expect((await shop.post('parceiros', partner({ id_estrangeiro }))).statusCode, id_estrangeiro).toBe(422)
  expect((await shop.post('parceiros', partner({}, { paisId: '0001' }))).statusCode).toBeGreaterThanOrEqual(400)
  const home = await shop.post('parceiros', partner({ nome_fantasia: 'Daqui' }, { uf: 'SP' }))
  expect((await shop.get(`parceiros/${home.json().id}?lojaId=${shop.store}`)).json().enderecos).toMatchObject([
    { uf: 'SP', paisId: null },
  ])
})

test('everybody finds a country by its name; the administrator alone changes the table', async () => {
  const filter = encodeURIComponent(JSON.stringify({ where: { nome: { like: 'Argent' } } }))
  const found = await shop.get(`paises?lojaId=${shop.store}&filter=${filter}`)
  expect(found.json()).toEqual([{ id: '0639', nome: 'Argentina' }])
  expect((await shop.post('paises', { id: '9990', nome: 'Atlântida' })).statusCode).toBe(403)
})
