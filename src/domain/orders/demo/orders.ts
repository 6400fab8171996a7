import { dayOf } from '../../../base/dates.ts'
import { multiply, roundHalfEven, sum } from '../../../base/decimal.ts'
import type { Queries, RowOf } from '../../../server/domain.ts'
import { recordStockEntries } from '../../stock/public.ts'

const DAY = 86_400_000

/** A made-up order: how long ago, what it is, and how far it went. */
interface OrderPlan {
  readonly tipo: 'COMPRA' | 'VENDA'
  readonly steps: readonly string[]
  readonly daysAgo: number
  readonly quantities: readonly number[]
  readonly frete: number
}

const plans: readonly OrderPlan[] = [
  { tipo: 'COMPRA', steps: ['DIGITACAO'], daysAgo: 0, quantities: [12, 6], frete: 0 },
  { tipo: 'COMPRA', steps: ['DIGITACAO', 'ENVIADO'], daysAgo: 1, quantities: [24], frete: 18 },
  { tipo: 'COMPRA', steps: ['DIGITACAO', 'ENVIADO', 'APROVADO'], daysAgo: 2, quantities: [10, 10, 5], frete: 0 },
  { tipo: 'COMPRA', steps: ['DIGITACAO', 'ENVIADO', 'APROVADO', 'EM TRANSITO'], daysAgo: 3, quantities: [48], frete: 35.5 },
  { tipo: 'COMPRA', steps: ['DIGITACAO', 'ENVIADO', 'APROVADO', 'CONCLUIDO'], daysAgo: 4, quantities: [60, 36], frete: 20 },
  { tipo: 'VENDA', steps: ['DIGITACAO', 'REJEITADO'], daysAgo: 5, quantities: [3], frete: 0 },
]

interface Product extends RowOf<'produtos', 'id' | 'cod_prod' | 'desc_prod'> {
  readonly preco: number
}

/** Orders of a store in every state, with the accounts and the goods that they have become. */
export async function loadOrders(q: Queries, lojaId: number, now: Date): Promise<void> {
  const goods = { COMPRA: await supplies(q, lojaId), VENDA: await productsOnSale(q, lojaId) }
  const partners = { COMPRA: await partnersWho(q, lojaId, 'fornecedor'), VENDA: await partnersWho(q, lojaId, 'cliente') }
  for (const [at, plan] of plans.entries()) {
    const products = goods[plan.tipo]
    const partner = partners[plan.tipo].at(at % Math.max(1, partners[plan.tipo].length))
    if (products.length === 0 || partner === undefined) continue
    const items = plan.quantities.flatMap((quantidade, n) => {
      const product = products[(at + n) % products.length]
      return product ? [{ product, quantidade, total: roundHalfEven(multiply(product.preco, quantidade), 2) }] : []
    })
    await insertOrder(q, lojaId, { plan, partner, items, at }, now.getTime() - plan.daysAgo * DAY)
  }
}

/** Returns the ingredients of dishes, which are bought, at their costs. */
async function supplies(q: Queries, lojaId: number): Promise<readonly Product[]> {
  const { rows } = await q.query<Product>(
    `SELECT p.id, p.cod_prod, p.desc_prod, round(p.preco_cst_prod, 2)::float8 AS preco FROM produtos p
     WHERE p."lojaId" = $1 AND p.preco_cst_prod > 0 AND p.id IN (SELECT "produtoId" FROM ficha_tecnicas_itens WHERE "lojaId" = $1)
     ORDER BY p.id LIMIT 8`,
    [lojaId],
  )
  return rows.length > 0 ? rows : productsOnSale(q, lojaId)
}

async function productsOnSale(q: Queries, lojaId: number): Promise<readonly Product[]> {
  const { rows } = await q.query<Product>(
    `SELECT id, cod_prod, desc_prod, preco_vnd_prod::float8 AS preco FROM produtos
     WHERE "lojaId" = $1 AND NOT coalesce(combo, false) AND preco_vnd_prod > 0 ORDER BY id LIMIT 8`,
    [lojaId],
  )
  return rows
}

async function partnersWho(q: Queries, lojaId: number, role: 'fornecedor' | 'cliente'): Promise<readonly string[]> {
  const { rows } = await q.query<RowOf<'parceiros', 'id'>>(
    `SELECT id FROM parceiros WHERE "lojaId" = $1 AND ${role} ORDER BY id LIMIT 3`,
    [lojaId],
  )
  return rows.map(({ id }) => id)
}

interface Filled {
  readonly plan: OrderPlan
  readonly partner: string | undefined
  readonly items: readonly { readonly product: Product; readonly quantidade: number; readonly total: number }[]
  readonly at: number
}

async function insertOrder(q: Queries, lojaId: number, { plan, partner, items, at }: Filled, then: number): Promise<void> {
  const { tipo, steps, frete } = plan
  const status = steps.at(-1) ?? 'DIGITACAO'
  const goods = sum(items.map(({ total }) => total))
  const total = sum([goods, frete])
  const moment = new Date(then).toISOString()
  const uuid = `00000000-0000-4000-8001-${String(at + 1).padStart(12, '0')}`
  const { rows } = await q.query<RowOf<'pedidos', 'id'>>(
    `INSERT INTO pedidos ("lojaId", uuid, tipo, status, "parceiroId", total_produtos, total_descontos, total_frete, total_seguro, total_outro,
       total_pedido, "createdAt", "updatedAt") VALUES ($1, $2, $3, $4, $5, $6, 0, $7, 0, 0, $8, $9, $9) RETURNING id`,
    [lojaId, uuid, tipo, status, partner, goods, frete, total, moment],
  )
  const id = rows[0]?.id
  for (const [n, { product, quantidade, total: value }] of items.entries())
    await q.query(
      `INSERT INTO pedidos_itens ("lojaId", "pedidosId", ordem, "produtoId", codigo, descricao, quantidade, valor_unitario, valor_total,
         valor_desconto, valor_item) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $9)`,
      [lojaId, id, n + 1, product.id, product.cod_prod, product.desc_prod, quantidade, product.preco, value],
    )
  for (const [n, step] of steps.entries())
    await q.query('INSERT INTO pedidos_historico_status ("lojaId", "pedidosId", status, "createdAt") VALUES ($1, $2, $3, $4)', [
      lojaId,
      id,
      step,
      new Date(then + n * 60_000).toISOString(),
    ])
  await insertPayment(q, [
    lojaId,
    id,
    dayOf(new Date(then + 30 * DAY).toISOString()),
    total,
    tipo === 'COMPRA' ? 'PAGAR' : 'RECEBER',
    partner,
  ])
  if (status !== 'DIGITACAO' && status !== 'REJEITADO') await insertBill(q, lojaId, id)
  if (status === 'CONCLUIDO')
    await recordStockEntries(
      q,
      items.map(({ product, quantidade }) => ({
        lojaId,
        produtoId: Number(product.id),
        moment,
        quantity: quantidade,
        cost: product.preco,
        reason: 'compra',
        source: { register: 'pedidos', id: Number(id) },
      })),
    )
}

const insertPayment = (q: Queries, values: readonly unknown[]) =>
  q.query(
    `INSERT INTO pedidos_contas ("lojaId", "pedidosId", vencimento, valor, tipo, "parceiroId", parcela, ocorrencias, "classificacaoId", "centroCustoId")
     SELECT $1, $2, $3::date, $4, $5, $6, 1, 1, (SELECT min(id) FROM "Conta_classificacoes" WHERE "lojaId" = $1),
       (SELECT min(id) FROM "Conta_centros_custos" WHERE "lojaId" = $1)`,
    values,
  )

const insertBill = (q: Queries, lojaId: number, id: unknown) =>
  q.query(
    `INSERT INTO "Conta" ("lojaId", tipo, descricao, vencimento, valor, "classificacaoId", "centroCustoId", "parceiroId", parcela, ocorrencias,
       pago, perda, "pedidoId")
     SELECT "lojaId", tipo, 'Pedido ' || "pedidosId", vencimento, valor, "classificacaoId", "centroCustoId", "parceiroId", parcela, ocorrencias,
       false, false, "pedidosId" FROM pedidos_contas WHERE "lojaId" = $1 AND "pedidosId" = $2`,
    [lojaId, id],
  )
