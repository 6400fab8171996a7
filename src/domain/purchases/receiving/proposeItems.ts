import type { NumbersOf, Queries, RowOf } from '../../../server/domain.ts'
import { isEntryOperation, matchProducts, proposeFactor, type ReceivedNote, readOperations } from '../../fiscal/public.ts'
import { findKnownProducts } from './findKnownProducts.ts'
import { rememberedCodes } from './rememberedCodes.ts'

type ReceivedItem = ReceivedNote['itens'][number]

/** An item with what is proposed for its entry. */
export interface ProposedItem
  extends ReceivedItem,
    NumbersOf<'nfes_itens', 'produtoId'>,
    RowOf<'nfes_itens', 'fator_de' | 'CFOP_entrada' | 'CST_entrada' | 'CSTPIS_entrada' | 'CSTCOFINS_entrada'> {
  readonly fator: string
  readonly venda: string | null
}

/** Ties each item to the product that its codes or its name tell, and proposes how it enters: as it entered before, else as the note tells. */
export async function proposeItems(q: Queries, lojaId: number, { CNPJ, itens }: ReceivedNote): Promise<ProposedItem[]> {
  const remembered = await rememberedCodes(q, lojaId, CNPJ)
  const products = await findKnownProducts(q, lojaId)
  const operations = await readOperations(q, lojaId)
  const matches = matchProducts(itens, products, remembered)
  const known = new Map(products.map(product => [product.id, product]))
  return itens.map((item, at) => {
    const produtoId = matches[at]
    const product = produtoId === undefined ? undefined : known.get(produtoId)
    const before = remembered.find(one => one.cProd === item.cProd && one.produtoId === produtoId)
    const operation = before?.CFOP_entrada
    return {
      ...item,
      ...proposeFactor(item, product, before),
      produtoId: produtoId ?? null,
      venda: product?.price ?? null,
      CFOP_entrada: operation && isEntryOperation(operations, operation) ? operation : null,
      CST_entrada: before?.CST_entrada ?? null,
      CSTPIS_entrada: before?.CSTPIS_entrada ?? null,
      CSTCOFINS_entrada: before?.CSTCOFINS_entrada ?? null,
    }
  })
}

/**
 * Proposes values for the note as a whole: the supplier among the partners, the order of the same total that no other note names, classification and cost centre as the last entry had them, this
 * supplier's first.
 */
export async function proposeNote(q: Queries, lojaId: number, id: number, supplier: string | null): Promise<void> {
  await q.query(
    `UPDATE nfes n SET "parceiroId" = (SELECT p.id FROM parceiros p WHERE p."lojaId" = $1 AND p.cnpj = $3 ORDER BY p.id LIMIT 1),
       "pedidoId" = coalesce(n."pedidoId", o.id), "classificacaoId" = coalesce(n."classificacaoId", b.classificacao), "centroCustoId" = coalesce(n."centroCustoId", b.centro)
     FROM (SELECT $1::bigint AS loja) l LEFT JOIN LATERAL (
       SELECT c.id AS classificacao, k.id AS centro FROM nfes m
       JOIN "Conta_classificacoes" c ON c."lojaId" = m."lojaId" AND c.id = m."classificacaoId"
       JOIN "Conta_centros_custos" k ON k."lojaId" = m."lojaId" AND k.id = m."centroCustoId"
       WHERE m."lojaId" = $1 AND m.entrada ORDER BY (m."CNPJ" = $3) DESC NULLS LAST, m.entrada_em DESC LIMIT 1) b ON true
     LEFT JOIN LATERAL (SELECT CASE WHEN count(*) = 1 THEN min(d.id) END AS id FROM nfes t
       JOIN parceiros p ON p."lojaId" = $1 AND p.cnpj = $3
       JOIN pedidos d ON d."lojaId" = $1 AND d."parceiroId" = p.id AND d.tipo = 'COMPRA' AND d.status NOT IN ('DIGITACAO', 'REJEITADO') AND d.total_pedido = t."vNF"
       WHERE t."lojaId" = $1 AND t.id = $2 AND NOT EXISTS (SELECT FROM nfes x WHERE x."lojaId" = $1 AND x."pedidoId" = d.id AND x.id <> $2)) o ON true
     WHERE n."lojaId" = $1 AND n.id = $2`,
    [lojaId, id, supplier],
  )
}
