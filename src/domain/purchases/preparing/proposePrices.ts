import { ExactDecimal } from '../../../base/decimal.ts'
import type { ColumnOf, NumbersOf, Queries } from '../../../server/domain.ts'
import { averageCost, enteredQuantity, unitCost } from '../../fiscal/public.ts'
import { marginOf } from './margin.ts'
import { itemsOfNote, type OpenItem } from './openItems.ts'

/** A price that keeps a product's margin over what it costs now. */
export interface ProposedPrice {
  readonly id: number
  readonly produto: string
  readonly custo_atual: number
  readonly custo: number
  readonly preco_atual: number
  readonly margem_atual: number | null
  readonly mudar: boolean
  readonly margem: number
  readonly venda: number
}

/** Items whose product costs another amount by all of its items than it did, with the price that keeps its margin; ticked where that is another than the item's. */
export async function proposePrices(q: Queries, lojaId: number, nfeId: number): Promise<ProposedPrice[]> {
  const items = await itemsOfNote(q, lojaId, nfeId)
  const { rows } = await q.query<
    NumbersOf<'produtos', 'id'> & { nome: ColumnOf<'produtos', 'desc_prod'>; custo: string; preco: string }
  >(
    `SELECT id::float8, desc_prod AS nome, coalesce(preco_cst_prod, 0)::text AS custo, coalesce(preco_vnd_prod, 0)::text AS preco
     FROM produtos WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])`,
    [lojaId, items.flatMap(({ produtoId }) => (produtoId === null ? [] : [produtoId]))],
  )
  const products = new Map(rows.map(row => [row.id, row]))
  const costs = costsOf(items)
  return items.flatMap(({ id, produtoId, venda }) => {
    const product = produtoId === null ? undefined : products.get(produtoId)
    if (!product) return []
    const cost = new ExactDecimal(costs.get(product.id) ?? 0)
    const [before, price] = [new ExactDecimal(product.custo), new ExactDecimal(product.preco)]
    if (before.toDecimalPlaces(2).eq(cost.toDecimalPlaces(2)) || price.isZero()) return []
    const kept = before.isZero() ? price : cost.times(price).div(before).toDecimalPlaces(2)
    return [
      {
        id,
        produto: product.nome,
        custo_atual: before.toNumber(),
        custo: cost.toNumber(),
        preco_atual: price.toNumber(),
        margem_atual: before.isZero() ? null : price.div(before).minus(1).times(100).toDecimalPlaces(2).toNumber(),
        mudar: venda === null || !kept.eq(venda),
        margem: marginOf(kept.toString(), cost.toString()),
        venda: kept.toNumber(),
      },
    ]
  })
}

function costsOf(items: readonly OpenItem[]): ReadonlyMap<number, string> {
  const groups = Map.groupBy(items, ({ produtoId }) => produtoId ?? 0)
  const goodsOf = ({ qCom, fator, valor_custo }: OpenItem) => ({
    units: enteredQuantity(qCom, fator),
    cost: unitCost(valor_custo, qCom, fator),
  })
  return new Map([...groups].map(([id, group]) => [id, averageCost(group.map(goodsOf))]))
}
