import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollups } from '../../../src/domain/sales/tables/rollup.ts'
import { rollupDifferences } from '../../../src/domain/sales/tables/rollupSql.ts'
import { createSalesStore, type SalesStore, saleOf } from '../fixtures/sales.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The first sale of a store is simulated, whole and once, is told to nobody outside, and leaves nothing behind when it is removed. */

let server: TestServer
const counters = {} as Record<'ours' | 'theirs' | 'race' | 'sold' | 'bare', SalesStore>
const tokens = {} as Record<keyof typeof counters | 'cashier', string>

beforeAll(async () => {
  server = await openServer()
  for (const name of ['ours', 'theirs', 'race', 'sold', 'bare'] as const) {
    counters[name] = await createSalesStore({ database: { system: server.context.database.system } }, name)
    tokens[name] = await server.enterStore(name, counters[name].store, { type: 1 })
  }
  const flags = { type: 2, pdv_relatorios: true, caixa_operar: true, pdv_abrir_comanda: true, caixa_conferir: true }
  tokens.cashier = await server.enterStore('caixa', counters.ours.store, flags)
})
afterAll(() => server?.close())

const rows = async (text: string, ...params: unknown[]): Promise<Record<string, unknown>[]> =>
  (await server.context.database.system.query(text, params)).rows
const simulate = (token: string, { store }: SalesStore) =>
  server.call(token, 'POST', '/api/Movimentos/simular', { lojaId: store })
const remove = (token: string, { store }: SalesStore, movimentoId: unknown) =>
  server.call(token, 'POST', '/api/Movimentos/removerSimulada', { lojaId: store, movimentoId })
const codeOf = (reply: Awaited<ReturnType<typeof simulate>>) => [reply.statusCode, reply.json().error?.code]

/** Rows of the store in every table that has any, sums and ledgers too, and the actions that may be undone. */
async function everything({ store }: SalesStore): Promise<Record<string, number>> {
  const tables = await rows(
    `SELECT quote_ident(c.table_schema) || '.' || quote_ident(c.table_name) AS name FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name) WHERE c.column_name = 'lojaId' AND t.table_type = 'BASE TABLE'
       AND c.table_schema IN ('public', 'estoque', 'resumos', 'arquivados') ORDER BY 1`,
  )
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const [one] = await rows(`SELECT count(*)::int AS n FROM ${name} WHERE "lojaId" = $1`, store)
      return [String(name), Number(one?.n)] as const
    }),
  )
  const [actions] = await rows('SELECT count(*)::int AS n FROM system.actions WHERE "lojaId" = $1', store)
  return { ...Object.fromEntries(counts), actions: Number(actions?.n) }
}

const balance = async ({ store, products }: SalesStore): Promise<number[]> => {
  const found = await rows('SELECT "produtoId", saldo FROM estoque.f_saldos($1, now())', store)
  return products.map(id => Number(found.find(row => Number(row.produtoId) === id)?.saldo ?? 0))
}

async function expectRightSums({ store }: SalesStore): Promise<void> {
  for (const rollup of rollups) expect(await rows(rollupDifferences(rollup, { store: '$1' }), store)).toEqual([])
}

test('an owner simulates a whole sale, sees it everywhere, and removes all of it in one step', async () => {
  const { ours } = counters
  await rows('DELETE FROM equipamentos WHERE "lojaId" = $1', ours.store)
  await rows(`INSERT INTO "Automacoes_loja" ("lojaId", automacao, ativa) VALUES ($1, 'venda-registrada', true)`, ours.store)
  await rows(
    `INSERT INTO estoque.contagens ("lojaId", "produtoId", momento, origem, "origemId", saldo, quebra) SELECT $1, id, now() - interval '2 days', 'inventario', 1, 10, 0 FROM produtos WHERE "lojaId" = $1`,
    ours.store,
  )
  const before = await everything(ours)
  const stock = await balance(ours)
  expect(codeOf(await simulate(tokens.cashier, ours))[0]).toBe(403)
  const reply = await simulate(tokens.ours, ours)
  expect(reply.statusCode).toBe(200)
  const { id, caixaId, equipamentoId, moeda } = reply.json()
  expect(moeda).toBe('Dinheiro')
  const ask = async (path: string) => (await server.call(tokens.ours, 'GET', `/api/${path}?lojaId=${ours.store}`)).json()
  // Two plates, one of the drinks, and a third product.
  expect(await ask(`Movimentos/${id}`)).toMatchObject({
    simulada: true,
    descricao: 'Venda simulada',
    valor_final: 74.9,
    caixaId,
    equipamentoId,
  })
  const [payment] = await ask('Movimento_recebimentos')
  expect(payment).toMatchObject({ movimentoId: id, moedaId: ours.currencies[0], valor: 74.9 })
  expect(await ask(`caixas/${caixaId}`)).toMatchObject({
    status: 1,
    divergencia: 'SEM',
    total_contabilizado: 74.9,
    sincronizacao: 'COMPLETO',
  })
  const [sum] = await rows('SELECT sum(valor_final)::float8 AS total FROM resumos.vendas_hora WHERE "lojaId" = $1', ours.store)
  expect(sum?.total).toBe(74.9)
  expect([stock, await balance(ours)]).toEqual([
    [10, 10, 10, 10],
    [8, 9, 9, 10],
  ])
  await expectRightSums(ours)
  // The first steps still ask for equipment and a sale of its own.
  const steps = await server.call(tokens.ours, 'GET', `/api/relatorio/inicio/passos?lojaId=${ours.store}`)
  expect(steps.json()).toMatchObject({ vendas: 0, equipamentos: 0 })
  // Nobody outside, no notice and no automation hears of it, and nothing of it stands in the list of actions.
  const waiting = await rows(`SELECT FROM system.queue WHERE queue IN ('automation-event', 'notice')`)
  expect([waiting.length, (await everything(ours)).actions]).toEqual([0, before.actions])
  expect(codeOf(await simulate(tokens.ours, ours))).toEqual([409, 'simulated-sale.not-empty'])
  // A check of its session does not hold it.
  expect(
    (await server.call(tokens.cashier, 'POST', '/api/caixas/conferir', { lojaId: ours.store, id: caixaId })).statusCode,
  ).toBe(200)
  await rows(`UPDATE "Movimentos" SET observacao = 'outra' WHERE "lojaId" = $1 AND id = $2`, ours.store, id)
  const tried = await everything(ours)
  expect(codeOf(await remove(tokens.cashier, ours, id))[0]).toBe(403)
  expect(codeOf(await remove(tokens.theirs, counters.theirs, id))).toEqual([404, 'not-found'])
  expect((await remove(tokens.theirs, ours, id)).statusCode).toBeGreaterThanOrEqual(400)
  expect(codeOf(await remove(tokens.ours, ours, id))).toEqual([200, undefined])
  const history = { 'public.user_logs': tried['public.user_logs'], actions: tried.actions }
  expect(await everything(ours)).toEqual({ ...before, ...history })
  expect(await balance(ours)).toEqual(stock)
  await expectRightSums(ours)
  expect(codeOf(await remove(tokens.ours, ours, id))).toEqual([404, 'not-found'])
  // The store is as new: it may be simulated again.
  const again = await simulate(tokens.ours, ours)
  expect(again.statusCode).toBe(200)
  expect((await remove(tokens.ours, ours, again.json().id)).statusCode).toBe(200)
})

test('two who simulate, and two who remove, at the same moment do it once', async () => {
  const { race } = counters
  const replies = await Promise.all([simulate(tokens.race, race), simulate(tokens.race, race)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const [sale, ...others] = await rows('SELECT id FROM "Movimentos" WHERE "lojaId" = $1', race.store)
  expect(others).toEqual([])
  const both = await Promise.all([remove(tokens.race, race, Number(sale?.id)), remove(tokens.race, race, Number(sale?.id))])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
  await expectRightSums(race)
})

test('no note is made of it, no point of sale makes one, and what was really sold stays', async () => {
  const { theirs } = counters
  const { id, equipamentoId } = (await simulate(tokens.theirs, theirs)).json()
  const post = (path: string, body: object) =>
    server.call(tokens.theirs, 'POST', `/api/${path}`, { lojaId: theirs.store, ...body })
  const drafted = await post('NFe_emissaos/deVenda', { movimentoId: id, destinatarioId: theirs.partners[0] })
  expect(codeOf(drafted)).toEqual([400, 'nfce.sale-simulated'])
  // A point of sale that uses its equipment by mistake keeps its sale, and cannot call it simulated.
  const sold = await post('Movimentos/save', { ...saleOf(theirs), equipamentoId, chave: 'v1', abertura: 1, simulada: true })
  expect(sold.statusCode).toBe(200)
  expect(codeOf(await remove(tokens.theirs, theirs, sold.json().id))).toEqual([409, 'simulated-sale.not-simulated'])
  expect((await remove(tokens.theirs, theirs, id)).statusCode).toBe(200)
  const kept = await rows('SELECT chave, "caixaId" FROM "Movimentos" WHERE "lojaId" = $1', theirs.store)
  expect(kept.map(({ chave }) => chave)).toEqual(['v1'])
  expect(await rows('SELECT FROM caixas WHERE "lojaId" = $1 AND id = $2', theirs.store, kept[0]?.caixaId)).toHaveLength(1)
  expect(await rows('SELECT FROM equipamentos WHERE id = $1', equipamentoId)).toHaveLength(1)
  await expectRightSums(theirs)
})

test('a store that has sold, or has nothing to sell or no cash, is told so', async () => {
  const { sold, bare } = counters
  const real = await server.call(tokens.sold, 'POST', '/api/Movimentos/save', {
    lojaId: sold.store,
    ...saleOf(sold, { chave: 'v1' }),
  })
  expect(real.statusCode).toBe(200)
  expect(codeOf(await simulate(tokens.sold, sold))).toEqual([409, 'simulated-sale.not-empty'])
  await rows('UPDATE moedas SET status = false WHERE "lojaId" = $1', bare.store)
  expect(codeOf(await simulate(tokens.bare, bare))).toEqual([409, 'simulated-sale.no-cash'])
  await rows('UPDATE produtos SET stt_prod = false WHERE "lojaId" = $1', bare.store)
  const reply = await simulate(tokens.bare, bare)
  expect(codeOf(reply)).toEqual([409, 'simulated-sale.no-products'])
  expect(reply.json().error.message).toContain('cardápio de exemplo')
  expect((await simulate(tokens.sold, bare)).statusCode).toBeGreaterThanOrEqual(400)
  expect(await rows('SELECT FROM "Movimentos" WHERE "lojaId" = $1', bare.store)).toEqual([])
  expect(await rows('SELECT FROM equipamentos WHERE "lojaId" = $1', bare.store)).toHaveLength(3)
})
