WITH vendidos AS (
  SELECT i.name AS descricao, sum(i.quantity) AS qtd, sum(i."totalPrice") AS valor_final
  FROM "AppPedidos" a JOIN "AppPedidos_items" i ON i."lojaId" = :lojaId AND i."AppPedidosId" = a.id
  WHERE a."lojaId" = :lojaId AND a."createdAt" >= :inicio AND a."createdAt" < :fim + interval '1 millisecond' AND a.canceled IS NOT TRUE
    AND (:modes IS NULL OR a.mode = ANY(:modes)) AND (:equipamentos IS NULL OR a."equipamentoId" = ANY(:equipamentos))
  GROUP BY 1
)

-- statement: array
, acumulados AS (
  SELECT *, row_number() OVER vendas AS venda_n, sum(valor_final) OVER vendas AS venda_ate, sum(valor_final) OVER () AS venda_de,
    row_number() OVER unidades AS qtd_n, sum(qtd) OVER unidades AS qtd_ate, sum(qtd) OVER () AS qtd_de
  FROM vendidos
  WINDOW vendas AS (ORDER BY valor_final DESC, descricao ROWS UNBOUNDED PRECEDING), unidades AS (ORDER BY qtd DESC, descricao ROWS UNBOUNDED PRECEDING)
), classes AS (
  SELECT *,
    resumos.f_classe(valor_final, venda_n, venda_ate, venda_de) AS venda_abc,
    resumos.f_classe(qtd, qtd_n, qtd_ate, qtd_de) AS qtd_abc
  FROM acumulados
)
SELECT descricao, valor_final / nullif(qtd, 0) AS valor_unitario_medio, qtd, valor_final, valor_final * 100 / nullif(venda_de, 0) AS venda_p, venda_abc,
  qtd * 100 / nullif(qtd_de, 0) AS qtd_p, qtd_abc, CASE :ordenacao WHEN 'qtd' THEN qtd_abc ELSE venda_abc END AS classe
FROM classes ORDER BY CASE :ordenacao WHEN 'qtd' THEN qtd_n ELSE venda_n END

-- statement: totals
SELECT coalesce(sum(valor_final) / nullif(sum(qtd), 0), 0) AS valor_unitario_medio FROM vendidos
