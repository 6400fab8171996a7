-- statement: array
SELECT c.id, c.abertura, e.nome AS equipamento, c.operador, c.aberto_em
FROM caixas c LEFT JOIN equipamentos e ON e."lojaId" = :lojaId AND e.id = c."equipamentoId"
WHERE c."lojaId" = :lojaId AND c.status = 0 ORDER BY c.aberto_em, c.id

-- statement: totals
SELECT count(*) FILTER (WHERE status = 0) AS abertos, count(*) FILTER (WHERE status = 1) AS a_conferir,
  count(*) FILTER (WHERE status = 1 AND divergencia <> 'SEM') AS com_diferenca
FROM caixas WHERE "lojaId" = :lojaId AND status IN (0, 1)
