WITH vendidos AS (
  SELECT f."produtoId", sum(f.qtd) AS qtd, sum(f.valor_final) AS valor_final, sum(f.custo) AS custo, sum(f.valor_final) - sum(f.custo) AS lucro
  FROM resumos.f_produtos(:lojaId, :startDate, :endDate) f
  WHERE f.tipo_mov = ANY(:movTypes)
    AND (:equipamentos IS NULL OR f."equipamentoId" = ANY(:equipamentos))
    AND (:channels IS NULL OR f.canal_venda = ANY(:channels))
    AND (:types IS NULL OR f.tipo_venda = ANY(:types))
    AND (:groups IS NULL OR f."grupoId" = ANY(:groups))
    AND (:units IS NULL OR f."unidadeId" = ANY(:units))
  GROUP BY 1
)

-- statement: array
, nomeados AS (
  SELECT v.*, coalesce(p.cod_prod::text, n.cod_prod) AS cod_prod,
    coalesce(p.desc_prod, n.descricao, CASE v."produtoId" WHEN 0 THEN 'Itens sem cadastro' ELSE 'Produto ' || v."produtoId" END) AS descricao
  FROM vendidos v
  LEFT JOIN produtos p ON p."lojaId" = :lojaId AND p.id = v."produtoId"
  LEFT JOIN resumos.produtos_nomes n ON n."lojaId" = :lojaId AND n."produtoId" = v."produtoId"
), acumulados AS (
  SELECT *,
    sum(greatest(valor_final, 0)) OVER venda AS venda_ate, sum(greatest(valor_final, 0)) OVER () AS venda_de, row_number() OVER venda AS venda_n,
    sum(greatest(lucro, 0)) OVER ganho AS lucro_ate, sum(greatest(lucro, 0)) OVER () AS lucro_de, row_number() OVER ganho AS lucro_n,
    sum(greatest(qtd, 0)) OVER unidades AS qtd_ate, sum(greatest(qtd, 0)) OVER () AS qtd_de, row_number() OVER unidades AS qtd_n
  FROM nomeados
  WINDOW venda AS (ORDER BY valor_final DESC, descricao, "produtoId" ROWS UNBOUNDED PRECEDING),
    ganho AS (ORDER BY lucro DESC, descricao, "produtoId" ROWS UNBOUNDED PRECEDING),
    unidades AS (ORDER BY qtd DESC, descricao, "produtoId" ROWS UNBOUNDED PRECEDING)
), classes AS (
  SELECT *,
    resumos.f_classe(valor_final, venda_n, venda_ate, venda_de) AS venda_abc,
    resumos.f_classe(lucro, lucro_n, lucro_ate, lucro_de) AS lucro_abc,
    resumos.f_classe(qtd, qtd_n, qtd_ate, qtd_de) AS qtd_abc
  FROM acumulados
)
SELECT nullif("produtoId", 0) AS "produtoId", cod_prod, descricao, valor_final / nullif(qtd, 0) AS valor_unitario_medio, qtd, valor_final, custo, lucro,
  greatest(valor_final, 0) * 100 / nullif(venda_de, 0) AS venda_p, venda_abc,
  greatest(lucro, 0) * 100 / nullif(lucro_de, 0) AS lucro_p, lucro_abc,
  greatest(qtd, 0) * 100 / nullif(qtd_de, 0) AS qtd_p, qtd_abc,
  CASE :order WHEN 'lucro' THEN lucro_abc WHEN 'qtd' THEN qtd_abc ELSE venda_abc END AS classe
FROM classes
ORDER BY CASE :order WHEN 'lucro' THEN lucro_n WHEN 'qtd' THEN qtd_n ELSE venda_n END

-- statement: totals
SELECT coalesce(sum(valor_final) / nullif(sum(qtd), 0), 0) AS valor_unitario_medio FROM vendidos
