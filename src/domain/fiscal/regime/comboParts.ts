/**
 * Returns SQL for the parts of a combo that is taxed by them: treatment, class of the tax profile, and what each counts for in the price; null of what is
 * none. `product` names the combo's number; `$1` is the store.
 */
export const comboParts = (
  product: string,
): string => `(SELECT jsonb_agg(jsonb_build_object('tratamento', pt.tratamento, 'valor', c.preco_item,
    'ibscbs_cclasstrib', coalesce(nullif(pi.ibscbs_cclasstrib, ''), '000001')) ORDER BY c.ordem, c.id)
  FROM "produtos_comboItens" c JOIN produtos pp ON pp."lojaId" = $1 AND pp.id = c."produtoIdItem"
  LEFT JOIN "Produto_tratamentos" pt ON pt."lojaId" = $1 AND pt."produtoId" = pp.id
  LEFT JOIN impostos pi ON pi."lojaId" = $1 AND pi.id = pp."impostoId"
  WHERE c."lojaId" = $1 AND c."produtosId" = ${product}
    AND EXISTS (SELECT FROM "Produto_tratamentos" ct WHERE ct."lojaId" = $1 AND ct."produtoId" = ${product} AND ct.tratamento = 'COMBO'))`
