-- statement: totalPorFornecedor
SELECT fornecedor_nome, count(*) AS qtd, sum(total) AS total
FROM (
  SELECT coalesce(nullif("xNome", ''), "CNPJ", 'Sem nome') AS fornecedor_nome, "vNF" AS total
  FROM nfes
  WHERE :nfesEmitidas = 'false' AND "lojaId" = :lojaId AND "cSitNFe" = 1 AND "dhEmi" >= :startDate AND "dhEmi" < :endDate + interval '1 millisecond'
  UNION ALL
  SELECT coalesce(nullif(p.razao_social, ''), p.nome_fantasia, 'Sem destinatário'), e.total_nota
  FROM "NFe_emissaos" e
  LEFT JOIN parceiros p ON p."lojaId" = :lojaId AND p.id = e."destinatarioId"
  WHERE :nfesEmitidas = 'true' AND e."lojaId" = :lojaId AND e.situacao = 'AUTORIZADA' AND e.emitida_em >= :startDate AND e.emitida_em < :endDate + interval '1 millisecond'
) notas
GROUP BY 1 ORDER BY 3 DESC, 1
