WITH saldos AS (
  SELECT c."parceiroId", c.debito, c.credito, c.credito - c.debito AS saldo FROM resumos.correntistas c WHERE c."lojaId" = :lojaId AND c.linhas > 0
)

-- statement: array
SELECT s."parceiroId", coalesce(nullif(p.nome_fantasia, ''), p.razao_social) AS nome, p.telefone1 AS telefone,
  CASE WHEN p.id IS NULL THEN NULL WHEN s.saldo < 0 THEN 'DEVEDOR' WHEN s.saldo > 0 THEN 'CREDOR' ELSE 'QUITADO' END AS status, s.debito, s.credito, s.saldo
FROM saldos s LEFT JOIN parceiros p ON p."lojaId" = :lojaId AND p.id = s."parceiroId"
ORDER BY s.saldo, nome, s."parceiroId"

-- statement: totals
SELECT coalesce(sum(saldo) FILTER (WHERE saldo < 0), 0) AS negativo, coalesce(sum(saldo) FILTER (WHERE saldo > 0), 0) AS positivo, coalesce(sum(saldo), 0) AS geral FROM saldos
