WITH notas AS (
  SELECT ("dhEmi" AT TIME ZONE :tz)::date AS data, situacao AS status, sum("vNF") AS total, count(*) AS qtd
  FROM "NFCes"
  WHERE "lojaId" = :lojaId AND "dhEmi" >= :startDate AND "dhEmi" < :endDate + interval '1 millisecond' AND situacao <> 'INUTILIZADA'
    AND (:equipamentos IS NULL OR "equipamentoId" = ANY(:equipamentos))
  GROUP BY 1, 2
)

-- statement: totalPorDiaStatus
SELECT data, status, total, qtd FROM notas ORDER BY data, status

-- statement: totals
SELECT coalesce(sum(total), 0) AS total, coalesce(sum(total) FILTER (WHERE status = 'AUTORIZADA'), 0) AS "totalAutorizada",
  coalesce(sum(total) FILTER (WHERE status = 'PENDENTE'), 0) AS "totalPendente", coalesce(sum(total) FILTER (WHERE status = 'CANCELADA'), 0) AS "totalCancelada"
FROM notas
