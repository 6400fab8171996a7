-- statement: totals
SELECT (SELECT count(*) FROM "NFCes" WHERE "lojaId" = :lojaId AND situacao = 'PENDENTE') AS nfce_pendentes,
  (SELECT count(*) FROM (SELECT FROM "Movimentos" m WHERE m."lojaId" = :lojaId AND m.recebido_em > now() - interval '30 days'
     AND m.canal_venda = 'IFOOD' AND m.tipo_venda = 'DELIVERY'
     AND NOT EXISTS (SELECT FROM intermediadores i WHERE i."lojaId" = :lojaId AND i.canal_venda = 'IFOOD') LIMIT 1) s) AS sem_intermediador
