WITH certificados AS (
  SELECT ("validoAte" AT TIME ZONE :tz)::date - :dia::date AS dias FROM "Loja_certificados" WHERE "lojaId" = :lojaId
),
tabelas AS (
  SELECT max(vigenciafim) AS fim FROM ibpts WHERE uf = (SELECT uf FROM lojas WHERE "lojaId" = :lojaId AND id = :lojaId)
)

-- statement: totals
SELECT coalesce((SELECT min(dias) FROM certificados WHERE dias BETWEEN 1 AND 30), 0) AS dias,
  (SELECT count(*) FROM certificados WHERE dias = 0) AS hoje,
  (SELECT count(*) FROM certificados WHERE dias < 0) AS vencidos,
  (SELECT count(*) FROM tabelas WHERE fim < :dia::date) AS tabela_vencida
