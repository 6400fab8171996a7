WITH itens AS (
  SELECT i.id, i."MovimentosId", i.deletado_em, i."deletadoPorId", i.cod_prod, i.descricao, i.qtd, i.valor_unitario, i.valor_final, i.deletado_motivo,
    CASE WHEN i."deletadoPorId" IS NULL THEN 'Sem nome' ELSE coalesce(nullif(p.nome_fantasia, ''), p.razao_social, 'Parceiro ' || i."deletadoPorId" || ' não encontrado') END AS deletado_por_nome
  FROM "Movimentos_produtos" i
  LEFT JOIN parceiros p ON p."lojaId" = :lojaId AND p.id = i."deletadoPorId"
  WHERE i."lojaId" = :lojaId AND i.deletado_em >= :startDate AND i.deletado_em < :endDate + interval '1 millisecond'
    AND (:horario <> 'CADA_DIA' OR (i.deletado_em AT TIME ZONE :tz)::time BETWEEN (:startDate AT TIME ZONE :tz)::time AND (:endDate AT TIME ZONE :tz)::time)
)

-- statement: totais_por_vendedor
SELECT deletado_por_nome, sum(qtd) AS qtd, sum(valor_final) AS valor_final FROM itens GROUP BY "deletadoPorId", deletado_por_nome ORDER BY 3 DESC, 1

-- statement: array
SELECT i.id, i."MovimentosId" AS "movimentoId", i.deletado_em, i.deletado_por_nome, i.cod_prod::text AS cod_prod, i.descricao, i.qtd, i.valor_unitario, i.valor_final, m.comanda::text AS comanda, i.deletado_motivo
FROM itens i JOIN "Movimentos" m ON m."lojaId" = :lojaId AND m.id = i."MovimentosId"
ORDER BY i.deletado_em DESC, i.id DESC
