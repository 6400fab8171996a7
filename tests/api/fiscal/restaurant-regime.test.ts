import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { checkFile } from '../../../src/plugins/sefaz/check/checkFile.ts'
import { SchemaValidator } from '../../../src/plugins/sefaz/schema/schemaValidator.ts'
import { type InvoiceShop, messageOf, openInvoiceShop } from './invoiceShop.ts'

/** Bars and restaurants (LC 214/2025, art. 273 to 276): classes by what products are, tips and what a marketplace keeps outside of the base. */

const schemas = new SchemaValidator()
let shop: InvoiceShop
let admin: string
const products: Record<string, number> = {}

const at = (moment: string): void => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(moment) })

beforeAll(async () => {
  shop = await openInvoiceShop({ regime: 3 })
  await shop.server.addUser('admin@x.br', { admin: true })
  admin = await shop.server.enter('admin@x.br')
  // A rate that is easy to follow; those of IBS are the law's, which the authority knows.
  const rate = { tributo: 'CBS', local: 'SP', classe: '', aliquota: 10, vigencia_inicio: '2027-01-01', fonte: 'Teste' }
  expect((await shop.server.call(admin, 'POST', '/api/aliquotas_ibscbs', rate)).statusCode).toBe(201)
  // The rule of the price is another one: here what is paid is the goods' value, and taxes come on top of nothing.
  const rules = { regra: 'IBSCBS_SOMAR', regime: 3, ativa: false, vigencia_inicio: '2027-01-02', fonte: 'Teste' }
  expect((await shop.server.call(admin, 'POST', '/api/regras_fiscais', rules)).statusCode).toBe(201)
  await shop.run(`UPDATE impostos SET icms_cst = '40', icms_alq = 0 WHERE "lojaId" = $1`, [shop.store])
  for (const [name, treatment] of [
    ['Feijoada', 'PREPARADO'],
    ['Cerveja', 'ALCOOLICO'],
    ['Refrigerante em lata', 'REVENDA'],
  ] as const) {
    const [row] = await shop.run(
      `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "unidadeId", "impostoId", "ncmId", preco_vnd_prod)
       SELECT "lojaId", $2::bigint, $3, "unidadeId", "impostoId", "ncmId", 10 FROM produtos WHERE id = $1 RETURNING id`,
      [shop.product, 100 + Object.keys(products).length, name],
    )
    products[name] = Number(row?.id)
    await shop.run(
      `INSERT INTO "Produto_tratamentos" ("lojaId", "produtoId", produto_nome, tratamento) VALUES ($1, $2, $3, $4)`,
      [shop.store, row?.id, name, treatment],
    )
  }
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  schemas[Symbol.dispose]()
  await shop?.close()
})

const line = (name: string, value: number) => ({
  produtoId: products[name],
  descricao: name,
  qtd: 1,
  valor_unitario: value,
  valor_bruto: value,
})
/** The worked example: 100.00 of food, 20.00 of beer, 10.00 of a canned drink. */
const bill = () => [line('Feijoada', 100), line('Cerveja', 20), line('Refrigerante em lata', 10)]

async function saleOf(changes: Record<string, unknown>): Promise<number> {
  const total = bill().reduce((all, { valor_bruto }) => all + valor_bruto, 0) + Number(changes.total_servico ?? 0)
  return shop.sell({
    produtos: bill(),
    total_desconto: 0,
    total_servico: 0,
    recebimentos: [{ moedaId: shop.currency, valor: total }],
    ...changes,
  })
}

async function noteOf(changes: Record<string, unknown>): Promise<string> {
  const sale = await saleOf(changes)
  const reply = await shop.emit(sale)
  expect(reply.json().situacao, reply.body).toBe('AUTORIZADA')
  const [row] = await shop.run(
    `SELECT documento FROM "NFe_transmissaos" WHERE "nfceId" = $1 AND tipo = 'NOTA' ORDER BY id DESC`,
    [reply.json().nfceId],
  )
  const text = String(row?.documento)
  const { recalculated } = checkFile(schemas, 'nota.xml', Buffer.from(text))
  const wrong = recalculated.differences.filter(({ path }) => !/p(CBS|IBS)|Signature|vNFTot|vItem/.test(path))
  expect(wrong).toEqual([])
  return text
}

/** Of each item: class, base of IBS and CBS, CBS. */
const taxesOf = (text: string): string[][] =>
  text
    .split('<det ')
    .slice(1)
    .map(item => [/<cClassTrib>(\d+)/, /<gIBSCBS><vBC>([\d.]+)/, /<vCBS>([\d.]+)/].map(part => part.exec(item)?.[1] ?? ''))

const period = (changes: object) =>
  shop.server.call(shop.token, 'POST', '/api/Loja_regimes', {
    ...{ lojaId: shop.store, vigencia_inicio: '2027-01-01', regime_tributario: 3, restaurante: true, gorjeta: false },
    ...changes,
  })
const endPeriods = () => shop.run('DELETE FROM "Loja_regimes" WHERE "lojaId" = $1', [shop.store])

test('what the house prepares pays 40 % less; drinks with alcohol and what is resold pay in full', async () => {
  at('2027-01-10T12:00:00-03:00')
  expect(taxesOf(await noteOf({}))).toEqual([
    ['200047', '100.00', '6.00'],
    ['000001', '20.00', '2.00'],
    ['000001', '10.00', '1.00'],
  ])
})

test('who is no restaurant in the period has the classes of the tax profile', async () => {
  at('2027-01-10T12:00:00-03:00')
  expect((await period({ restaurante: false })).statusCode).toBe(201)
  expect(taxesOf(await noteOf({})).map(([name]) => name)).toEqual(['000001', '000001', '000001'])
  await endPeriods()
})

test('a company under contract buys what is prepared in full', async () => {
  at('2027-01-10T12:00:00-03:00')
  const buyer = {
    nome_fantasia: 'Fábrica',
    razao_social: 'Fábrica Ltda',
    cnpj: '45997418000153',
    cliente: true,
    contrato_refeicao: true,
  }
  const reply = await shop.post('parceiros', buyer)
  expect(reply.statusCode, reply.body).toBe(201)
  const parceiroId = reply.json().id
  const [first] = taxesOf(await noteOf({ parceiroId }))
  expect(first).toEqual(['000001', '100.00', '10.00'])
  // So does an invoice, as its form calculates it and as it is saved.
  const asked = `lojaId=${shop.store}&produtos=${products.Feijoada}&destinatarioId=${parceiroId}`
  const { loja, produtos } = (await shop.get(`NFe_emissaos/calculo?${asked}`)).json()
  expect([loja.contrato, Object.values(produtos)]).toEqual([
    true,
    [expect.objectContaining({ ibscbs_cclasstrib: '200047', classe_contrato: '000001' })],
  ])
  const classOf = async (destinatarioId: number) => {
    const itens = [{ produtoId: products.Feijoada, quantidade: 1, valor_unitario: 100 }]
    const draft = await shop.draft({ destinatarioId, itens, pagamentos: [{ tipo: 1, valor: 100 }], presenca: 1 })
    return (await shop.get(`NFe_emissaos/${draft.id}?lojaId=${shop.store}`)).json().itens[0].ibscbs_cclasstrib
  }
  expect([await classOf(parceiroId), await classOf(shop.customer)]).toEqual(['000001', '200047'])
})

test('service that goes to the staff is outside of the base up to 15 % of the bill; what is above is inside', async () => {
  at('2027-01-10T12:00:00-03:00')
  // The store's own service is revenue.
  expect(taxesOf(await noteOf({ total_servico: 13 }))[0]).toEqual(['200047', '110.00', '6.60'])
  expect((await period({ gorjeta: true })).statusCode).toBe(201)
  expect(taxesOf(await noteOf({ total_servico: 13 })).map(([, base]) => base)).toEqual(['100.00', '20.00', '10.00'])
  // 26.00 is 20 %: 19.50 stay out, 6.50 are shared out to the lines.
  expect(taxesOf(await noteOf({ total_servico: 26 })).map(([, base]) => base)).toEqual(['105.00', '21.00', '10.50'])
  // The periods have days.
  at('2026-12-30T12:00:00-03:00')
  expect(taxesOf(await noteOf({ total_servico: 13 }))[0]?.[1]).toBe('110.00')
  await endPeriods()
})

test('where the state wants it, a tip is an item: up to the limit of ICMS, up to that of IBS and CBS, and what is above both', async () => {
  at('2027-01-10T12:00:00-03:00')
  expect((await period({ gorjeta: true })).statusCode).toBe(201)
  const limit = { limite: 'GORJETA_ICMS_PERCENTUAL', uf: 'SP', valor: 10, vigencia_inicio: '2027-01-01', fonte: 'Teste' }
  expect((await shop.server.call(admin, 'POST', '/api/limites_fiscais', limit)).statusCode).toBe(201)
  const text = await noteOf({ total_servico: 26 })
  expect(taxesOf(text)).toEqual([
    ['200047', '100.00', '6.00'],
    ['000001', '20.00', '2.00'],
    ['000001', '10.00', '1.00'],
    ['410019', '', ''],
    ['410019', '', ''],
    ['200047', '6.50', '0.39'],
  ])
  const tips = text.split('<det ').slice(4)
  expect(tips.map(item => /<xProd>([^<]+)/.exec(item)?.[1])).toEqual(['Gorjeta', 'Gorjeta excedente', 'Gorjeta excedente'])
  expect(tips.map(item => /<vProd>([^<]+)/.exec(item)?.[1])).toEqual(['13.00', '6.50', '6.50'])
  expect(tips[0]).toContain('<CST>41</CST>')
  // A bar sells most under withheld tax: the untaxed tip is not told as such goods.
  const profile = (cst: string, cfop: string) =>
    shop.run('UPDATE impostos SET icms_cst = $2, cfop_estadual = $3 WHERE "lojaId" = $1', [shop.store, cst, cfop])
  await profile('60', '5405')
  const withheld = (await noteOf({ total_servico: 26 })).split('<det ').slice(4)
  await profile('40', '5102')
  expect(withheld.map(item => [/<CFOP>(\d+)/.exec(item)?.[1], /<CST>(\d+)/.exec(item)?.[1]])).toEqual([
    ['5102', '41'],
    ['5405', '60'],
    ['5405', '60'],
  ])
  // The invoice of that sale, of one without a note, and the goods that come back, tell the same items.
  const moment = '2027-01-10T12:00:00-03:00'
  const service = {
    ...{ aberto_em: moment, recebido_em: moment, total_servico: 26 },
    recebimentos: [{ moedaId: shop.currency, valor: 156 }],
  }
  const items = [
    ['Feijoada', 100, 0, '200047', 100],
    ['Cerveja', 20, 0, '000001', 20],
    ['Refrigerante em lata', 10, 0, '000001', 10],
    ['Gorjeta', 13, 0, '410019', 0],
    ['Gorjeta excedente', 6.5, 0, '410019', 0],
    ['Gorjeta excedente', 6.5, 0, '200047', 6.5],
  ]
  const drafted = async (made: { statusCode: number; body: string; json(): { nfeId: number } }) => {
    expect(made.statusCode, made.body).toBe(200)
    const { itens } = await shop.invoice(made.json().nfeId)
    if (!Array.isArray(itens)) throw new Error('no items')
    return itens.map(each => [each.descricao, each.valor_unitario, each.valor_outro, each.ibscbs_cclasstrib, each.ibscbs_bc])
  }
  const noted = await saleOf(service)
  expect((await shop.emit(noted)).json().situacao).toBe('AUTORIZADA')
  const [bare, to] = [await saleOf(service), { destinatarioId: shop.customer }]
  expect(await drafted(await shop.post('NFe_emissaos/deVenda', { movimentoId: noted, ...to }))).toEqual(items)
  expect(await drafted(await shop.post('NFe_emissaos/devolucao', { movimentoId: noted, ...to }))).toEqual(items)
  const made = await shop.post('NFe_emissaos/deVenda', { movimentoId: bare, ...to })
  expect(await drafted(made)).toEqual(items)
  const issued = await shop.issue(made.json().nfeId)
  expect(issued.json().situacao, issued.body).toBe('AUTORIZADA')
  const file = await shop.get(`NFe_emissaos/downloadXML?lojaId=${shop.store}&nfeId=${made.json().nfeId}`)
  expect(file.body).toContain('<cProd>GORJETA</cProd><cEAN>SEM GTIN</cEAN><xProd>Gorjeta</xProd><NCM>00</NCM>')
  expect(file.body).toContain('<CST>41</CST>')
  await shop.run(`DELETE FROM limites_fiscais WHERE uf = 'SP'`)
  await endPeriods()
})

test('what a marketplace keeps comes off the base, as the sale tells it, else by its share', async () => {
  at('2027-01-10T12:00:00-03:00')
  const named = { canal_venda: 'IFOOD', nome: 'iFood', cnpj: '14380200000121', identificador: 'Padaria - Centro', retencao: 12 }
  expect((await shop.post('intermediadores', named)).statusCode).toBe(201)
  const bases = async (changes: object) => taxesOf(await noteOf({ canal_venda: 'IFOOD', ...changes })).map(([, base]) => base)
  expect(await bases({})).toEqual(['88.00', '17.60', '8.80'])
  expect(await bases({ total_retido: 13 })).toEqual(['90.00', '18.00', '9.00'])
  expect(await bases({ total_retido: 0 })).toEqual(['100.00', '20.00', '10.00'])
  // An invoice of such a sale says the same, and so do the goods of it that come back.
  const sale = await shop.sell({
    ...{ canal_venda: 'IFOOD', total_retido: 13, total_desconto: 0, total_servico: 0, produtos: bill() },
    recebimentos: [{ moedaId: shop.currency, valor: 130 }],
  })
  const made = await shop.post('NFe_emissaos/deVenda', { movimentoId: sale, destinatarioId: shop.customer })
  expect(made.statusCode, made.body).toBe(200)
  const invoice = await shop.get(`NFe_emissaos/${made.json().nfeId}?lojaId=${shop.store}`)
  const outside = invoice.json().itens.map((item: Record<string, unknown>) => [item.ibscbs_fora, item.ibscbs_bc])
  expect(outside).toEqual([
    [10, 90],
    [2, 18],
    [1, 9],
  ])
})

test("what a marketplace kept is entered from its statement: an order's own, and a day's for the others", async () => {
  at('2027-01-12T12:00:00-03:00')
  const moment = '2027-01-12T10:00:00-03:00'
  const sold = (changes: object = {}) => saleOf({ canal_venda: 'IFOOD', aberto_em: moment, recebido_em: moment, ...changes })
  const entry = (changes: object) => shop.post('Intermediador_extratos', { canal_venda: 'IFOOD', por: 'DIA', ...changes })
  // Three orders of the day, of which one told 10.00 itself and one is told by the statement; the day before and the counter have no part.
  const [first, told, other] = [await sold(), await sold({ total_retido: 10 }), await sold()]
  const before = '2027-01-11T10:00:00-03:00'
  const [yesterday, counter] = [await sold({ aberto_em: before, recebido_em: before }), await sold({ canal_venda: 'LOJA' })]
  expect((await entry({ dia: '2027-01-12', valor: 49 })).statusCode).toBe(201)
  const ofOrder = await entry({ por: 'PEDIDO', movimentoId: other, valor: 13 })
  expect([ofOrder.statusCode, ofOrder.json().dia]).toEqual([201, '2027-01-12'])
  const bases = async (movimentoId: number) => {
    const reply = await shop.emit(movimentoId)
    expect(reply.json().situacao, reply.body).toBe('AUTORIZADA')
    const [row] = await shop.run(`SELECT documento FROM "NFe_transmissaos" WHERE "nfceId" = $1 AND tipo = 'NOTA'`, [
      reply.json().nfceId,
    ])
    return taxesOf(String(row?.documento)).map(([, base]) => base)
  }
  // 49.00 less 10.00 less 13.00 is 26.00 of 130.00: a fifth.
  expect(await bases(first)).toEqual(['80.00', '16.00', '8.00'])
  expect(await bases(other)).toEqual(['90.00', '18.00', '9.00'])
  expect(await bases(told)).toEqual(['92.31', '18.46', '9.23'])
  expect(await bases(yesterday)).toEqual(['88.00', '17.60', '8.80'])
  expect(await bases(counter)).toEqual(['100.00', '20.00', '10.00'])
  // A day among several is spread to the cent.
  await shop.run('DELETE FROM "Intermediador_extratos" WHERE "lojaId" = $1', [shop.store])
  const next = '2027-01-11T10:00:00-03:00'
  const three = [
    yesterday,
    await sold({ aberto_em: next, recebido_em: next }),
    await sold({ aberto_em: next, recebido_em: next }),
  ]
  expect((await entry({ dia: '2027-01-11', valor: 100 })).statusCode).toBe(201)
  const outside = await Promise.all(
    three.map(async movimentoId => {
      const made = await shop.post('NFe_emissaos/deVenda', { movimentoId, destinatarioId: shop.customer })
      expect(made.statusCode, made.body).toBe(200)
      const { itens } = await shop.invoice(made.json().nfeId)
      return (Array.isArray(itens) ? itens : []).reduce((sum, item) => sum + Math.round(Number(item.ibscbs_fora) * 100), 0)
    }),
  )
  // The first one has a note, which stands as it is; the others have theirs of the 100.00.
  expect(outside).toEqual([1560, 3334, 3333])
})

test('an entry of a statement names a sale of its channel, once, and no more than it was worth', async () => {
  at('2027-01-13T12:00:00-03:00')
  const entry = (changes: object) =>
    shop.post('Intermediador_extratos', { canal_venda: 'IFOOD', por: 'PEDIDO', valor: 5, ...changes })
  const [counter, order] = [await saleOf({}), await saleOf({ canal_venda: 'IFOOD' })]
  expect(messageOf(await entry({ movimentoId: counter }))).toBe('Não há venda paga deste canal com este número')
  expect(messageOf(await entry({ movimentoId: order, valor: 130.01 }))).toBe('É mais do que a venda')
  expect((await entry({})).json().error.details).toMatchObject([{ path: 'movimentoId' }])
  expect((await entry({ movimentoId: order })).statusCode).toBe(201)
  expect(messageOf(await entry({ movimentoId: order }))).toBe('Este movimento já tem um valor')
  const day = (dia?: string) => entry({ por: 'DIA', dia })
  expect((await day()).json().error.details).toMatchObject([{ path: 'dia' }])
  expect(messageOf(await day('2027-01-14'))).toBe('Este dia ainda não chegou')
  expect((await day('2027-01-12')).statusCode).toBe(201)
  expect(messageOf(await day('2027-01-12'))).toBe('Este dia já tem um valor deste canal')
})

test('a treatment without a class of the day stops the note, in words', async () => {
  at('2027-01-10T12:00:00-03:00')
  await shop.run(`UPDATE tratamentos_ibscbs SET vigencia_fim = '2026-12-31' WHERE tratamento = 'PREPARADO'`)
  const sale = await shop.sell({
    produtos: bill(),
    total_desconto: 0,
    total_servico: 0,
    recebimentos: [{ moedaId: shop.currency, valor: 130 }],
  })
  expect(messageOf(await shop.emit(sale))).toContain('a classificação tributária do IBS e da CBS não é conhecida')
  await shop.run(`UPDATE tratamentos_ibscbs SET vigencia_fim = NULL WHERE tratamento = 'PREPARADO'`)
})

test('a combo of several classes is told by its parts, after the lines that were sold', async () => {
  at('2027-01-10T12:00:00-03:00')
  const [combo] = await shop.run(
    `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, combo, "unidadeId", "impostoId", "ncmId", preco_vnd_prod)
     SELECT "lojaId", 900, 'Combo almoço', true, "unidadeId", "impostoId", "ncmId", 40 FROM produtos WHERE id = $1 RETURNING id`,
    [shop.product],
  )
  for (const [at, [name, price]] of (
    [
      ['Feijoada', 30],
      ['Refrigerante em lata', 10],
    ] as const
  ).entries())
    await shop.run(
      `INSERT INTO "produtos_comboItens" ("lojaId", "produtosId", "produtoIdItem", preco_item, ordem) VALUES ($1, $2, $3, $4, $5)`,
      [shop.store, combo?.id, products[name], price, at + 1],
    )
  await shop.run(`INSERT INTO "Produto_tratamentos" ("lojaId", "produtoId", tratamento) VALUES ($1, $2, 'COMBO')`, [
    shop.store,
    combo?.id,
  ])
  const sold = { produtoId: combo?.id, descricao: 'Combo almoço', qtd: 1, valor_unitario: 36, valor_bruto: 36 }
  const text = await noteOf({
    produtos: [sold, line('Cerveja', 20)],
    recebimentos: [{ moedaId: shop.currency, valor: 56 }],
  })
  expect(taxesOf(text)).toEqual([
    ['200047', '27.00', '1.62'],
    ['000001', '20.00', '2.00'],
    ['000001', '9.00', '0.90'],
  ])
  // So does the invoice of such a sale; its goods come back to stock by the combo alone.
  const bare = await saleOf({ produtos: [sold, line('Cerveja', 20)], recebimentos: [{ moedaId: shop.currency, valor: 56 }] })
  const made = await shop.post('NFe_emissaos/deVenda', { movimentoId: bare, destinatarioId: shop.customer })
  expect(made.statusCode, made.body).toBe(200)
  expect((await shop.invoice(made.json().nfeId)).itens).toMatchObject([
    { descricao: 'Combo almoço', valor_unitario: 27, ibscbs_cclasstrib: '200047', produtoId: combo?.id && Number(combo.id) },
    { descricao: 'Cerveja', valor_unitario: 20, ibscbs_cclasstrib: '000001' },
    { descricao: 'Combo almoço (parte 2)', valor_unitario: 9, ibscbs_cclasstrib: '000001', produtoId: null },
  ])
})

test('the Simples chooses by half-years, the MEI does not, and one period begins on a day', async () => {
  at('2027-01-10T12:00:00-03:00')
  const choice = { regime_tributario: 1, ibscbs: 'REGULAR' }
  expect(messageOf(await period({ ...choice, vigencia_inicio: '2027-02-01' }))).toContain('1º de janeiro ou em 1º de julho')
  expect(messageOf(await period({ ...choice, regime_tributario: 4 }))).toContain('O MEI não escolhe')
  expect((await period({ ...choice, vigencia_inicio: '2027-07-01' })).statusCode).toBe(201)
  expect(messageOf(await period({ ...choice, vigencia_inicio: '2027-07-01' }))).toContain('Já há um período')
  await endPeriods()
})
