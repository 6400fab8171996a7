-- statement: rows
SELECT f.canal_venda AS nome, sum(f.valor_final) AS total_bruto, coalesce(sum(f.valor_final) / nullif(sum(f.pessoas), 0), 0) AS ticket_medio, sum(f.pessoas) AS numero_pessoas
FROM (
    SELECT * FROM resumos.f_vendas(:lojaId, :startDate, :endDate) s WHERE :horario <> 'CADA_DIA'
    UNION ALL SELECT * FROM resumos.f_vendas_cada_dia(:lojaId, :startDate, :endDate) d WHERE :horario = 'CADA_DIA'
  ) f
WHERE f.tipo_mov = 1 AND (:types IS NULL OR f.tipo_venda = ANY(:types))
GROUP BY 1 ORDER BY 2 DESC, 1
