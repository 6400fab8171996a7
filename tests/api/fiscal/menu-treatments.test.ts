import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proposeMenuOf } from '../../../src/domain/fiscal/jobs/proposeMenus.ts'
import { type InvoiceShop, messageOf, openInvoiceShop } from './invoiceShop.ts'

/** Preparar o cardápio para 2027: what is proposed for each product and why, taken over by group, corrected, undone. */

let shop: InvoiceShop
let group: Record<string, number>
let unit: unknown
let tax: unknown

beforeAll(async () => {
  shop = await openInvoiceShop()
  await shop.run(
    `INSERT INTO ncms (id, descricao, tipo) VALUES ('22021000', 'Refrigerantes', 0), ('22030000', 'Cerveja de malte', 0) ON CONFLICT DO NOTHING`,
  )
  ;[{ unit, tax } = { unit: 0, tax: 0 }] = await shop.run(
    'SELECT "unidadeId" AS unit, "impostoId" AS tax FROM produtos WHERE id = $1',
    [shop.product],
  )
  group = {}
  for (const nome of ['Pratos', 'Bebidas', 'Coisas']) group[nome] = (await shop.post('grupos', { nome })).json().id
})
afterAll(() => shop?.close())

let code = 500
async function make(desc_prod: string, grupo: string, changes: object = {}): Promise<number> {
  code += 1
  const reply = await shop.post('produtos', {
    ...{ cod_prod: `${code}`, desc_prod, grupoId: group[grupo], unidadeId: unit, impostoId: tax, ncmId: '21069090' },
    ...{ preco_cst_prod: 1, preco_vnd_prod: 10, appPreco: 10, promocao_desconto: 0, ...changes },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().id
}
const readRow = async (produtoId: number): Promise<Record<string, unknown>> => {
  const filter = encodeURIComponent(JSON.stringify({ where: { produtoId } }))
  return (await shop.get(`Produto_tratamentos?lojaId=${shop.store}&filter=${filter}`)).json()[0]
}
/** Proposals follow a moment after the save. */
const row = (produtoId: number) => expect.poll(() => readRow(produtoId), { timeout: 20_000 })
const summary = async (): Promise<string> => (await shop.get(`Produto_tratamentos/resumo?lojaId=${shop.store}`)).json().texto
/** Makes a call as a deed of its own; gives its reply and the way to take it back. */
async function deed(path: string, body: object) {
  const id = randomUUID()
  const reply = await shop.server.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { authorization: shop.token, 'x-action': id },
    payload: { lojaId: shop.store, ...body },
  })
  return { reply, undo: async () => (await shop.post(`atividade/${id}/desfazer`, {})).json() }
}

test('a product has its proposal and its reason soon, and another one when what speaks for it changes', async () => {
  const dish = await make('Bife acebolado', 'Pratos')
  await row(dish).toMatchObject({
    ...{ proposta: 'PREPARADO', certeza: 'PROVAVEL', classe: '200047', tratamento: null, situacao: 'DECIDIR' },
    motivo: 'Está no grupo “Pratos”',
  })
  const onion = await make('Cebola', 'Coisas', { materia_prima_prod: true })
  const meat = await make('Carne', 'Coisas', { materia_prima_prod: true })
  const items = [onion, meat].map(produtoId => ({ produtoId, quantidade: 1 }))
  const sheet = await shop.post('ficha_tecnicas', { produtoId: dish, itens: items })
  expect(sheet.statusCode, sheet.body).toBe(201)
  await row(dish).toMatchObject({
    proposta: 'PREPARADO',
    certeza: 'CERTA',
    motivo: expect.stringMatching(/^Tem ficha técnica/),
  })
  expect(await readRow(onion)).toBeUndefined()
  // A mark against it makes it doubtful, in words.
  const product = (await shop.get(`produtos/${dish}?lojaId=${shop.store}`)).json()
  const marked = await shop.post('produtos/save', { id: dish, version: product.version, cod_aux: '7894900011517' })
  expect(marked.statusCode, marked.body).toBe(200)
  await row(dish).toMatchObject({ proposta: 'REVENDA', certeza: 'DUVIDA', motivo: expect.stringContaining('mas') })
})

test('a group that is called otherwise says something else', async () => {
  const thing = await make('Surpresa', 'Coisas')
  await row(thing).toMatchObject({ proposta: 'NENHUMA', certeza: 'DUVIDA', classe: null })
  const { version } = (await shop.get(`grupos/${group.Coisas}?lojaId=${shop.store}`)).json()
  expect((await shop.post('grupos/save', { id: group.Coisas, version, nome: 'Sobremesas' })).statusCode).toBe(200)
  await row(thing).toMatchObject({ proposta: 'PREPARADO', grupo_nome: 'Sobremesas' })
})

test('drinks: with alcohol, canned, and a combo that holds one', async () => {
  const beer = await make('Pilsen 600', 'Bebidas', { ncmId: '22030000', alcoolico: true })
  await row(beer).toMatchObject({ proposta: 'ALCOOLICO', certeza: 'CERTA', classe: '000001' })
  const can = await make('Guaraná', 'Bebidas', { ncmId: '22021000', cod_aux: '7891991000833' })
  await row(can).toMatchObject({ proposta: 'REVENDA', certeza: 'CERTA' })
  const combo = await shop.post('produtoCombos', {
    ...{ cod_prod: '990', desc_prod: 'Combo', grupoId: group.Pratos, preco_cst_prod: 1, appPreco: 20, promocao_desconto: 0 },
    comboItens: [
      { produtoIdItem: can, preco_item: 5 },
      { produtoIdItem: beer, preco_item: 15 },
    ],
  })
  expect(combo.statusCode, combo.body).toBe(201)
  await row(combo.json().id).toMatchObject({
    ...{ proposta: 'COMBO', certeza: 'CERTA' },
    motivo: 'Combo: revenda e bebida alcoólica. Na nota cada parte tem a sua classe',
  })
})

test('proposals are taken over by group, one by one and together, and taken back in one step', async () => {
  const before = await summary()
  expect(before).toMatch(/^\d+ de \d+ produtos à venda sem tratamento/)
  const { reply, undo } = await deed('Produto_tratamentos/aceitar', { grupoId: group.Bebidas })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json()).toMatchObject({ aceitas: 2, resposta: expect.stringContaining('2 produtos classificados.') })
  expect(await summary()).not.toBe(before)
  expect(await undo()).toMatchObject({ desfeitos: 2, recusados: [] })
  expect(await summary()).toBe(before)
  // With the probable ones, of all groups.
  const all = await shop.post('Produto_tratamentos/aceitar', { provaveis: true })
  expect(all.json().aceitas).toBeGreaterThan(2)
  const again = await shop.post('Produto_tratamentos/aceitar', { provaveis: true })
  expect([again.statusCode, messageOf(again)]).toEqual([422, expect.stringContaining('Não há proposta para aceitar')])
})

test('what was decided is corrected by hand, and stays when proposals are looked for again', async () => {
  const dish = await make('Coxinha da casa', 'Pratos')
  await row(dish).toBeDefined()
  const { id, version } = await readRow(dish)
  const saved = await shop.post('Produto_tratamentos/save', { id, version, tratamento: 'REVENDA' })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json()).toMatchObject({ tratamento: 'REVENDA', situacao: 'DECIDIDO' })
  // A proposal is nobody's to type.
  const typed = await shop.post('Produto_tratamentos/save', { id, version: saved.json().version, proposta: 'ALCOOLICO' })
  expect((await readRow(dish)).proposta, typed.body).toBe('PREPARADO')
  await shop.post('Produto_tratamentos/propor', {})
  await row(dish).toMatchObject({ tratamento: 'REVENDA', proposta: 'PREPARADO' })
})

test('products that came before there were proposals get theirs by night; those that go take theirs along', async () => {
  const old = await make('Pudim', 'Pratos')
  await row(old).toBeDefined()
  await shop.run('DELETE FROM "Produto_tratamentos" WHERE "produtoId" = $1', [old])
  const { database, model } = shop.server.context.service
  await proposeMenuOf({ database, model, publish: () => undefined, store: { id: shop.store, zone: 'America/Sao_Paulo' } })
  expect(await readRow(old)).toMatchObject({ proposta: 'PREPARADO' })
  const gone = await shop.server.call(shop.token, 'DELETE', `/api/produtos/del?lojaId=${shop.store}&id=${old}`)
  expect(gone.statusCode, gone.body).toBe(200)
  await row(old).toBeUndefined()
})

test('the first page tells how many are left, until none is; who is no restaurant is told nothing', async () => {
  const left = async () => (await shop.get(`relatorio/inicio/cardapio?lojaId=${shop.store}`)).json().sem_tratamento
  expect(await left()).toBeGreaterThan(0)
  const rows = await shop.run(`SELECT id, version FROM "Produto_tratamentos" WHERE tratamento IS NULL AND vendido`)
  const data = { ids: rows.map(({ id }) => Number(id)), data: { tratamento: 'REVENDA' } }
  const mass = await shop.post('Produto_tratamentos/updateMany', data)
  expect(mass.statusCode, mass.body).toBe(200)
  // The product that the shop began with has no row yet.
  await shop.post('Produto_tratamentos/propor', {})
  await shop.post('Produto_tratamentos/updateMany', {
    ids: (await shop.run(`SELECT id FROM "Produto_tratamentos" WHERE tratamento IS NULL`)).map(({ id }) => Number(id)),
    data: { tratamento: 'IMPOSTO' },
  })
  expect(await left()).toBe(0)
  expect(await summary()).toMatch(/^Os \d+ produtos à venda têm o seu tratamento/)
  await make('Mais um', 'Pratos')
  expect(await left()).toBe(1)
  const retail = { vigencia_inicio: '2026-01-01', regime_tributario: 1, restaurante: false }
  expect((await shop.post('Loja_regimes', retail)).statusCode).toBe(201)
  expect(await left()).toBe(0)
})

test('who may see the menu and not change it accepts nothing; other stores have their own', async () => {
  const clerk = await shop.person('balcao', { cardapio_ver: true })
  expect((await shop.post('Produto_tratamentos/aceitar', {}, clerk)).statusCode).toBe(403)
  expect((await shop.get(`Produto_tratamentos?lojaId=${shop.store}`, clerk)).statusCode).toBe(200)
  const theirs = await shop.server.addStore('Alheia')
  const stranger = await shop.person('alheia', { type: 1 }, theirs)
  const ids = (await shop.run('SELECT id FROM "Produto_tratamentos" WHERE "lojaId" = $1', [shop.store])).map(({ id }) =>
    Number(id),
  )
  const reply = await shop.server.call(stranger, 'POST', '/api/Produto_tratamentos/aceitar', { lojaId: theirs, ids })
  expect(reply.statusCode).toBe(422)
})
