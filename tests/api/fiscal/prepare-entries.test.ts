import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import nfes from '../../../schemas/registers/fiscal/nfes.schema.json' with { type: 'json' }
import { readPdf } from '../../../src/base/paper/fixtures/readPdf.ts'
import { shippedOperations } from '../../../src/domain/fiscal/public.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'
import { type SupplierLine, supplierCnpj, supplierNote } from './supplierNote.ts'

/** The proposals for a note before its entry: factors, products, prices, bills; and the corrections of a wrong entry. */

let shop: FiscalShop
let classification: number
let centre: number
let drink: number
let group: number
let box: number
beforeAll(async () => {
  shop = await openFiscalShop()
  const idOf = async (text: string): Promise<number> => Number((await shop.run(text, [shop.store]))[0]?.id)
  classification = await idOf(`INSERT INTO "Conta_classificacoes" ("lojaId", nome) VALUES ($1, 'Mercadorias') RETURNING id`)
  centre = await idOf(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES ($1, 'Loja') RETURNING id`)
  group = await idOf(`INSERT INTO grupos ("lojaId", nome) VALUES ($1, 'Bebidas') RETURNING id`)
  await shop.run(
    `INSERT INTO ncms (id, descricao, tipo) VALUES ('22021000', 'Águas', 0), ('22029900', 'Outras', 0) ON CONFLICT DO NOTHING`,
  )
  drink = await idOf(
    `INSERT INTO produtos ("lojaId", cod_prod, cod_aux, desc_prod, "grupoId", "unidadeId", "impostoId", "ncmId", preco_cst_prod, preco_vnd_prod)
     SELECT $1, 20, '7890671606013', 'Guaraná lata', ${group}, "unidadeId", "impostoId", '22021000', 4, 6 FROM produtos
     WHERE "lojaId" = $1 AND cod_prod = 1 RETURNING id`,
  )
  box = await idOf(`SELECT "unidadeId" AS id FROM produtos WHERE "lojaId" = $1 AND cod_prod = 20`)
})
afterAll(() => shop?.close())

let number = 500
const received = async (lines: readonly SupplierLine[], changes: object = {}): Promise<number> => {
  number += 1
  const vNF = lines.reduce((sum, { value }) => sum + Number(value), 0).toFixed(2)
  const xml = supplierNote({ number, lines, vNF, payment: '90', ...changes })
  return (await shop.post('Sefaz/uploadXML', { xml })).json().ids[0]
}
const get = async (path: string) => shop.server.call(shop.token, 'GET', `/api/${path}`)
const noteOf = async (id: number) => (await get(`nfes/${id}?lojaId=${shop.store}`)).json()
const sheetOf = async (name: string, id: number) => (await get(`nfes/${name}?lojaId=${shop.store}&nfeId=${id}`)).json()
const productOf = async (id: number) => (await get(`produtos/${id}?lojaId=${shop.store}`)).json()
const enter = (id: number, more: object = {}) =>
  shop.post('nfes/entrada', { id, classificacaoId: classification, centroCustoId: centre, ...more })
const stockOf = async (product: number, note: number) =>
  shop.run(
    `SELECT quantidade::float8, custo::float8 FROM estoque.lancamentos WHERE "lojaId" = $1 AND "produtoId" = $2 AND origem = 'nfes' AND "origemId" = $3`,
    [shop.store, product, note],
  )
const now = async (): Promise<string> => String((await shop.run('SELECT clock_timestamp()::text AS now', []))[0]?.now)
const costAt = async (product: number, moment: string) =>
  (await shop.run('SELECT custo::float8 FROM estoque.f_custos($1, $2) WHERE "produtoId" = $3', [shop.store, moment, product]))[0]
    ?.custo
const problemsOf = (reply: { body: string }): string[] =>
  (JSON.parse(reply.body).error?.details ?? []).map(
    ({ path, message }: { path: string; message: string }) => `${path}: ${message}`,
  )

const boxes = (changes: Partial<SupplierLine> = {}): SupplierLine => ({
  code: 'GUA',
  ean: '17890671606010',
  name: 'GUARANA LATA',
  quantity: '10.0000',
  value: '300.00',
  taxed: { unit: 'UN', quantity: '60.0000', ean: '7890671606013' },
  ...changes,
})

describe('a note proposes', () => {
  test('how many pieces a box holds, and what they cost', async () => {
    const { itens } = await noteOf(
      await received([boxes(), boxes({ code: 'X', ean: 'SEM GTIN', name: 'SUCO CX12', taxed: undefined })]),
    )
    expect(itens).toMatchObject([
      { produtoId: drink, fator: 6, fator_de: 'NOTA', estoque: 60, custo: 5 },
      { produtoId: null, fator: 12, fator_de: 'NOME', estoque: 120, custo: 2.5 },
    ])
  })

  test('new products as the store’s are, made all at once and tied to every item of their code', async () => {
    const lines = [
      boxes({
        code: 'MAT',
        ean: '7891000100103',
        name: 'MATE COM LIMAO 300ML',
        ncm: '22029900',
        taxed: { unit: 'UN', quantity: '120.0000' },
      }),
      boxes({
        code: 'MAT',
        ean: '7891000100103',
        name: 'MATE COM LIMAO 300ML',
        ncm: '22029900',
        taxed: { unit: 'UN', quantity: '120.0000' },
      }),
      boxes(),
    ]
    const id = await received(lines)
    const rows = await sheetOf('produtosNovos', id)
    // Half over its cost, as the drink of the same chapter is.
    expect(rows).toEqual([
      expect.objectContaining({
        cadastrar: true,
        nome: 'MATE COM LIMAO 300ML',
        grupoId: group,
        ncmId: '22029900',
        fator: 12,
        custo: 2.5,
        venda: 3.75,
      }),
    ])
    const [row] = rows
    const wrong = await shop.post('nfes/cadastrarProdutos', { itens: [{ ...row, grupoId: 999_999 }] })
    expect([wrong.statusCode, problemsOf(wrong)[0]]).toEqual([422, expect.stringMatching(/^itens\.0\.grupoId: /)])
    expect(await sheetOf('produtosNovos', id)).toHaveLength(1)
    const made = await shop.post('nfes/cadastrarProdutos', { itens: [{ ...row, venda: 4 }] })
    expect(made.json()).toEqual({ nfeId: id, cadastrados: 1 })
    const { itens } = await noteOf(id)
    expect(itens[1].produtoId).toBe(itens[0].produtoId)
    expect(itens[0]).toMatchObject({ fator: 12, venda: 4, custo: 2.5 })
    expect(await productOf(itens[0].produtoId)).toMatchObject({
      desc_prod: 'MATE COM LIMAO 300ML',
      cod_aux: '7891000100103',
      grupoId: group,
      preco_cst_prod: 2.5,
      preco_vnd_prod: 4,
      appPreco: 4,
    })
    expect((await shop.post('nfes/cadastrarProdutos', { itens: [row] })).statusCode).toBe(409)
    expect(await sheetOf('produtosNovos', id)).toEqual([])
  })

  test('who may not make products is not let', async () => {
    const id = await received([boxes({ code: 'Q', ean: 'SEM GTIN', name: 'QUALQUER', taxed: undefined })])
    const keeper = await shop.person('Estoque', { estoque_ver: true, custos_ver: true })
    const [item] = (await noteOf(id)).itens
    const body = { itens: [{ id: item.id, nome: 'X', grupoId: group, unidadeId: box, impostoId: 1, fator: 1, venda: 1 }] }
    expect((await shop.post('nfes/cadastrarProdutos', body, keeper)).statusCode).toBe(403)
    const other = await shop.server.addStore('Outra')
    for (const name of ['produtosNovos', 'precos', 'itensEntrada', 'etiquetas'])
      expect((await get(`nfes/${name}?lojaId=${other}&nfeId=${id}`)).statusCode).toBeGreaterThanOrEqual(403)
  })

  test('prices that keep the margin, which enter with it and stand on the labels', async () => {
    const id = await received([boxes(), { code: 'PAO', name: 'PÃO NA CHAPA', quantity: '1.0000', value: '10.00', sold: 'UN' }])
    const rows = await sheetOf('precos', id)
    const own = rows.find(({ produto }: { produto: string }) => produto === 'Guaraná lata')
    expect(own).toMatchObject({ custo_atual: 4, custo: 5, preco_atual: 6, margem_atual: 50, venda: 7.5, mudar: true })
    expect((await shop.post('nfes/precos', { itens: [{ id: own.id, venda: own.venda }] })).json()).toEqual({ alterados: 1 })
    expect((await enter(id)).statusCode).toBe(200)
    expect(await productOf(drink)).toMatchObject({ preco_cst_prod: 5, preco_vnd_prod: 7.5 })
    const labels = await get(`nfes/etiquetas?lojaId=${shop.store}&nfeId=${id}`)
    expect(labels.headers['content-type']).toBe('application/pdf')
    const said = readPdf(labels.rawPayload).flatMap(({ lines }) => lines.map(line => line.trim()))
    expect(said).toEqual(expect.arrayContaining(['Guaraná lata', 'R$ 7,50', '7890671606013']))
    // A product with the same price needs no other label.
    expect(said.join(' ')).not.toContain('Pão')
    expect((await shop.post('nfes/precos', { itens: [{ id: own.id, venda: 9 }] })).statusCode).toBe(422)
  })

  test('the classification of the last entry, and the supplier as a partner from then on', async () => {
    const [partner] = await shop.run(
      'SELECT id::float8, razao_social, fornecedor FROM parceiros WHERE "lojaId" = $1 AND cnpj = $2',
      [shop.store, supplierCnpj],
    )
    expect(partner).toMatchObject({ razao_social: 'Distribuidora Serra & Filhos', fornecedor: true })
    const id = await received([boxes()], { payment: '15', due: [['2026-04-10', '300.00']] })
    expect(await noteOf(id)).toMatchObject({ classificacaoId: classification, centroCustoId: centre, parceiroId: partner?.id })
    await enter(id)
    expect(
      await shop.run('SELECT "parceiroId"::float8 FROM "Conta" WHERE "lojaId" = $1 AND "nfeId" = $2', [shop.store, id]),
    ).toEqual([{ parceiroId: partner?.id }])
    const [address] = await shop.run('SELECT cidade FROM parceiros_enderecos WHERE "lojaId" = $1 AND "parceirosId" = $2', [
      shop.store,
      partner?.id,
    ])
    expect(address).toEqual({ cidade: 'São Paulo' })
  })

  test('the bills that its invoice asks for, less a discount that only that knows', async () => {
    const due = [
      ['2026-04-10', '140.00'],
      ['2026-05-10', '140.00'],
    ]
    const id = await received([boxes()], { payment: '15', due, discount: '20.00' })
    expect(await noteOf(id)).toMatchObject({ vNF: 300, valor_fatura: 280, pagamentos: [{ valor: 140 }, { valor: 140 }] })
    expect(problemsOf(await enter(id, { contas: [{ vencimento: '2026-04-10', valor: 140 }] }))).toEqual([
      'pagamentos: Os pagamentos somam R$ 140,00; a fatura desta nota pede R$ 280,00.',
    ])
    expect((await enter(id)).json()).toMatchObject({ entrada: true, contas: [{ valor: 140 }, { valor: 140 }] })
  })

  test('the bills that ask for IBS and CBS on top of the total, as suppliers charge from 2027 on', async () => {
    const id = await received([boxes()], { payment: '15', due: [['2027-02-10', '302.85']], vNFTot: '302.85' })
    expect(await noteOf(id)).toMatchObject({ vNF: 300, valor_fatura: 302.85 })
    expect(problemsOf(await enter(id, { contas: [{ vencimento: '2027-02-10', valor: 301 }] }))).toEqual([
      'pagamentos: Os pagamentos somam R$ 301,00; a fatura desta nota pede R$ 302,85.',
    ])
    expect((await enter(id)).json()).toMatchObject({ entrada: true, contas: [{ valor: 302.85 }] })
  })

  test('what is paid as cost, with relief that is deducted', async () => {
    const tax =
      '<ICMS><ICMS40><orig>0</orig><CST>40</CST><vICMSDeson>30.00</vICMSDeson><motDesICMS>9</motDesICMS><indDeduzDeson>1</indDeduzDeson></ICMS40></ICMS>'
    const { itens } = await noteOf(await received([boxes({ tax })], { vNF: '270.00' }))
    expect(itens).toMatchObject([{ valor_custo: 270, custo: 4.5 }])
  })
})

test('an operation of entry is one that exists, in a call and in a save alike', async () => {
  const { pattern } = nfes.properties.itens.items.properties.CFOP_entrada
  for (const { id } of shippedOperations()) expect(new RegExp(pattern).test(id)).toBe(/^[123]/.test(id))
  const id = await received([boxes()])
  const note = await noteOf(id)
  const [item] = note.itens
  const told = 'itens.0.CFOP_entrada: Este CFOP de entrada não existe. Escolha um de 1000 a 3999 da tabela, ou deixe vazio.'
  expect(problemsOf(await enter(id, { itens: [{ id: item.id, CFOP_entrada: '1405' }] }))).toEqual([told])
  const save = await shop.post('nfes/save', { id, version: note.version, itens: [{ ...item, CFOP_entrada: '1405' }] })
  expect(problemsOf(save)).toEqual([told])
  // The register says which exist: a row more, and a row less.
  await shop.run(`INSERT INTO cfops (id, descricao) VALUES ('1499', 'Compra de teste')`)
  const saved = await shop.post('nfes/save', { id, version: note.version, itens: [{ ...item, CFOP_entrada: '1499' }] })
  expect(problemsOf(saved)).toEqual([])
  await shop.run(`DELETE FROM cfops WHERE id = '1499'`)
  expect(problemsOf(await enter(id))).toEqual([told])
  expect((await enter(id, { itens: [{ id: item.id, CFOP_entrada: '1403' }] })).statusCode).toBe(200)
})

describe('a wrong entry', () => {
  test('is corrected in one step: stock, cost, price and memory follow, and history tells it', async () => {
    const id = await received([boxes({ code: 'ERR' })], { payment: '15', due: [['2026-04-10', '300.00']] })
    const [item] = (await noteOf(id)).itens
    await enter(id, { itens: [{ id: item.id, fator: 1, venda: 40 }] })
    const [moment] = await shop.run('SELECT entrada_em FROM nfes WHERE id = $1', [id])
    expect(await stockOf(drink, id)).toEqual([{ quantidade: 10, custo: 30 }])
    expect(await productOf(drink)).toMatchObject({ preco_cst_prod: 30, preco_vnd_prod: 40 })
    const between = await now()
    expect(await costAt(drink, between)).toBe(30)
    // A paid bill is no reason to leave the stock wrong.
    await shop.run('UPDATE "Conta" SET pago = true WHERE "nfeId" = $1', [id])
    expect(await sheetOf('itensEntrada', id)).toMatchObject([{ id: item.id, produtoId: drink, fator: 1, custo: 30 }])
    const reply = await shop.post('nfes/corrigirEntrada', { itens: [{ id: item.id, fator: 6, venda: 7.5 }] })
    expect(reply.json()).toMatchObject({
      id,
      entrada: true,
      itens: [{ fator: 6, estoque: 60, custo: 5, venda: 7.5 }],
      contas: [{ valor: 300 }],
    })
    expect(await stockOf(drink, id)).toEqual([{ quantidade: 60, custo: 5 }])
    // The stock of the days between follows, too: 60 pieces at 5, and not at the 30 of a box.
    expect(await costAt(drink, between)).toBe(5)
    expect(await productOf(drink)).toMatchObject({ preco_cst_prod: 5, preco_vnd_prod: 7.5 })
    expect((await shop.run('SELECT entrada_em FROM nfes WHERE id = $1', [id]))[0]).toEqual(moment)
    const lines = await shop.run(
      `SELECT antes::jsonb #>> '{itens,0,fator}' AS antes, depois::jsonb #>> '{itens,0,fator}' AS depois FROM user_logs
       WHERE recurso = 'nfes' AND "recursoId" = $1 ORDER BY id DESC LIMIT 1`,
      [String(id)],
    )
    expect(lines).toEqual([{ antes: '1', depois: '6' }])
    const next = await received([boxes({ code: 'ERR' })])
    expect((await noteOf(next)).itens).toMatchObject([{ fator: 6, fator_de: 'ENTRADA' }])
  })

  test('with another product gives the first one its cost of before, unless somebody changed that since', async () => {
    const first = await received([boxes({ code: 'P1' })])
    await enter(first, { itens: [{ id: (await noteOf(first)).itens[0].id, fator: 6, venda: 7.5 }] })
    const id = await received([boxes({ code: 'P2', value: '900.00' })])
    const [item] = (await noteOf(id)).itens
    await enter(id)
    expect(await productOf(drink)).toMatchObject({ preco_cst_prod: 15 })
    const between = await now()
    const corrected = await shop.post('nfes/corrigirEntrada', {
      id,
      itens: [{ id: item.id, produtoId: shop.product, fator: 10, venda: 12 }],
    })
    expect(corrected.statusCode).toBe(200)
    expect([await stockOf(drink, id), await stockOf(shop.product, id)]).toEqual([[], [{ quantidade: 100, custo: 9 }]])
    expect(await productOf(drink)).toMatchObject({ preco_cst_prod: 5, preco_vnd_prod: 7.5 })
    expect(await productOf(shop.product)).toMatchObject({ preco_cst_prod: 9, preco_vnd_prod: 12 })
    expect([await costAt(drink, between), await costAt(shop.product, between)]).toEqual([5, 9])
    await shop.run('UPDATE produtos SET preco_cst_prod = 3 WHERE id = $1', [shop.product])
    await shop.post('nfes/corrigirEntrada', { itens: [{ id: item.id, fator: 5 }] })
    expect(await productOf(shop.product)).toMatchObject({ preco_cst_prod: 3 })
  })

  test('costs what notes say: no order, and all lines of the product on average', async () => {
    const id = await received([boxes({ code: 'C1' })])
    const [item] = (await noteOf(id)).itens
    await enter(id, { itens: [{ id: item.id, fator: 6, venda: 7.5 }] })
    const order = await shop.post('pedidos/save', {
      tipo: 'COMPRA',
      status: 'DIGITACAO',
      parceiroId: Number((await shop.run('SELECT id FROM parceiros WHERE "lojaId" = $1 LIMIT 1', [shop.store]))[0]?.id),
      itens: [{ produtoId: drink, quantidade: 1, valor_unitario: 99 }],
      contas: [{ vencimento: '2026-12-10', valor: 99, classificacaoId: classification, centroCustoId: centre }],
    })
    expect((await shop.post(`pedidos/${order.json().id}/ways/concluir`, {})).statusCode).toBe(200)
    await shop.post('nfes/corrigirEntrada', { itens: [{ id: item.id, fator: 12 }] })
    expect(await productOf(drink)).toMatchObject({ preco_cst_prod: 2.5 })

    const twice = await received([boxes({ code: 'C2' }), boxes({ code: 'C2', value: '240.00' })])
    expect((await sheetOf('precos', twice)).map(({ custo }: { custo: number }) => custo)).toEqual([4.5, 4.5])
    await enter(twice)
    expect(await productOf(drink)).toMatchObject({ preco_cst_prod: 4.5 })
    const [first, last] = (await noteOf(twice)).itens
    await shop.post('nfes/corrigirEntrada', { itens: [{ id: last.id, venda: 8 }] })
    expect(await productOf(drink)).toMatchObject({ preco_cst_prod: 4.5, preco_vnd_prod: 8 })
    expect(await stockOf(drink, twice)).toEqual([{ quantidade: 120, custo: 4.5 }])
    await shop.post('nfes/corrigirEntrada', { itens: [{ id: first.id, fator: 3 }] })
    expect(await productOf(drink)).toMatchObject({ preco_cst_prod: 6 })
    expect(await stockOf(drink, twice)).toEqual([{ quantidade: 90, custo: 6 }])
  })

  test('with another product gives the first one the cost that somebody had typed before it', async () => {
    await shop.post('produtos/save', { id: drink, version: (await productOf(drink)).version, preco_cst_prod: 6 })
    const id = await received([boxes({ code: 'C3' })])
    const [item] = (await noteOf(id)).itens
    await enter(id)
    expect(await productOf(drink)).toMatchObject({ preco_cst_prod: 5 })
    await shop.post('nfes/corrigirEntrada', { id, itens: [{ id: item.id, produtoId: shop.product, venda: 12 }] })
    expect(await productOf(drink)).toMatchObject({ preco_cst_prod: 6 })
  })

  test('leaves what a later note said of the same product, though that was the same', async () => {
    const id = await received([boxes({ code: 'D1' })])
    await enter(id)
    const between = await now()
    await enter(await received([boxes({ code: 'D1' })]))
    const later = await now()
    await shop.post('nfes/corrigirEntrada', { itens: [{ id: (await noteOf(id)).itens[0].id, fator: 12 }] })
    expect(await productOf(drink)).toMatchObject({ preco_cst_prod: 5 })
    expect([await costAt(drink, between), await costAt(drink, later), await costAt(drink, await now())]).toEqual([2.5, 5, 5])
  })

  test('has its bills made anew while none is paid, and is refused with what is missing', async () => {
    const id = await received([boxes()], { payment: '15', due: [['2026-04-10', '300.00']] })
    const [item] = (await noteOf(id)).itens
    expect((await shop.post('nfes/corrigirEntrada', { itens: [{ id: item.id, fator: 6 }] })).statusCode).toBe(409)
    await enter(id)
    const contas = [
      { vencimento: '2026-04-10', valor: 100 },
      { vencimento: '2026-05-10', valor: 200 },
    ]
    expect((await shop.post('nfes/corrigirEntrada', { id, contas })).json().contas).toHaveLength(2)
    expect(
      problemsOf(await shop.post('nfes/corrigirEntrada', { id, contas: [{ vencimento: '2026-04-10', valor: 1 }] })),
    ).toHaveLength(1)
    await shop.run('UPDATE "Conta" SET pago = true WHERE "nfeId" = $1', [id])
    expect((await shop.post('nfes/corrigirEntrada', { id, contas })).statusCode).toBe(422)
    expect(problemsOf(await shop.post('nfes/corrigirEntrada', { itens: [{ id: item.id, fator: 0 }] }))).toEqual([
      'itens.0.fator: O fator do item 1 vai de 0,001 a 99999999,9999.',
    ])
    expect((await shop.post('nfes/corrigirEntrada', { itens: [{ id: 999_999, fator: 1 }] })).statusCode).toBe(404)
    const other = await shop.server.addStore('Mais uma')
    const theirs = await shop.server.call(shop.token, 'POST', '/api/nfes/corrigirEntrada', {
      lojaId: other,
      itens: [{ id: item.id, fator: 1 }],
    })
    expect(theirs.statusCode).toBeGreaterThanOrEqual(403)
  })
})
