WITH entradas AS (
  SELECT m.id AS "moedaId", m.nome, sum(f.valor) AS total
  FROM resumos.f_recebimentos(:lojaId, :incomeStartDate, :incomeEndDate) f
  JOIN moedas m ON m."lojaId" = :lojaId AND m.id = f."moedaId"
  WHERE f.tipo_mov = 1
  GROUP BY 1, 2
), saidas AS (
  SELECT k.id AS "classificacaoId", coalesce(k.nome, 'Sem classificação') AS nome, sum(c.valor_pago) AS total
  FROM "Conta" c
  LEFT JOIN "Conta_classificacoes" k ON k."lojaId" = :lojaId AND k.id = c."classificacaoId"
  WHERE c."lojaId" = :lojaId AND c.tipo = 'PAGAR' AND c.pago AND c.pagamento BETWEEN :billsStartDate AND :billsEndDate
  GROUP BY 1, 2
)

-- statement: receitas
SELECT "moedaId", nome, total * 100 / nullif(sum(total) OVER (), 0) AS porcentagem, total FROM entradas ORDER BY total DESC, nome

-- statement: despesas
SELECT "classificacaoId", nome, total * 100 / nullif(sum(total) OVER (), 0) AS porcentagem, total FROM saidas ORDER BY total DESC, nome

-- statement: totals
SELECT r.total - d.total AS resultado, coalesce((r.total - d.total) * 100 / nullif(r.total, 0), 0) AS lucratividade
FROM (SELECT coalesce(sum(total), 0) AS total FROM entradas) r, (SELECT coalesce(sum(total), 0) AS total FROM saidas) d
