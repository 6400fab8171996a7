import type { Queries, RowOf } from '../../../server/domain.ts'
import { enteringUnit, priceOfMargin, unitCost } from '../../fiscal/public.ts'
import { likenessOf, readNeighbours, type StoreUnit } from './neighbours.ts'
import { itemsOfNote, type OpenItem } from './openItems.ts'

/** A product that an item without one would become. */
export interface ProposedProduct {
  readonly id: number
  readonly cadastrar: boolean
  readonly nome: string
  readonly ncmId: string | null
  readonly grupoId: number | null
  readonly unidadeId: number | null
  readonly impostoId: number | null
  readonly qCom: number
  readonly valor_custo: number
  readonly fator: number
  readonly custo: number
  readonly margem: number | null
  readonly venda: number | null
}

/** Proposes the products of a note's items without one, one a code: named as the supplier does, the rest as the store's products of that kind are. */
export async function proposeProducts(q: Queries, lojaId: number, nfeId: number): Promise<ProposedProduct[]> {
  const items = await itemsOfNote(q, lojaId, nfeId)
  const fresh = items.filter(({ produtoId }) => produtoId === null)
  if (fresh.length === 0) return []
  const products = await readNeighbours(q, lojaId)
  const { rows: units } = await q.query<StoreUnit & Record<string, unknown>>(
    'SELECT id::float8, nome FROM unidades WHERE "lojaId" = $1 ORDER BY id',
    [lojaId],
  )
  const { rows: known } = await q.query<RowOf<'ncms', 'id'>>('SELECT id FROM ncms WHERE id = ANY ($1::text[])', [
    fresh.map(({ NCM }) => NCM ?? ''),
  ])
  const ncms = new Set(known.map(({ id }) => id))
  const beside = new Set(items.flatMap(({ produtoId }) => (produtoId === null ? [] : [produtoId])))
  return firstOfEach(fresh).map(item => {
    const { NCM, fator, fator_de, qCom, valor_custo } = item
    const like = likenessOf(NCM, enteringUnit(item, { fator, fator_de }), { products, units, beside })
    const custo = unitCost(valor_custo, qCom, fator)
    const margem = like.markup === null ? null : Math.round((like.markup - 1) * 10_000) / 100
    return {
      id: item.id,
      cadastrar: true,
      nome: item.xProd,
      ncmId: NCM !== null && ncms.has(NCM) ? NCM : null,
      grupoId: like.grupoId,
      unidadeId: like.unidadeId,
      impostoId: like.impostoId,
      qCom: Number(qCom),
      valor_custo: Number(valor_custo),
      fator: Number(fator),
      custo: Number(custo),
      margem,
      venda: margem === null ? null : Number(priceOfMargin(custo, margem)),
    }
  })
}

/** Items that are one product: of the same code. */
export const productCodeOf = ({ cEAN, cProd, xProd }: Pick<OpenItem, 'cEAN' | 'cProd' | 'xProd'>): string =>
  cEAN ?? cProd ?? xProd

function firstOfEach(items: readonly OpenItem[]): OpenItem[] {
  return [...new Map(items.toReversed().map(item => [productCodeOf(item), item])).values()].toReversed()
}
