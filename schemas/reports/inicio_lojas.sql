-- statement: totals
WITH dias AS (
  SELECT k, (date_trunc('day', now() AT TIME ZONE :tz) - k * interval '7 days') AT TIME ZONE :tz AS inicio,
    ((now() AT TIME ZONE :tz) - k * interval '7 days') AT TIME ZONE :tz - interval '1 millisecond' AS agora,
    (date_trunc('day', now() AT TIME ZONE :tz) - k * interval '7 days' + interval '1 day') AT TIME ZONE :tz AS depois
  FROM generate_series(0, 8) k
), vendas AS (
  SELECT d.k, sum(v.valor_final) AS valor, sum(v.pessoas) AS pessoas
  FROM dias d CROSS JOIN LATERAL resumos.f_vendas(:lojaId, d.inicio, CASE WHEN d.k = 0 THEN d.depois ELSE d.agora END) v
  WHERE v.tipo_mov = 1 GROUP BY 1
), abertos AS (
  SELECT d.k FROM dias d
  WHERE d.k > 0 AND EXISTS (SELECT FROM resumos.vendas_hora h WHERE h."lojaId" = :lojaId AND h.hora >= d.inicio AND h.hora < d.depois AND h.tipo_mov = 1)
), costume AS (
  SELECT (lista[(n + 1) / 2] + lista[n / 2 + 1]) / 2 AS valor
  FROM (
    SELECT array_agg(coalesce(v.valor, 0) ORDER BY coalesce(v.valor, 0)) AS lista, count(*)::int AS n FROM abertos a LEFT JOIN vendas v ON v.k = a.k
  ) s
), hoje AS (
  SELECT coalesce(sum(valor), 0) AS valor, sum(valor) / nullif(sum(pessoas), 0) AS ticket FROM vendas WHERE k = 0
), caixas_fechados AS (
  SELECT coalesce(sum(x.total_falta), 0) AS falta, coalesce(sum(x.total_sobra), 0) AS sobra
  FROM caixas x CROSS JOIN (SELECT inicio FROM dias WHERE k = 0) d
  WHERE x."lojaId" = :lojaId AND (x.status = 1 OR x.status = 2 AND x.aberto_em >= d.inicio - interval '2 days' AND x.fechado_em >= d.inicio)
)
SELECT h.valor AS vendas, c.valor AS costume, (h.valor - c.valor) * 100 / nullif(c.valor, 0) AS variacao, h.ticket AS ticket_medio,
  (SELECT sum(json_array_length(p.comandas::json)) FROM "PDV_local" p
   WHERE p."lojaId" = :lojaId AND p.atualizado_em > now() - interval '12 hours') AS comandas,
  x.falta, x.sobra, (SELECT count(*) FROM "NFCes" n WHERE n."lojaId" = :lojaId AND n.situacao = 'PENDENTE') AS notas
FROM hoje h CROSS JOIN costume c CROSS JOIN caixas_fechados x
