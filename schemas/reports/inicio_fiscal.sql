-- statement: totals
SELECT count(*) AS nfce_pendentes FROM "NFCes" WHERE "lojaId" = :lojaId AND situacao = 'PENDENTE'
