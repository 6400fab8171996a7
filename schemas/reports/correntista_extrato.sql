WITH lancamentos AS (
  SELECT m.id, m.contado_em, m."tipoMovimentoId" AS tipo, m.comanda,
    CASE WHEN r.correntista AND coalesce(m."tipoMovimentoId", 1) <> 2 OR m."tipoMovimentoId" = 7 THEN r.valor ELSE 0 END AS debito,
    CASE WHEN m."tipoMovimentoId" = 3 OR (r.correntista AND m."tipoMovimentoId" = 2) THEN r.valor ELSE 0 END AS credito
  FROM "Movimentos" m
  JOIN "Movimento_recebimentos" r ON r."lojaId" = :lojaId AND r."movimentoId" = m.id AND r.deletado_em IS NULL
  WHERE m."lojaId" = :lojaId AND m."parceiroId" = :parceiroId AND m.contado_em IS NOT NULL AND m.deletado_em IS NULL
    AND m.contado_em < :endDate + interval '1 millisecond' AND (r.correntista OR m."tipoMovimentoId" IN (3, 7))
), anterior AS (
  SELECT coalesce(sum(credito - debito), 0) AS saldo FROM lancamentos WHERE contado_em < :startDate
), movimentos AS (
  SELECT id, contado_em, tipo, comanda, sum(debito) AS debito, sum(credito) AS credito FROM lancamentos WHERE contado_em >= :startDate GROUP BY 1, 2, 3, 4
)

-- statement: array
SELECT id AS "movimentoId", contado_em AS data,
  CASE tipo WHEN 1 THEN 'Venda' WHEN 2 THEN 'Devolução' WHEN 3 THEN 'Recebimento de correntista' WHEN 7 THEN 'Vale de correntista' ELSE 'Movimento' END || coalesce(' · comanda ' || comanda, '') AS descricao,
  debito, credito, (SELECT saldo FROM anterior) + sum(credito - debito) OVER (ORDER BY contado_em, id) AS saldo
FROM movimentos ORDER BY contado_em, id

-- statement: totals
SELECT (SELECT saldo FROM anterior) AS saldo_anterior, coalesce(sum(debito), 0) AS negativo, coalesce(sum(credito), 0) AS positivo,
  (SELECT saldo FROM anterior) + coalesce(sum(credito - debito), 0) AS geral
FROM movimentos
