WITH dias AS (
  SELECT a.dia, sum(a.total) AS total, sum(a.linhas) AS qtt
  FROM resumos.f_pedidos_app_dias(:lojaId, :startDate, :endDate) a
  WHERE (:modes IS NULL OR a.mode = ANY(:modes)) AND (:equipamentos IS NULL OR a."equipamentoId" = ANY(:equipamentos))
  GROUP BY 1
), horas AS (
  SELECT a.hora, a.pagamento, sum(a.total) AS total, sum(a.linhas) AS qtt
  FROM resumos.f_pedidos_app(:lojaId, :startDate, :endDate) a
  WHERE (:modes IS NULL OR a.mode = ANY(:modes)) AND (:equipamentos IS NULL OR a."equipamentoId" = ANY(:equipamentos))
  GROUP BY 1, 2
)

-- statement: general
SELECT extract(day FROM dia) AS day, extract(month FROM dia) AS month, dia AS data, total, qtt FROM dias ORDER BY dia

-- statement: perHours
SELECT hora AS hour, lpad(hora::text, 2, '0') || ':00' AS hora, sum(qtt) AS qtt, sum(total) AS total FROM horas GROUP BY horas.hora ORDER BY 1

-- statement: perWeekDays
SELECT extract(dow FROM dia)::int + 1 AS "dayOfWeek", sum(qtt) AS qtt, sum(total) AS total FROM dias GROUP BY 1 ORDER BY 1

-- statement: perPaymentMethods
SELECT coalesce(nullif(pagamento, ''), 'Sem forma de pagamento') AS "paymentName", nullif(pagamento, '') AS pagamento, sum(qtt) AS qtt, sum(total) AS total FROM horas GROUP BY 1, 2 ORDER BY 4 DESC, 1
