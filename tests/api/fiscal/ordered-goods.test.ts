import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'
import { supplierCnpj, supplierNote } from './supplierNote.ts'

/** Goods that are ordered, and come with a note: stock and accounts are booked once. */

let shop: FiscalShop
let classification: number
let centre: number
let supplier: number
beforeAll(async () => {
  shop = await openFiscalShop()
  const idOf = async (text: string, ...more: unknown[]): Promise<number> =>
    Number((await shop.run(text, [shop.store, ...more]))[0]?.id)
  classification = await idOf(`INSERT INTO "Conta_classificacoes" ("lojaId", nome) VALUES ($1, 'Mercadorias') RETURNING id`)
  centre = await idOf(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES ($1, 'Loja') RETURNING id`)
  supplier = await idOf(
    `INSERT INTO parceiros ("lojaId", razao_social, nome_fantasia, cnpj, fornecedor) VALUES ($1, 'Serra Ltda', 'Serra', $2, true) RETURNING id`,
    supplierCnpj,
  )
})
afterAll(() => shop?.close())

/** An order of so many at R$ 5, in two payments. */
const order = async (quantidade: number, tipo = 'COMPRA', status = 'APROVADO'): Promise<number> => {
  const half = (quantidade * 5) / 2
  const contas = ['2026-12-10', '2027-01-10'].map(vencimento => ({
    vencimento,
    valor: half,
    classificacaoId: classification,
    centroCustoId: centre,
  }))
  const body = { tipo, status: 'DIGITACAO', parceiroId: supplier, contas }
  const itens = [{ produtoId: shop.product, codigo: '1', descricao: 'Pão', quantidade, valor_unitario: 5 }]
  const { id } = (await shop.post('pedidos/save', { ...body, itens })).json()
  const way = { APROVADO: 'aprovar', CONCLUIDO: 'concluir' }[status]
  if (way) expect((await shop.post(`pedidos/${id}/ways/${way}`, {})).statusCode).toBe(200)
  return id
}
let number = 900
const received = async (quantity: number, value = quantity * 5): Promise<number> => {
  number += 1
  const vNF = value.toFixed(2)
  const lines = [{ code: 'PAO', name: 'PAO NA CHAPA', quantity: quantity.toFixed(4), value: vNF, sold: 'UN' }]
  const xml = supplierNote({ number, lines, vNF, payment: '15', due: [['2026-12-20', vNF]] })
  return (await shop.post('Sefaz/uploadXML', { xml })).json().ids[0]
}
const noteOf = async (id: number) => (await shop.server.call(shop.token, 'GET', `/api/nfes/${id}?lojaId=${shop.store}`)).json()
const enter = async (id: number, more: object = {}) => {
  const itens = (await noteOf(id)).itens.map((item: { id: number }) => ({
    id: item.id,
    produtoId: shop.product,
    fator: 1,
    venda: 9.9,
  }))
  return shop.post('nfes/entrada', { id, classificacaoId: classification, centroCustoId: centre, itens, ...more })
}
const entries = (...sources: [register: string, id: number][]) =>
  Promise.all(
    sources.map(async ([register, id]) => {
      const text =
        'SELECT quantidade::float8 AS n FROM estoque.lancamentos WHERE "lojaId" = $1 AND origem = $2 AND "origemId" = $3'
      return (await shop.run(text, [shop.store, register, id])).map(({ n }) => n)
    }),
  )
const accounts = async (id: number, note: number) =>
  (
    await shop.run(
      `SELECT valor::float8, "pedidoId" IS NOT NULL AS ordered FROM "Conta" WHERE "lojaId" = $1 AND ("pedidoId" = $2 OR "nfeId" = $3) ORDER BY id`,
      [shop.store, id, note],
    )
  ).map(({ valor, ordered }) => `${ordered ? 'order' : 'note'} ${valor}`)
const statusOf = async (id: number) =>
  (await shop.server.call(shop.token, 'GET', `/api/pedidos/${id}?lojaId=${shop.store}`)).json().status

test('a note of the same total names its order; entered, goods and accounts are those of the note, and the order is concluded', async () => {
  const id = await order(10)
  const note = await received(10)
  expect(await noteOf(note)).toMatchObject({ pedidoId: id })
  expect(await accounts(id, note)).toEqual(['order 25', 'order 25'])
  expect((await enter(note)).json()).toMatchObject({ entrada: true, pedidoId: id })
  expect(await entries(['pedidos', id], ['nfes', note])).toEqual([[], [10]])
  expect(await accounts(id, note)).toEqual(['note 50'])
  expect(await statusOf(id)).toBe('CONCLUIDO')
  const { historico_status, notas } = (
    await shop.server.call(shop.token, 'GET', `/api/pedidos/${id}?lojaId=${shop.store}`)
  ).json()
  expect(historico_status.at(-1)).toMatchObject({ status: 'CONCLUIDO' })
  expect(notas).toMatchObject([{ id: note, entrada: true }])

  // Cancelled, the order is to be delivered again: with its accounts, and without goods.
  expect((await shop.post('nfes/cancelarEntrada', { nfeId: note })).statusCode).toBe(200)
  expect(await entries(['pedidos', id], ['nfes', note])).toEqual([[], []])
  expect(await accounts(id, note)).toEqual(['order 25', 'order 25'])
  expect(await statusOf(id)).toBe('APROVADO')
})

test('an order that was concluded before its note gives its goods to the note, and back where it has no other', async () => {
  const id = await order(8, 'COMPRA', 'CONCLUIDO')
  const note = await received(8)
  expect(await entries(['pedidos', id], ['nfes', note])).toEqual([[8], []])
  await enter(note)
  expect(await entries(['pedidos', id], ['nfes', note])).toEqual([[], [8]])
  // Going back and forth books nothing twice.
  expect((await shop.post(`pedidos/${id}/ways/voltar`, {})).statusCode).toBe(200)
  expect((await shop.post(`pedidos/${id}/ways/concluir`, {})).statusCode).toBe(200)
  expect(await entries(['pedidos', id], ['nfes', note])).toEqual([[], [8]])
  expect(await accounts(id, note)).toEqual(['note 40'])
})

test('an order that is concluded while its note enters is booked once', async () => {
  for (const quantity of [11, 12, 13]) {
    const id = await order(quantity)
    const note = await received(quantity)
    const [entered, concluded] = await Promise.all([enter(note), shop.post(`pedidos/${id}/ways/concluir`, {})])
    expect(entered.json()).toMatchObject({ entrada: true })
    expect([200, 409, 422]).toContain(concluded.statusCode)
    expect(await entries(['pedidos', id], ['nfes', note])).toEqual([[], [quantity]])
    expect(await accounts(id, note)).toEqual([`note ${quantity * 5}`])
    expect(await statusOf(id)).toBe('CONCLUIDO')
  }
})

test('an order that comes in two notes is concluded with the last', async () => {
  const id = await order(6)
  const [first, second] = [await received(2), await received(4)]
  expect(await noteOf(first)).toMatchObject({ pedidoId: null })
  await enter(first, { pedidoId: id })
  expect(await statusOf(id)).toBe('APROVADO')
  expect(await accounts(id, first)).toEqual(['note 10'])
  await enter(second, { pedidoId: id })
  expect(await statusOf(id)).toBe('CONCLUIDO')
  expect(await entries(['pedidos', id], ['nfes', first], ['nfes', second])).toEqual([[], [2], [4]])
  // Another note delivers it still.
  await shop.post('nfes/cancelarEntrada', { nfeId: second })
  expect(await accounts(id, first)).toEqual(['note 10'])
})

test('what is paid of an order stays, and the note is for the rest', async () => {
  const id = await order(20)
  await shop.run(`UPDATE "Conta" SET pago = true WHERE "lojaId" = $1 AND "pedidoId" = $2 AND parcela = 1`, [shop.store, id])
  const note = await received(20)
  expect((await enter(note)).json().error).toMatchObject({
    message: 'Os pagamentos somam R$ 100,00. O pedido desta nota já tem R$ 50,00 pagos: faltam R$ 50,00.',
    details: [{ path: 'pagamentos' }],
  })
  expect((await enter(note, { contas: [{ vencimento: '2026-12-20', valor: 50 }] })).statusCode).toBe(200)
  expect(await accounts(id, note)).toEqual(['order 50', 'note 50'])
  await shop.post('nfes/cancelarEntrada', { nfeId: note })
  expect(await accounts(id, note)).toEqual(['order 50', 'order 50'])
})

test('a correction keeps the order of its entry, whatever became of it, and takes no other', async () => {
  const id = await order(10)
  const note = await received(10)
  await enter(note)
  const advanced = await order(14)
  await shop.run(`UPDATE "Conta" SET pago = true WHERE "lojaId" = $1 AND "pedidoId" = $2 AND parcela = 1`, [shop.store, advanced])
  const other = { id: note, pedidoId: advanced, contas: [{ vencimento: '2026-12-20', valor: 15 }] }
  expect((await shop.post('nfes/corrigirEntrada', other)).statusCode).toBe(422)
  expect((await shop.post(`pedidos/${id}/ways/rejeitar`, { values: { motivo: 'Veio errado' } })).statusCode).toBe(200)
  const itens = [{ id: (await noteOf(note)).itens[0].id, venda: 11 }]
  expect((await shop.post('nfes/corrigirEntrada', { id: note, itens })).json()).toMatchObject({
    pedidoId: id,
    itens: [{ venda: 11 }],
  })
  expect(await entries(['pedidos', id], ['nfes', note])).toEqual([[], [10]])
})

test('only a purchase order of the store that was not rejected is delivered', async () => {
  const rejected = await order(3)
  await shop.post(`pedidos/${rejected}/ways/rejeitar`, { values: { motivo: 'Caro' } })
  const other = await shop.server.addStore('Outra')
  const [strange] = await shop.run(
    `INSERT INTO pedidos ("lojaId", tipo, status) VALUES ($1, 'COMPRA', 'APROVADO') RETURNING id`,
    [other],
  )
  const note = await received(3)
  for (const pedidoId of [rejected, await order(3, 'VENDA'), Number(strange?.id), 999_999])
    expect((await enter(note, { pedidoId })).json().error.details).toMatchObject([
      { path: 'pedidoId', message: 'Escolha um pedido de compra que não foi rejeitado' },
    ])
  expect(await noteOf(note)).toMatchObject({ entrada: false, pedidoId: null })
  const open = await order(3)
  const choices = await shop.server.call(shop.token, 'GET', `/api/nfes/pedidos?lojaId=${shop.store}&nfeId=${note}`)
  expect(choices.json()).toMatchObject({ pedidoId: open })
  expect(choices.json().pedidos.map(({ id }: { id: number }) => id)).not.toContain(rejected)
  expect(choices.json().pedidos[0].texto).toMatch(new RegExp(`^Pedido ${open} de \\d\\d/\\d\\d/\\d{4}, R\\$\\s15,00$`))
})
