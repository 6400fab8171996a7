import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InvoiceShop, openInvoiceShop } from './invoiceShop.ts'

/** A note of return brings goods back to stock and money to the customer, once the authority has it, until it is cancelled. */

let shop: InvoiceShop
const kept = { classification: 0, centre: 0, flour: 0, cake: 0 }
const first = async (text: string, params: readonly unknown[]): Promise<Record<string, unknown> | undefined> =>
  (await shop.run(text, params))[0]

beforeAll(async () => {
  shop = await openInvoiceShop()
  const { store, product } = shop
  const made = async (text: string, ...params: unknown[]) => Number((await first(text, [store, ...params]))?.id)
  kept.classification = await made(
    `INSERT INTO "Conta_classificacoes" ("lojaId", nome, tipo) VALUES ($1, 'Devoluções', 'DESPESA') RETURNING id`,
  )
  kept.centre = await made(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES ($1, 'Balcão') RETURNING id`)
  const insert = `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "unidadeId", "impostoId", "ncmId", preco_vnd_prod, preco_cst_prod)
    SELECT "lojaId", $3, $4, "unidadeId", "impostoId", "ncmId", 20, 5 FROM produtos WHERE "lojaId" = $1 AND id = $2 RETURNING id`
  kept.flour = await made(insert, product, 2, 'Farinha')
  kept.cake = await made(insert, product, 3, 'Bolo')
  await shop.run(
    `INSERT INTO estoque.expansoes ("lojaId", "produtoId", de, ate, "insumoId", quantidade) VALUES ($1, $2, '-infinity', 'infinity', $3, 0.25)`,
    [store, kept.cake, kept.flour],
  )
  for (const id of [product, kept.flour])
    await shop.run(
      `INSERT INTO estoque.lancamentos ("lojaId", origem, "origemId", "produtoId", momento, quantidade, custo, motivo)
       VALUES ($1, 'nfes', 1, $2, '2026-03-01T12:00:00Z', 100, 4, 'nota')`,
      [store, id],
    )
  // It cost 4 when it was sold, and costs 6 now.
  await shop.run(
    `INSERT INTO estoque.custos ("lojaId", "produtoId", momento, custo) VALUES ($1, $2, '-infinity', 4), ($1, $2, now(), 6)`,
    [store, product],
  )
}, 60_000)
afterAll(() => shop?.close())

const balanceOf = async (id: number): Promise<number> =>
  Number((await first('SELECT saldo FROM estoque.f_saldos($1, now()) WHERE "produtoId" = $2', [shop.store, id]))?.saldo)

/** A sale that its consumer's note told. */
async function told(changes: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const sale = await shop.sell(changes)
  await shop.emit(sale)
  return sale
}

const giveBack = (body: object) => shop.post('NFe_emissaos/devolucao', { destinatarioId: shop.customer, ...body })
const refund = (how: 'A_PAGAR' | 'PAGO') => ({
  reembolso: how,
  reembolso_classificacaoId: kept.classification,
  reembolso_centroCustoId: kept.centre,
})

async function authorised(body: object): Promise<number> {
  const { nfeId } = (await giveBack(body)).json()
  expect((await shop.issue(nfeId)).json()).toMatchObject({ situacao: 'AUTORIZADA' })
  return nfeId
}

const billOf = (id: unknown) =>
  first(
    `SELECT tipo, valor::float8, pago IS TRUE AS pago, pagamento IS NOT NULL AS dia, "parceiroId"::float8, descricao FROM "Conta" WHERE "lojaId" = $1 AND id = $2`,
    [shop.store, id],
  )

test('goods come back at the cost they left with, and money as a bill, once the authority has the note; its cancellation takes both back', async () => {
  const sale = await told()
  const sold = await balanceOf(shop.product)
  const { nfeId } = (await giveBack({ movimentoId: sale, itens: [{ item: 1, quantidade: 1.5 }], ...refund('A_PAGAR') })).json()
  expect(await shop.invoice(nfeId)).toMatchObject({
    volta_estoque: true,
    reembolso: 'A_PAGAR',
    estoque_em: null,
    reembolso_contaId: null,
  })
  expect(await balanceOf(shop.product)).toBe(sold)
  await shop.issue(nfeId)
  await expect.poll(() => balanceOf(shop.product)).toBe(sold + 1.5)
  const note = await shop.invoice(nfeId)
  expect(note.estoque_em).toBe(note.autorizada_em)
  expect(
    await first(
      'SELECT motivo, quantidade::float8, custo::float8 FROM estoque.lancamentos WHERE "lojaId" = $1 AND "origemId" = $2 AND origem = $3',
      [shop.store, nfeId, 'NFe_emissaos'],
    ),
  ).toEqual({ motivo: 'devolucao', quantidade: 1.5, custo: 4 })
  expect(await billOf(note.reembolso_contaId)).toEqual({
    tipo: 'PAGAR',
    valor: note.total_nota,
    pago: false,
    dia: false,
    parceiroId: shop.customer,
    descricao: `Devolução de venda, NF-e ${note.numero}`,
  })
  // Both stand in the history, as of who made the note.
  const lines = await shop.run(
    `SELECT recurso, "userId" > 0 AS somebody FROM user_logs WHERE "lojaId" = $1 AND (recurso = 'Conta' AND "recursoId" = $2 OR recurso = 'NFe_emissaos' AND "recursoId" = $3 AND depois::text LIKE '%estoque_em%' AND acao = 'alterar')`,
    [shop.store, `${note.reembolso_contaId}`, `${nfeId}`],
  )
  expect(lines.toSorted((a, b) => String(a.recurso).localeCompare(String(b.recurso)))).toEqual([
    { recurso: 'Conta', somebody: true },
    { recurso: 'NFe_emissaos', somebody: true },
  ])
  await shop.post('Sefaz/cancelaNFe', { nfeId, motivo: 'O cliente ficou com a mercadoria' })
  await expect.poll(() => balanceOf(shop.product)).toBe(sold)
  expect(await shop.invoice(nfeId)).toMatchObject({ situacao: 'CANCELADA', estoque_em: null, reembolso_contaId: null })
  expect(await billOf(note.reembolso_contaId)).toBeUndefined()
})

test('money given back at once is a paid bill; goods stay away where that was chosen; what has a recipe comes back as its ingredients', async () => {
  const cakes = [{ produtoId: kept.cake, qtd: 4, valor_unitario: 20, valor_bruto: 80 }]
  const sale = await told({
    produtos: cakes,
    total_desconto: 0,
    total_servico: 0,
    recebimentos: [{ moedaId: shop.currency, valor: 80 }],
  })
  const flour = await balanceOf(kept.flour)
  const one = await authorised({
    movimentoId: sale,
    itens: [{ item: 1, quantidade: 1 }],
    volta_estoque: false,
    ...refund('PAGO'),
  })
  await expect.poll(async () => (await shop.invoice(one)).reembolso_contaId).toBeGreaterThan(0)
  expect(await billOf((await shop.invoice(one)).reembolso_contaId)).toMatchObject({ valor: 20, pago: true, dia: true })
  expect(await balanceOf(kept.flour)).toBe(flour)
  const two = await authorised({ movimentoId: sale, itens: [{ item: 1, quantidade: 2 }], reembolso: 'NENHUM' })
  await expect.poll(() => balanceOf(kept.flour)).toBe(flour + 0.5)
  expect(await shop.invoice(two)).toMatchObject({ reembolso_contaId: null })
})

test('a bill that was paid since stays when the note is cancelled, and the note still names it', async () => {
  const nfeId = await authorised({ movimentoId: await told(), ...refund('A_PAGAR') })
  await expect.poll(async () => (await shop.invoice(nfeId)).reembolso_contaId).toBeGreaterThan(0)
  const { reembolso_contaId: bill } = await shop.invoice(nfeId)
  await shop.run('UPDATE "Conta" SET pago = true, pagamento = vencimento, valor_pago = valor WHERE "lojaId" = $1 AND id = $2', [
    shop.store,
    bill,
  ])
  await shop.post('Sefaz/cancelaNFe', { nfeId, motivo: 'O cliente ficou com a mercadoria' })
  await expect.poll(async () => (await shop.invoice(nfeId)).estoque_em).toBeNull()
  expect(await shop.invoice(nfeId)).toMatchObject({ situacao: 'CANCELADA', reembolso_contaId: bill })
  expect(await billOf(bill)).toMatchObject({ pago: true })
})

test('a bill asks for its classification and cost centre at their fields; the next return proposes what the last one did', async () => {
  const sale = await told()
  const refused = await giveBack({ movimentoId: sale, reembolso: 'A_PAGAR' })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().error.details.map(({ path }: { path: string }) => path)).toEqual([
    'reembolso_classificacaoId',
    'reembolso_centroCustoId',
  ])
  const source = await shop.get(`NFe_emissaos/origem?lojaId=${shop.store}&movimentoId=${sale}`)
  expect(source.json()).toMatchObject(refund('A_PAGAR'))
})

test('another note of the store moves nothing', async () => {
  const before = await balanceOf(shop.product)
  const { id } = await shop.issued({ volta_estoque: true, reembolso: 'A_PAGAR' })
  expect(await shop.invoice(id)).toMatchObject({ situacao: 'AUTORIZADA', estoque_em: null, reembolso_contaId: null })
  expect(await balanceOf(shop.product)).toBe(before)
})
