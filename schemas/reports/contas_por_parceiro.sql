-- statement: array
SELECT * FROM contas ORDER BY parceiro, vencimento, id

-- statement: parceiros
SELECT coalesce(parceiro, 'Sem parceiro') AS parceiro, tipo, count(*) AS contas, sum(valor) AS valor, coalesce(sum(valor_pago), 0) AS valor_pago,
  coalesce(sum(valor) FILTER (WHERE pago IS NOT TRUE AND perda IS NOT TRUE), 0) AS aberto
FROM contas GROUP BY "parceiroId", 1, 2 ORDER BY 4 DESC, 1, "parceiroId"

-- statement: totals
SELECT count(*) AS contas, coalesce(sum(valor), 0) AS total_valor, coalesce(sum(valor_pago), 0) AS total_pago,
  coalesce(sum(valor) FILTER (WHERE tipo = 'PAGAR'), 0) AS pagar_valor, coalesce(sum(valor_pago) FILTER (WHERE tipo = 'PAGAR'), 0) AS pagar_pago,
  coalesce(sum(valor) FILTER (WHERE tipo = 'RECEBER'), 0) AS receber_valor, coalesce(sum(valor_pago) FILTER (WHERE tipo = 'RECEBER'), 0) AS receber_pago
FROM contas
