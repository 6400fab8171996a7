WITH recebidos AS (
  SELECT f.dia, m.id AS "moedaId", m.nome AS moeda, sum(f.valor) AS valor, sum(f.valor_taxa) AS taxa
  FROM (
    SELECT * FROM resumos.f_recebimentos(:lojaId, :startDate, :endDate) s WHERE :horario <> 'CADA_DIA'
    UNION ALL SELECT * FROM resumos.f_recebimentos_cada_dia(:lojaId, :startDate, :endDate) d WHERE :horario = 'CADA_DIA'
  ) f
  JOIN moedas m ON m."lojaId" = :lojaId AND m.id = f."moedaId"
  WHERE f.tipo_mov = 1 AND (:equipamentos IS NULL OR f."equipamentoId" = ANY(:equipamentos))
  GROUP BY 1, 2, 3
)

-- statement: totalPorMoeda
SELECT "moedaId", moeda, sum(valor) AS total, sum(taxa) AS total_taxa, sum(valor) - sum(taxa) AS total_descontado FROM recebidos GROUP BY 1, 2 ORDER BY 3 DESC, 2

-- statement: totalPorDiaMoeda
SELECT dia AS data, moeda, valor AS total FROM recebidos ORDER BY 1, 2

-- statement: totals
SELECT (SELECT id FROM lojas WHERE "lojaId" = :lojaId) AS "lojaId", coalesce(sum(valor), 0) AS total, coalesce(sum(taxa), 0) AS total_taxa, coalesce(sum(valor) - sum(taxa), 0) AS total_descontado FROM recebidos
