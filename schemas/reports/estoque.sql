WITH saldos AS (
  SELECT p.id, p.cod_prod, p.desc_prod, p."grupoId", coalesce(c.custo, p.preco_cst_prod) AS preco_cst_prod, p.preco_vnd_prod, s.saldo, coalesce(p.qtd_min_prod, 0) AS qtd_min_prod,
    CASE WHEN p.validade >= date '2001-01-01' THEN p.validade END AS validade,
    CASE WHEN p.validade >= date '2001-01-01' THEN p.validade - (now() AT TIME ZONE :tz)::date END AS dias
  FROM estoque.f_saldos(:lojaId, coalesce(:createdBefore::timestamptz, now())) s
  JOIN produtos p ON p."lojaId" = :lojaId AND p.id = s."produtoId"
  LEFT JOIN estoque.f_custos(:lojaId, coalesce(:createdBefore::timestamptz, now())) c ON c."produtoId" = p.id
), escolhidos AS (
  SELECT * FROM saldos WHERE (:groups::bigint[] IS NULL OR "grupoId" = ANY (:groups))
    AND (:state::text[] IS NULL OR ('EM_FALTA' = ANY (:state) AND saldo <= 0) OR ('MINIMO' = ANY (:state) AND saldo > 0 AND saldo <= qtd_min_prod)
      OR ('ACIMA' = ANY (:state) AND saldo > 0 AND saldo > qtd_min_prod) OR ('VENCIDO' = ANY (:state) AND dias < 0)
      OR ('COM_VALIDADE' = ANY (:state) AND validade IS NOT NULL))
)

-- statement: totals
SELECT coalesce(sum(saldo * preco_vnd_prod), 0) AS valor, coalesce(sum(saldo * preco_cst_prod), 0) AS custo,
  coalesce(sum(saldo * preco_vnd_prod), 0) - coalesce(sum(saldo * preco_cst_prod), 0) AS lucro, count(*) FILTER (WHERE saldo > 0) AS em_estoque,
  count(*) FILTER (WHERE saldo > 0 AND saldo <= qtd_min_prod) AS baixo, count(*) FILTER (WHERE saldo <= 0) AS sem_estoque
FROM escolhidos

-- statement: array
SELECT e.id, e.cod_prod, e.desc_prod, g.nome AS grupo, e.preco_cst_prod, e.saldo, e.qtd_min_prod, e.saldo * e.preco_cst_prod AS custo_total, e.validade, e.dias
FROM escolhidos e LEFT JOIN grupos g ON g."lojaId" = :lojaId AND g.id = e."grupoId" ORDER BY e.desc_prod, e.id
