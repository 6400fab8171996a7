import type { Model } from '../../../model/model.ts'
import {
  ApiError,
  changeFields,
  type DataRow,
  hasRow,
  holdStore,
  insertRows,
  inTransaction,
  objectOf,
  operation,
  type Queries,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'
import { receiveSessions } from '../cash/receiveSessions.ts'
import { receiveSales } from '../intake/receiveSales.ts'

/** The sale as its equipment calls it: equipment of its own, so that no number of a real one is taken. Other statements know the word, too. */
const KEY = 'venda-simulada'
const TEXT = 'Venda simulada'
const SESSION = 1

/** Products of the sale: of as many groups as there are, for reports by group to show something. */
const MOST = 3
const MINUTE = 60_000

interface SoldProduct extends DataRow {
  readonly id: number
  /** In cents. */
  readonly price: number
}

/**
 * Records one whole sale of the store's own products, by the intake that points of sale use, in a store that has none: paid in cash, in a closed session of
 * equipment of its own. Nothing outside hears of it: browsers are told, notices, automations and partners are not. `Movimentos/removerSimulada` takes all of it back.
 */
export const simulateFirstSale = operation({
  method: 'POST',
  path: 'Movimentos/simular',
  title: 'Registrar uma venda simulada, completa, numa loja que ainda não tem vendas',
  gate: 'owner || admin',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: objectOf({
    id: { type: 'integer' },
    caixaId: { type: 'integer' },
    equipamentoId: { type: 'integer' },
    moeda: { type: 'string' },
  }),
  messages: ['simulated-sale.not-empty', 'simulated-sale.no-products', 'simulated-sale.no-cash'],
  async run({ model, caller, writing, publish }) {
    const lojaId = requireStore(caller)
    return inTransaction(writing, tableOf(model, 'Movimentos').register, async work => {
      const { q } = work
      // Two who begin at the same moment make one.
      await holdStore(q, lojaId)
      if (await hasSold(q, lojaId)) throw new ApiError(409, 'simulated-sale.not-empty')
      const products = await productsOf(q, lojaId)
      if (products.length === 0) throw new ApiError(409, 'simulated-sale.no-products')
      const cash = await cashOf(q, lojaId)
      if (!cash) throw new ApiError(409, 'simulated-sale.no-cash')
      const equipment = { nome: 'Simulação', ativo: false, totem_operacao: 'PDV' }
      const [made] = await insertRows(tableOf(model, 'equipamentos'), [{ lojaId, columns: equipment }], work)
      const equipamentoId = Number(made)
      const { id, caixaId } = await receive(saleOf(products, cash.id, equipamentoId), lojaId, model, q)
      await changeFields(tableOf(model, 'Movimentos'), [id], { simulada: true }, { q, lojaId })
      work.service.quotas?.spend('rows', caller, products.length + 4)
      work.afterCommit.push(async () => {
        publish({ register: 'equipamentos', lojaId, ids: [`${equipamentoId}`] })
        publish({ register: 'caixas', lojaId, ids: [`${caixaId}`] })
        publish({ register: 'Movimentos', lojaId, ids: [`${id}`] })
      })
      return { id, caixaId, equipamentoId, moeda: cash.nome }
    })
  },
})

/** Whether anything was sold, be it archived since. */
async function hasSold(q: Queries, lojaId: number): Promise<boolean> {
  if (await hasRow(q, 'Movimentos', { lojaId })) return true
  const { rows } = await q.query('SELECT FROM resumos.vendas_hora WHERE "lojaId" = $1 LIMIT 1', [lojaId])
  return rows.length > 0
}

async function productsOf(q: Queries, lojaId: number): Promise<SoldProduct[]> {
  const { rows } = await q.query<SoldProduct>(
    `SELECT id::float8, (preco_vnd_prod * 100)::int AS price FROM (
       SELECT p.id, p.preco_vnd_prod, row_number() OVER (PARTITION BY p."grupoId" ORDER BY p.id) AS turn FROM produtos p
       WHERE p."lojaId" = $1 AND p.stt_prod AND p.preco_vnd_prod > 0 AND p.preco_vnd_prod < 10000) t
     ORDER BY turn, id LIMIT ${MOST}`,
    [lojaId],
  )
  return rows
}

async function cashOf(q: Queries, lojaId: number): Promise<{ readonly id: number; readonly nome: string } | undefined> {
  const { rows } = await q.query<{ id: number; nome: string }>(
    `SELECT id::float8, nome FROM moedas WHERE "lojaId" = $1 AND cod_sat = '01' AND status IS NOT FALSE ORDER BY id LIMIT 1`,
    [lojaId],
  )
  return rows[0]
}

/** The session and the sale, as equipment would send them: two of the first product, one of the others. It is received now, so that today's figures have it. */
function saleOf(products: readonly SoldProduct[], moedaId: number, equipamentoId: number) {
  const now = Date.now()
  const before = (minutes: number): string => new Date(now - minutes * MINUTE).toISOString()
  const lines = products.map(({ id, price }, at) => {
    const qtd = at === 0 ? 2 : 1
    return { produtoId: id, qtd, valor_unitario: price / 100, valor_bruto: (price * qtd) / 100 }
  })
  const total = products.reduce((sum, { price }, at) => sum + price * (at === 0 ? 2 : 1), 0) / 100
  return {
    session: {
      equipamentoId,
      abertura: SESSION,
      operador: 'Simulação',
      aberto_em: before(20),
      fechado_em: before(0),
      valores: [{ moedaId, valor_contabilizado: total, valor_informado: total }],
    },
    sale: {
      equipamentoId,
      chave: KEY,
      abertura: SESSION,
      aberto_em: before(10),
      fechado_em: before(0),
      recebido_em: before(0),
      descricao: TEXT,
      observacao: `${TEXT} para conhecer o sistema: ninguém comprou nada.`,
      produtos: lines,
      recebimentos: [{ moedaId, valor: total }],
    },
  }
}

async function receive(
  { session, sale }: ReturnType<typeof saleOf>,
  lojaId: number,
  model: Model,
  q: Queries,
): Promise<{ id: number; caixaId: number }> {
  const [opened] = await receiveSessions([session], lojaId, q, model)
  const [sold] = await receiveSales([sale], lojaId, model, q)
  const problem = [...(opened?.problems ?? []), ...(sold?.problems ?? [])][0]
  if (problem) throw new ApiError(422, problem.code, problem.params)
  if (opened?.id === undefined || sold?.id === undefined) throw new Error('The simulated sale was not taken in')
  return { id: sold.id, caixaId: opened.id }
}
