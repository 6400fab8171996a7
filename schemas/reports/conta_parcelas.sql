-- statement: array
SELECT id, parcela, vencimento, descricao, valor, pago, pagamento
FROM "Conta" WHERE "lojaId" = :lojaId AND (id = :contaId OR "contaId" = :contaId)
ORDER BY parcela, vencimento, id
