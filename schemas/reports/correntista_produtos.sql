-- statement: array
SELECT m.id AS "movimentoId", m.contado_em AS data, i.cod_prod::text AS cod_prod, i.descricao, s.sinal * i.qtd AS qtd, i.valor_unitario, s.sinal * i.valor_final AS valor_final
FROM "Movimentos" m CROSS JOIN LATERAL (SELECT CASE WHEN m."tipoMovimentoId" = 2 THEN -1 ELSE 1 END AS sinal) s
JOIN "Movimentos_produtos" i ON i."lojaId" = :lojaId AND i."MovimentosId" = m.id AND i.deletado_em IS NULL
WHERE m."lojaId" = :lojaId AND m."parceiroId" = :parceiroId AND m.contado_em >= :startDate AND m.contado_em < :endDate + interval '1 millisecond' AND m.deletado_em IS NULL
  AND EXISTS (SELECT FROM "Movimento_recebimentos" r WHERE r."lojaId" = :lojaId AND r."movimentoId" = m.id AND r.correntista AND r.deletado_em IS NULL)
ORDER BY m.contado_em, m.id, i.ordem, i.id
