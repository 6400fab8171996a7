WITH vendido AS (
  SELECT f."parceiroId", coalesce(nullif(p.nome_fantasia, ''), p.razao_social, 'Parceiro ' || f."parceiroId" || ' não encontrado') AS nome, f.comissionado,
    sum(f.qtd) AS qtd, sum(f.valor_final) AS valor_final, sum(CASE :papel WHEN 'WAITER' THEN f.valor_servico ELSE f.valor_comissao END) AS comissao
  FROM resumos.f_vendedores(:lojaId, :startDate, :endDate) f
  LEFT JOIN parceiros p ON p."lojaId" = :lojaId AND p.id = f."parceiroId"
  WHERE f.papel = :papel AND f.tipo_mov = 1 AND (:sellersIds IS NULL OR f."parceiroId" = ANY(:sellersIds))
  GROUP BY 1, 2, 3
)

-- statement: totalWithCommissionBySellerId
SELECT "parceiroId"::text AS "sellerId", nome, qtd, valor_final, comissao FROM vendido WHERE comissionado ORDER BY nome, "parceiroId"

-- statement: totalWithoutCommissionBySellerId
SELECT "parceiroId"::text AS "sellerId", nome, qtd, valor_final, comissao FROM vendido WHERE NOT comissionado ORDER BY nome, "parceiroId"

-- statement: totalProductsBySellerId
SELECT "parceiroId"::text AS "sellerId", nome, coalesce(sum(valor_final) FILTER (WHERE comissionado), 0) AS com_comissao,
  coalesce(sum(valor_final) FILTER (WHERE NOT comissionado), 0) AS sem_comissao, sum(qtd) AS qtd, sum(valor_final) AS valor_final, sum(comissao) AS comissao
FROM vendido GROUP BY "parceiroId", nome ORDER BY nome, "parceiroId"

-- statement: totais
SELECT coalesce(sum(valor_final) FILTER (WHERE comissionado), 0) AS com_comissao, coalesce(sum(valor_final) FILTER (WHERE NOT comissionado), 0) AS sem_comissao,
  coalesce(sum(valor_final), 0) AS valor_final, coalesce(sum(qtd), 0) AS qtd, coalesce(sum(comissao), 0) AS comissao
FROM vendido
