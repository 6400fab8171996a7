-- By hours first: they are few, and the zones of stores differ from UTC by whole ones.
WITH horas AS (
  SELECT date_bin('1 hour', a."createdAt", '2000-01-01T00:00Z') AS hora, a."paymentName", sum(a."totalDisplay") AS total, count(*) AS qtt
  FROM "AppPedidos" a
  WHERE a."lojaId" = :lojaId AND a."createdAt" >= :startDate AND a."createdAt" < :endDate + interval '1 millisecond' AND NOT a.canceled
    AND (:modes IS NULL OR a.mode = ANY(:modes)) AND (:equipamentos IS NULL OR a."equipamentoId" = ANY(:equipamentos))
  GROUP BY 1, 2
), pedidos AS (
  SELECT hora AT TIME ZONE :tz AS em, "paymentName", total, qtt FROM horas
)

-- statement: general
SELECT extract(day FROM em::date) AS day, extract(month FROM em::date) AS month, em::date AS data, sum(total) AS total, sum(qtt) AS qtt
FROM pedidos GROUP BY em::date ORDER BY em::date

-- statement: perHours
SELECT extract(hour FROM em) AS hour, to_char(em, 'HH24":00"') AS hora, sum(qtt) AS qtt, sum(total) AS total FROM pedidos GROUP BY 1, 2 ORDER BY 1

-- statement: perWeekDays
SELECT extract(dow FROM em)::int + 1 AS "dayOfWeek", sum(qtt) AS qtt, sum(total) AS total FROM pedidos GROUP BY 1 ORDER BY 1

-- statement: perPaymentMethods
SELECT coalesce(nullif("paymentName", ''), 'Sem forma de pagamento') AS "paymentName", sum(qtt) AS qtt, sum(total) AS total FROM pedidos GROUP BY 1 ORDER BY 3 DESC, 1
