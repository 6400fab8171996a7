-- By hours first: they are few, and the zones of stores differ from UTC by whole ones.
WITH horas AS (
  SELECT date_bin('1 hour', emitida_em, '2000-01-01T00:00Z') AS hora, situacao AS status, sum(valor) AS total, count(*) AS qtd
  FROM fiscais.f_nfces(:lojaId, :startDate, :endDate)
  WHERE vale AND situacao <> 'INUTILIZADA'
    AND (:horario <> 'CADA_DIA' OR (emitida_em AT TIME ZONE :tz)::time BETWEEN (:startDate AT TIME ZONE :tz)::time AND (:endDate AT TIME ZONE :tz)::time)
    AND (:equipamentos IS NULL OR "equipamentoId" = ANY(:equipamentos))
  GROUP BY 1, 2
), notas AS (
  SELECT (hora AT TIME ZONE :tz)::date AS data, status, sum(total) AS total, sum(qtd) AS qtd FROM horas GROUP BY 1, 2
)

-- statement: totalPorDiaStatus
SELECT data, status, total, qtd FROM notas ORDER BY data, status

-- statement: totals
SELECT coalesce(sum(total) FILTER (WHERE status <> 'CANCELADA'), 0) AS total, coalesce(sum(total) FILTER (WHERE status = 'AUTORIZADA'), 0) AS "totalAutorizada",
  coalesce(sum(total) FILTER (WHERE status = 'PENDENTE'), 0) AS "totalPendente", coalesce(sum(total) FILTER (WHERE status = 'CANCELADA'), 0) AS "totalCancelada"
FROM notas
