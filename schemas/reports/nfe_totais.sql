-- statement: totalPorFornecedor
SELECT fornecedor_nome, count(*) AS qtd, sum(total) AS total
FROM (
  SELECT coalesce(nome, 'Sem nome') AS fornecedor_nome, valor AS total
  FROM fiscais.f_nfes_recebidas(:lojaId, :startDate, :endDate)
  WHERE :nfesEmitidas = 'false' AND vale AND situacao = 'AUTORIZADA'
  UNION ALL
  SELECT coalesce(nome, 'Sem destinatário'), valor
  FROM fiscais.f_nfes_emitidas(:lojaId, :startDate, :endDate)
  WHERE :nfesEmitidas = 'true' AND vale AND situacao = 'AUTORIZADA'
) notas
GROUP BY 1 ORDER BY 3 DESC, 1
