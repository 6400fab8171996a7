-- statement: array
SELECT * FROM contas ORDER BY parceiro, vencimento, id
LIMIT 20000

-- statement: parceiros
SELECT coalesce(parceiro, 'Sem parceiro') AS parceiro, count(*) AS contas, sum(valor) AS valor, coalesce(sum(valor_pago), 0) AS valor_pago,
  coalesce(sum(valor) FILTER (WHERE pago IS NOT TRUE AND perda IS NOT TRUE), 0) AS aberto
FROM contas GROUP BY 1 ORDER BY 3 DESC, 1
