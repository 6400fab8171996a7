WITH contas AS (
  SELECT c.id, c.tipo, c."parceiroId", coalesce(nullif(p.nome_fantasia, ''), p.razao_social) AS parceiro, c.descricao, c.parcela, c.ocorrencias, c.vencimento, c.pagamento, c.pago, c.perda,
    CASE WHEN c.pago THEN 'PAGA' WHEN c.perda THEN 'PERDA' WHEN c.vencimento < (now() AT TIME ZONE :tz)::date THEN 'VENCIDA' ELSE 'ABERTA' END AS situacao,
    c.valor, c.valor_pago, c."caixaId", x.abertura, l.nome_fantasia
  FROM "Conta" c
  LEFT JOIN parceiros p ON p."lojaId" = :lojaId AND p.id = c."parceiroId"
  LEFT JOIN caixas x ON x."lojaId" = :lojaId AND x.id = c."caixaId"
  LEFT JOIN lojas l ON l."lojaId" = :lojaId
  WHERE c."lojaId" = :lojaId AND (:billType IS NULL OR c.tipo = :billType)
    AND CASE :de WHEN 'vencimento' THEN c.vencimento BETWEEN :startDate AND :endDate
      WHEN 'caixa' THEN c.pago AND c."caixaId" IS NOT NULL AND c.pagamento BETWEEN :startDate AND :endDate
      ELSE CASE WHEN c.pago THEN c.pagamento ELSE c.vencimento END BETWEEN :startDate AND :endDate AND (c.pago OR c.perda OR c.vencimento < (now() AT TIME ZONE :tz)::date) END
)

-- statement: array
SELECT * FROM contas ORDER BY coalesce(pagamento, vencimento), id

-- statement: totals
SELECT count(*) AS contas, coalesce(sum(valor), 0) AS total_valor, coalesce(sum(valor_pago), 0) AS total_pago,
  coalesce(sum(valor) FILTER (WHERE tipo = 'PAGAR'), 0) AS pagar_valor, coalesce(sum(valor_pago) FILTER (WHERE tipo = 'PAGAR'), 0) AS pagar_pago,
  coalesce(sum(valor) FILTER (WHERE tipo = 'RECEBER'), 0) AS receber_valor, coalesce(sum(valor_pago) FILTER (WHERE tipo = 'RECEBER'), 0) AS receber_pago
FROM contas
