import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFile } from '../../../src/plugins/sefaz/check/checkFile.ts'
import { SchemaValidator } from '../../../src/plugins/sefaz/schema/schemaValidator.ts'
import { type InvoiceShop, messageOf, openInvoiceShop } from './invoiceShop.ts'

/** An invoice is made of a sale, and goods come back by the sale's note: filled, within the law, never twice. */

let shop: InvoiceShop
const schemas = new SchemaValidator()
beforeAll(async () => {
  shop = await openInvoiceShop()
}, 60_000)
afterAll(async () => {
  schemas[Symbol.dispose]()
  await shop?.close()
})

/** The XML of an authorised note, once it holds against the schema, its signature and its sums. */
async function xmlOf(nfeId: unknown): Promise<string> {
  const file = await shop.get(`NFe_emissaos/downloadXML?lojaId=${shop.store}&nfeId=${nfeId}`)
  expect(checkFile(schemas, 'nota.xml', Buffer.from(file.body))).toMatchObject({
    kind: 'nfeProc',
    model: '55',
    schema: { problems: [] },
    signature: { valid: true },
    recalculated: { differences: [] },
  })
  return file.body
}

const make = (body: object, token = shop.token) =>
  shop.post('NFe_emissaos/deVenda', { destinatarioId: shop.customer, ...body }, token)
const giveBack = (body: object, token = shop.token) =>
  shop.post('NFe_emissaos/devolucao', { destinatarioId: shop.customer, ...body }, token)

/** A sale whose consumer's note is authorised. */
async function told(): Promise<{ sale: number; nfceId: number; key: string }> {
  const sale = await shop.sell()
  await shop.emit(sale)
  const [note] = await shop.notes()
  return { sale, nfceId: Number(note?.id), key: String(note?.chNFe) }
}

async function issue(nfeId: unknown): Promise<string> {
  const reply = await shop.issue(nfeId)
  expect(reply.json(), reply.body).toMatchObject({ situacao: 'AUTORIZADA' })
  return xmlOf(nfeId)
}

test('the invoice of a sale with a consumer note: CFOP 5929, its key, everything of the sale, and no second one', async () => {
  const { sale, nfceId, key } = await told()
  const made = await make({ nfceId })
  expect(made.statusCode, made.body).toBe(200)
  const { nfeId } = made.json()
  expect(await shop.invoice(nfeId)).toMatchObject({
    movimentoId: sale,
    destinatarioId: shop.customer,
    finalidade: 1,
    tipo_doc: 1,
    presenca: 1,
    identificador_operacao: 1,
    total_desconto: 1,
    total_outro: 2,
    total_nota: 24.09,
    pagamentos: [{ tipo: 1, valor: 24.09 }],
    itens: [
      { descricao: 'Pão na chapa', quantidade: 2, valor_unitario: 9.9, cfop: '5929', ncmId: '21069090', icms_cst: '102' },
      { quantidade: 0.333, cfop: '5929' },
    ],
  })
  // Asked again, the draft that stands is the one.
  expect((await make({ movimentoId: sale })).json()).toMatchObject({ nfeId })
  const xml = await issue(nfeId)
  for (const said of [
    '<natOp>OPERACAO REGISTRADA EM NFC-E</natOp>',
    `<NFref><refNFe>${key}</refNFe></NFref>`,
    '<finNFe>1</finNFe>',
    '<indFinal>1</indFinal>',
    '<CFOP>5929</CFOP>',
    '<vNF>24.09</vNF>',
  ])
    expect(xml).toContain(said)
  expect(messageOf(await make({ movimentoId: sale }))).toMatch(/^Esta venda já tem a NF-e \d+\.$/)
})

test('the invoice of a sale without a note has the CFOP of its product, and keeps a consumer note away', async () => {
  const sale = await shop.sell()
  const { nfeId } = (await make({ movimentoId: sale })).json()
  expect(await issue(nfeId)).toContain('<CFOP>5102</CFOP>')
  expect(messageOf(await shop.emit(sale))).toMatch(/^Esta venda já tem a NF-e \d+: ela não leva NFC-e também\.$/)
})

test('a draft of a sale that got a consumer note meanwhile is not issued', async () => {
  const sale = await shop.sell()
  const { nfeId } = (await make({ movimentoId: sale })).json()
  await shop.emit(sale)
  expect(messageOf(await shop.issue(nfeId))).toContain('já tem NFC-e')
})

test('goods come back in parts: by item, by the table of CFOP, without payment, and never more than left', async () => {
  const { sale, key } = await told()
  const source = await shop.get(`NFe_emissaos/origem?lojaId=${shop.store}&movimentoId=${sale}`)
  expect(source.json().itens).toMatchObject([
    { item: 1, vendida: 2, devolvida: 0, quantidade: 2 },
    { item: 2, vendida: 0.333, devolvida: 0, quantidade: 0.333 },
  ])
  const first = await giveBack({
    movimentoId: sale,
    itens: [
      { item: 1, quantidade: 1 },
      { item: 2, quantidade: 0 },
    ],
  })
  expect(first.statusCode, first.body).toBe(200)
  const { nfeId } = first.json()
  const note = await shop.invoice(nfeId)
  expect(note).toMatchObject({
    finalidade: 4,
    tipo_doc: 0,
    natureza_operacao: 'DEVOLUCAO DE VENDA',
    pagamentos: [{ tipo: 90, valor: 0 }],
    itens: [{ quantidade: 1, valor_unitario: 9.9, cfop: '1202', ref_chave: key, ref_item: 1, pis_cst: '98' }],
  })
  const xml = await issue(nfeId)
  for (const said of [
    '<tpNF>0</tpNF>',
    '<finNFe>4</finNFe>',
    '<CFOP>1202</CFOP>',
    `<DFeReferenciado><chaveAcesso>${key}</chaveAcesso><nItem>1</nItem></DFeReferenciado>`,
    '<tPag>90</tPag><vPag>0.00</vPag>',
  ])
    expect(xml).toContain(said)
  // An item that says which one comes back says it alone.
  expect(xml).not.toContain('<NFref>')
  expect(messageOf(await giveBack({ movimentoId: sale, itens: [{ item: 1, quantidade: 2 }] }))).toBe(
    'Pão na chapa: a nota vendeu 2, e as devoluções somam mais do que isso.',
  )
  const rest = (await giveBack({ movimentoId: sale })).json()
  const last = await shop.invoice(rest.nfeId)
  expect(last.itens).toMatchObject([{ quantidade: 1 }, { quantidade: 0.333, ref_item: 2 }])
  // The parts are the whole, to the cent.
  expect(Math.round((Number(note.total_nota) + Number(last.total_nota)) * 100)).toBe(2409)
  expect(messageOf(await giveBack({ movimentoId: sale }))).toContain('Nada a devolver')
  const [item] = last.itens as { id: number }[]
  const typed = await shop.post('NFe_emissaos/save', {
    id: rest.nfeId,
    version: last.version,
    itens: [{ id: item?.id, quantidade: 2 }],
  })
  expect(messageOf(typed)).toContain('as devoluções somam mais')
})

test('substitution comes back under 1411; what an invoice sold comes back by that invoice', async () => {
  await shop.run(`UPDATE impostos SET cfop_estadual = '5405', icms_cst = '500' WHERE "lojaId" = $1`, [shop.store])
  const { sale } = await told()
  const { nfeId } = (await giveBack({ movimentoId: sale })).json()
  expect(await issue(nfeId)).toContain('<CFOP>1411</CFOP>')
  await shop.run(`UPDATE impostos SET cfop_estadual = '5102', icms_cst = '102' WHERE "lojaId" = $1`, [shop.store])
  const sold = await shop.issued()
  const back = (await giveBack({ nfeId: sold.id })).json()
  const xml = await issue(back.nfeId)
  expect(xml).toContain(`<chaveAcesso>${sold.chave}</chaveAcesso>`)
  expect(xml).toContain('<CFOP>1202</CFOP>')
  expect(messageOf(await giveBack({ nfeId: back.nfeId }))).toBe('Só uma NF-e de saída autorizada pode ser devolvida.')
})

test('a buyer from another state who was at the counter buys in this one', async () => {
  await shop.run(`UPDATE parceiros_enderecos SET uf = 'PR', codigo_municipio = '4106902' WHERE "lojaId" = $1`, [shop.store])
  const { sale } = await told()
  const { nfeId } = (await make({ movimentoId: sale })).json()
  expect(await issue(nfeId)).toContain('<idDest>1</idDest>')
  await shop.run(`UPDATE parceiros_enderecos SET uf = 'SP', codigo_municipio = '3550308' WHERE "lojaId" = $1`, [shop.store])
})

test('of a store in the normal regime, too', async () => {
  const normal = await openInvoiceShop({ regime: 3 })
  try {
    const sale = await normal.sell()
    await normal.emit(sale)
    for (const path of ['deVenda', 'devolucao']) {
      const { nfeId } = (await normal.post(`NFe_emissaos/${path}`, { movimentoId: sale, destinatarioId: normal.customer })).json()
      expect((await normal.issue(nfeId)).json()).toMatchObject({ situacao: 'AUTORIZADA' })
      const file = await normal.get(`NFe_emissaos/downloadXML?lojaId=${normal.store}&nfeId=${nfeId}`)
      const checked = checkFile(schemas, 'nota.xml', Buffer.from(file.body))
      expect(checked).toMatchObject({ schema: { problems: [] }, recalculated: { differences: [] } })
      expect(file.body).toContain('<IBSCBS>')
    }
    // Delivered in another state it has the rate between the two.
    await normal.run(`UPDATE parceiros_enderecos SET uf = 'PR', codigo_municipio = '4106902' WHERE "lojaId" = $1`, [normal.store])
    await normal.run(`UPDATE impostos SET cfop_federal = '6102' WHERE "lojaId" = $1`, [normal.store])
    const movimentoId = await normal.sell({ tipo_venda: 'DELIVERY' })
    const { nfeId } = (await normal.post('NFe_emissaos/deVenda', { movimentoId, destinatarioId: normal.customer })).json()
    const issued = await normal.issue(nfeId)
    expect(issued.json().situacao, issued.body).toBe('AUTORIZADA')
    expect(await normal.invoice(nfeId)).toMatchObject({ itens: [{ cfop: '6102', icms_alq: 12 }, { icms_alq: 12 }] })
  } finally {
    await normal.close()
  }
}, 60_000)

test('the recipient is who bought: the customer of the sale, or whose number it has', async () => {
  const recipientOf = async (changes: object) =>
    (await shop.get(`NFe_emissaos/origem?lojaId=${shop.store}&movimentoId=${await shop.sell({ ...changes })}`)).json()
      .destinatarioId
  expect(await recipientOf({ parceiroId: shop.customer })).toBe(shop.customer)
  expect(await recipientOf({ cpf_cnpj: '00000000000191' })).toBe(shop.customer)
  expect(await recipientOf({})).toBeNull()
})

test('a CFOP of the wrong direction is told, with the one under which it comes back', async () => {
  const { id } = await shop.draft({
    tipo_doc: 0,
    finalidade: 4,
    chaves: [{ chave: (await told()).key }],
    pagamentos: [{ tipo: 90, valor: 0 }],
  })
  expect(messageOf(await shop.issue(id))).toBe('Item 1 (Pão de forma): 5102 é CFOP de saída. O que saiu com ele volta com 1202.')
})

test('only who sees sales and invoices makes them, of their own store', async () => {
  const { sale } = await told()
  const clerk = await shop.person('estoque', { type: 2, estoque_ver: true })
  expect((await make({ movimentoId: sale }, clerk)).statusCode).toBe(403)
  const [other] = [await shop.server.addStore('Outra')]
  const stranger = await shop.person('vizinha', { type: 1 }, other)
  const reply = await shop.server.call(stranger, 'POST', '/api/NFe_emissaos/devolucao', {
    lojaId: other,
    movimentoId: sale,
    destinatarioId: shop.customer,
  })
  expect(reply.statusCode).toBe(404)
})

test('a sale without any note is cancelled, not returned', async () => {
  expect(messageOf(await giveBack({ movimentoId: await shop.sell() }))).toBe(
    'Esta venda não tem nota autorizada: cancele a venda em vez de devolver.',
  )
})
