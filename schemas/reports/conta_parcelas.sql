-- Instalments of one saving follow the first; those of a note or an order have that in common.
WITH esta AS (SELECT "nfeId", "pedidoId" FROM "Conta" WHERE "lojaId" = :lojaId AND id = :contaId)

-- statement: array
SELECT c.id, c.parcela, c.vencimento, c.descricao, c.valor, c.pago, c.pagamento
FROM "Conta" c
WHERE c."lojaId" = :lojaId AND (c.id = :contaId OR c."contaId" = :contaId OR c."nfeId" = (SELECT "nfeId" FROM esta) OR c."pedidoId" = (SELECT "pedidoId" FROM esta))
ORDER BY c.parcela, c.vencimento, c.id
