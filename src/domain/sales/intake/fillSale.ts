import type { Queries, RowOf } from '../../../server/domain.ts'
import { composedCosts } from '../../stock/public.ts'
import { multiplyAmounts, parseAmount } from './amount.ts'
import type { Sale, SaleLine } from './sale.ts'

/** The facts of a product at the moment of sale. */
interface Product {
  readonly cod_prod: string | null
  readonly desc_prod: string | null
  readonly grupoId: number | null
  readonly unidadeId: number | null
  readonly cost: number
  readonly commission: number
}

/** The store's records that the sales refer to. */
export interface SaleContext {
  /** The acquirer's fee of each currency, in hundredths of a percent. */
  readonly fees: ReadonlyMap<number, number>
  readonly products: ReadonlyMap<number, Product>
  /** Sales commission of each seller. */
  readonly commissions: ReadonlyMap<number, number>
}

const distinct = (ids: Iterable<number | null>): number[] => [...new Set(ids)].filter(id => id !== null)

const whole = (text: string | null): number | null => (text === null ? null : Number(text))

/** Reads all that a batch refers to, each kind at once. */
export async function readSaleContext(sales: readonly Sale[], lojaId: number, q: Queries): Promise<SaleContext> {
  const lines = sales.flatMap(sale => sale.produtos)
  const [fees, products, commissions] = await Promise.all([
    q.query<RowOf<'moedas', 'id' | 'taxa'>>('SELECT id, taxa FROM moedas WHERE "lojaId" = $1', [lojaId]),
    q.query<Record<'id' | 'cod_prod' | 'desc_prod' | 'grupoId' | 'unidadeId' | 'cost' | 'commission', string | null>>(
      `SELECT id, cod_prod, desc_prod, "grupoId", "unidadeId", preco_cst_prod AS cost, comissao_prod AS commission
       FROM produtos WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])`,
      [lojaId, distinct(lines.map(line => line.produtoId))],
    ),
    q.query<RowOf<'parceiros', 'id'> & { comissao: string | null }>(
      'SELECT id, comissao_venda AS comissao FROM parceiros WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])',
      [lojaId, distinct(lines.map(line => line.vendedorId))],
    ),
  ])
  const composed = await costsOfMade(products.rows, lojaId, q)
  return {
    fees: new Map(fees.rows.map(({ id, taxa }) => [Number(id), parseAmount(taxa ?? 0, 2) ?? 0])),
    products: new Map(
      products.rows.map(row => [
        Number(row.id),
        {
          cod_prod: row.cod_prod === null ? null : String(row.cod_prod),
          desc_prod: row.desc_prod,
          grupoId: whole(row.grupoId),
          unidadeId: whole(row.unidadeId),
          cost: parseAmount(composed.get(Number(row.id)) ?? row.cost ?? 0, 4) ?? 0,
          commission: parseAmount(row.commission ?? 0, 2) ?? 0,
        },
      ]),
    ),
    commissions: new Map(commissions.rows.map(({ id, comissao }) => [Number(id), parseAmount(comissao ?? 0, 2) ?? 0])),
  }
}

/** Costs of combos and dishes that nobody gave a cost of their own: a combo's form asks for none, and it is not sold for nothing. */
async function costsOfMade(
  products: readonly Readonly<Record<'id' | 'cost', string | null>>[],
  lojaId: number,
  q: Queries,
): Promise<ReadonlyMap<number, string>> {
  const free = products.filter(({ cost }) => Number(cost ?? 0) === 0)
  if (free.length === 0) return new Map()
  return composedCosts(
    q,
    lojaId,
    free.map(({ id }) => Number(id)),
  )
}

/** Puts in what the point of sale left out: names, group, unit and cost of the product, commission and fee. */
export function fillSale(sale: Sale, context: SaleContext): void {
  for (const line of sale.produtos) fillLine(line, context)
  for (const receipt of sale.recebimentos) {
    receipt.taxa ??= context.fees.get(receipt.moedaId) ?? 0
    receipt.valor_taxa = multiplyAmounts(receipt.valor, receipt.taxa, 4)
  }
}

function fillLine(line: SaleLine, { products, commissions }: SaleContext): void {
  const product = line.produtoId === null ? undefined : products.get(line.produtoId)
  line.cod_prod ??= product?.cod_prod ?? null
  if (line.descricao === '') line.descricao = product?.desc_prod ?? ''
  line.grupoId ??= product?.grupoId ?? null
  line.unidadeId ??= product?.unidadeId ?? null
  line.preco_custo ??= product?.cost ?? 0
  line.valor_servico ??= 0
  // -1 on a product or seller means that the other one's counts.
  line.comissao ??= line.vendedorId === null ? 0 : Math.max(0, choose(product?.commission, commissions.get(line.vendedorId)))
  line.valor_comissao ??= multiplyAmounts(line.valor_final, line.comissao, 4)
}

const choose = (own: number | undefined, seller: number | undefined): number =>
  own !== undefined && own >= 0 ? own : (seller ?? 0)
