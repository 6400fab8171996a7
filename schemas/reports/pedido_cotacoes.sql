-- statement: cotacoes
SELECT c.id, c.codigo, p.nome_fantasia AS fornecedor, c.status, CASE WHEN c.status IN ('RESPONDIDA', 'ACEITA') THEN c.total END AS total, c.entrega, c.valida_ate,
  c.observacao
FROM cotacoes c LEFT JOIN parceiros p ON p."lojaId" = c."lojaId" AND p.id = c."parceiroId"
WHERE c."lojaId" = :lojaId AND c."pedidoId" = :pedidoId
ORDER BY c.id

-- statement: precos
-- A line that has left the order since has no price of its own any more.
SELECT c.id AS "cotacaoId", q.descricao, q.quantidade, i.valor_unitario, p.nome_fantasia AS fornecedor, q.preco, q.preco - i.valor_unitario AS diferenca
FROM cotacoes c
JOIN cotacoes_itens q ON q."lojaId" = c."lojaId" AND q."cotacoesId" = c.id
LEFT JOIN pedidos_itens i ON i."lojaId" = q."lojaId" AND i.id = q."itemId"
LEFT JOIN parceiros p ON p."lojaId" = c."lojaId" AND p.id = c."parceiroId"
WHERE c."lojaId" = :lojaId AND c."pedidoId" = :pedidoId AND c.status IN ('RESPONDIDA', 'ACEITA') AND q.preco > 0
ORDER BY q.ordem, q."itemId", q.preco, c.id

-- statement: respondidas
SELECT c.id, c.codigo || coalesce(' · ' || p.nome_fantasia, '') || ' · R$ ' || replace(c.total::text, '.', ',') AS texto
FROM cotacoes c LEFT JOIN parceiros p ON p."lojaId" = c."lojaId" AND p.id = c."parceiroId"
WHERE c."lojaId" = :lojaId AND c."pedidoId" = :pedidoId AND c.status = 'RESPONDIDA'
ORDER BY c.total, c.id
