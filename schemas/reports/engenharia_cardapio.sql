WITH vendidos AS (
  SELECT f."produtoId", sum(f.qtd) AS qtd, sum(f.valor_final) AS valor_final, sum(f.custo) AS custo
  FROM resumos.f_produtos(:lojaId, :startDate, :endDate) f
  WHERE f.tipo_mov = 1
    AND (:groups IS NULL OR f."grupoId" = ANY(:groups))
    AND (:units IS NULL OR f."unidadeId" = ANY(:units))
  GROUP BY 1
  HAVING sum(f.qtd) > 0
), medias AS (
  SELECT sum(valor_final - custo) / sum(qtd) AS lucro, sum(qtd) / count(*) AS qtd, sum(qtd) AS total FROM vendidos
)

-- statement: array
SELECT nullif(v."produtoId", 0) AS "produtoId", coalesce(p.cod_prod::text, n.cod_prod) AS cod_prod, coalesce(p.desc_prod, n.descricao, CASE v."produtoId" WHEN 0 THEN 'Itens sem cadastro' ELSE 'Produto ' || v."produtoId" END) AS descricao,
  v.qtd, v.qtd * 100 / m.total AS qtd_p, v.valor_final / v.qtd AS valor_unitario_medio, v.custo / v.qtd AS custo_unitario,
  (v.valor_final - v.custo) / v.qtd AS lucro_unitario, v.valor_final, v.valor_final - v.custo AS lucro,
  CASE WHEN (v.valor_final - v.custo) / v.qtd >= m.lucro THEN CASE WHEN v.qtd * 10 >= m.qtd * 7 THEN 'ESTRELA' ELSE 'QUEBRA_CABECA' END
    ELSE CASE WHEN v.qtd * 10 >= m.qtd * 7 THEN 'BURRO_DE_CARGA' ELSE 'CAO' END END AS classificacao
FROM vendidos v CROSS JOIN medias m
LEFT JOIN produtos p ON p."lojaId" = :lojaId AND p.id = v."produtoId"
LEFT JOIN resumos.produtos_nomes n ON n."lojaId" = :lojaId AND n."produtoId" = v."produtoId"
ORDER BY lucro DESC, descricao, v."produtoId"

-- statement: totals
SELECT (SELECT lucro FROM medias) AS "mediaLucro", min((valor_final - custo) / qtd) AS "mediaLucroMin", max((valor_final - custo) / qtd) AS "mediaLucroMax",
  (SELECT qtd FROM medias) AS "mediaQtd", min(qtd) AS "mediaQtdMin", max(qtd) AS "mediaQtdMax",
  count(*) AS "numeroProdutos", coalesce(sum(custo), 0) AS total_custo, coalesce(sum(custo) * 100 / nullif(sum(valor_final), 0), 0) AS total_custo_p
FROM vendidos
