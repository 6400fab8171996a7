WITH abertas AS (
  SELECT c.id, c.tipo, c.vencimento, c.descricao, c."parceiroId", c.valor, c.vencimento BETWEEN :startDate AND :endDate AS no_periodo,
    c.vencimento < (now() AT TIME ZONE :tz)::date AS vencida
  FROM "Conta" c
  WHERE c."lojaId" = :lojaId AND c.pago IS NOT TRUE AND c.perda IS NOT TRUE AND c.vencimento <= greatest(:endDate, (now() AT TIME ZONE :tz)::date)
)

-- statement: array
SELECT a.id, a.vencimento, a.descricao, coalesce(nullif(p.nome_fantasia, ''), p.razao_social) AS parceiro, a.tipo, a.valor
FROM abertas a LEFT JOIN parceiros p ON p."lojaId" = :lojaId AND p.id = a."parceiroId"
WHERE a.no_periodo ORDER BY a.vencimento, a.valor DESC, a.id

-- statement: totals
SELECT coalesce(sum(valor) FILTER (WHERE tipo = 'PAGAR' AND no_periodo), 0) AS pagar,
  coalesce(sum(valor) FILTER (WHERE tipo = 'RECEBER' AND no_periodo), 0) AS receber,
  count(*) FILTER (WHERE tipo = 'PAGAR' AND vencida) AS pagar_vencidas,
  count(*) FILTER (WHERE tipo = 'RECEBER' AND vencida) AS receber_vencidas
FROM abertas
