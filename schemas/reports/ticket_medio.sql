WITH vendas AS (
  SELECT f.hora, sum(f.valor_final) AS valor_final, sum(f.pessoas) AS pessoas, sum(f.permanencia * 60000 + f.permanencia_ms) AS permanencia, sum(f.permanencias) AS permanencias
  FROM (
    SELECT * FROM resumos.f_vendas(:lojaId, :startDate, :endDate) s WHERE :horario <> 'CADA_DIA'
    UNION ALL SELECT * FROM resumos.f_vendas_cada_dia(:lojaId, :startDate, :endDate) d WHERE :horario = 'CADA_DIA'
  ) f
  WHERE f.tipo_mov = 1
    AND (:channels IS NULL OR f.canal_venda = ANY(:channels))
    AND (:types IS NULL OR f.tipo_venda = ANY(:types))
  GROUP BY f.hora
)

-- statement: ticketDia
SELECT (hora AT TIME ZONE :tz)::date AS dia, sum(valor_final) AS valor_final, sum(pessoas) AS numero_pessoas,
  sum(valor_final) / nullif(sum(pessoas), 0) AS ticket_medio
FROM vendas GROUP BY 1 ORDER BY 1

-- statement: ticketHora
SELECT extract(hour FROM hora AT TIME ZONE :tz) AS hora, sum(valor_final) AS valor_final, sum(pessoas) AS numero_pessoas,
  sum(valor_final) / nullif(sum(pessoas), 0) AS ticket_medio
FROM vendas GROUP BY 1 ORDER BY 1

-- statement: totais
SELECT coalesce(sum(valor_final), 0) AS valor_final, coalesce(sum(pessoas), 0) AS numero_pessoas,
  coalesce(sum(valor_final) / nullif(sum(pessoas), 0), 0) AS ticket_medio,
  coalesce(sum(permanencia) / nullif(sum(permanencias) * 60000, 0), 0) AS permanencia_media
FROM vendas
