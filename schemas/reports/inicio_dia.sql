WITH dias AS (
  SELECT k, (:dia - 7 * k)::timestamp AT TIME ZONE :tz AS inicio, (:dia - 7 * k + 1)::timestamp AT TIME ZONE :tz - interval '1 millisecond' AS fim,
    least((:dia - 7 * k)::timestamp + (now() AT TIME ZONE :tz - :dia), (:dia - 7 * k + 1)::timestamp) AT TIME ZONE :tz - interval '1 millisecond' AS agora
  FROM generate_series(0, 8) k
), vendas AS (
  SELECT d.k, extract(hour FROM v.hora AT TIME ZONE :tz)::int AS hora, sum(v.valor_final) AS valor
  FROM dias d CROSS JOIN LATERAL resumos.f_vendas(:lojaId, d.inicio, d.fim) v WHERE v.tipo_mov = 1 GROUP BY 1, 2
), abertos AS (SELECT DISTINCT k FROM vendas WHERE k > 0)

-- statement: horas
, costume AS (
  SELECT h AS hora, array_agg(coalesce(v.valor, 0) ORDER BY coalesce(v.valor, 0)) AS lista, count(*)::int AS n
  FROM generate_series(0, 23) h CROSS JOIN abertos a LEFT JOIN vendas v ON v.k = a.k AND v.hora = h GROUP BY 1
), horas AS (
  SELECT hora, (lista[(n + 1) / 2] + lista[n / 2 + 1]) / 2 AS costume FROM costume
)
SELECT h AS hora, CASE WHEN v.valor IS NOT NULL OR :dia + h * interval '1 hour' <= now() AT TIME ZONE :tz THEN coalesce(v.valor, 0) END AS valor_final, c.costume
FROM generate_series(0, 23) h LEFT JOIN vendas v ON v.k = 0 AND v.hora = h LEFT JOIN horas c ON c.hora = h
WHERE v.valor IS NOT NULL OR c.costume > 0 ORDER BY 1

-- statement: totals
, ate_agora AS (
  SELECT d.k, sum(v.valor_final) AS valor FROM dias d CROSS JOIN LATERAL resumos.f_vendas(:lojaId, d.inicio, d.agora) v
  WHERE d.k > 0 AND v.tipo_mov = 1 GROUP BY 1
), dia AS (
  SELECT array_agg(valor ORDER BY valor) AS lista, count(*)::int AS n FROM (SELECT sum(valor) AS valor FROM vendas WHERE k > 0 GROUP BY k) s
), agora AS (
  SELECT array_agg(coalesce(e.valor, 0) ORDER BY coalesce(e.valor, 0)) AS lista, count(*)::int AS n FROM abertos a LEFT JOIN ate_agora e ON e.k = a.k
), figuras AS (
  SELECT coalesce((SELECT sum(valor) FROM vendas WHERE k = 0), 0) AS vendido,
    (dia.lista[(dia.n + 1) / 2] + dia.lista[dia.n / 2 + 1]) / 2 AS costume,
    (agora.lista[(agora.n + 1) / 2] + agora.lista[agora.n / 2 + 1]) / 2 AS costume_agora
  FROM dia CROSS JOIN agora
)
SELECT f.vendido, f.costume, f.costume_agora,
  CASE WHEN :dia >= (now() AT TIME ZONE :tz)::date AND f.costume IS NOT NULL THEN f.vendido + greatest(f.costume - f.costume_agora, 0) END AS previsto,
  (SELECT coalesce((ARRAY[m.domingo, m.segunda, m.terca, m.quarta, m.quinta, m.sexta, m.sabado])[extract(dow FROM :dia)::int + 1], m.meta_dia)
   FROM "Loja_metas" m WHERE m."lojaId" = :lojaId AND m.vigencia_inicio <= :dia ORDER BY m.vigencia_inicio DESC LIMIT 1) AS meta
FROM figuras f
