-- statement: linhas
WITH vendas AS (
  SELECT m.nome, sum(f.valor) AS valor
  FROM resumos.f_recebimentos(:lojaId, :startDate::timestamp AT TIME ZONE :tz, (:endDate + 1)::timestamp AT TIME ZONE :tz - interval '1 millisecond') f
  JOIN moedas m ON m."lojaId" = :lojaId AND m.id = f."moedaId"
  WHERE f.tipo_mov = 1 GROUP BY 1
), contas AS (
  SELECT c.tipo, coalesce(k.nome, 'Sem classificação') AS nome, CASE WHEN c.tipo = 'PAGAR' THEN coalesce(k.dre, 'CUSTOS_FIXOS') END AS dre, sum(c.valor_pago) AS valor
  FROM "Conta" c
  LEFT JOIN "Conta_classificacoes" k ON k."lojaId" = :lojaId AND k.id = c."classificacaoId"
  WHERE c."lojaId" = :lojaId AND c.pago AND c.pagamento BETWEEN :startDate AND :endDate
  GROUP BY 1, 2, 3
), periodos AS (
  SELECT greatest(r.vigencia_inicio, :startDate::date) AS de,
    least(coalesce(lead(r.vigencia_inicio) OVER (ORDER BY r.vigencia_inicio) - 1, :endDate::date), :endDate::date) AS ate, r.gorjeta AND r.restaurante AS gorjeta
  FROM "Loja_regimes" r WHERE r."lojaId" = :lojaId
), gorjetas AS (
  -- Service that goes to the staff is their money, though it came in with the sales.
  SELECT coalesce(sum(v.total_servico), 0) AS valor
  FROM periodos p JOIN resumos.vendas_hora v ON v."lojaId" = :lojaId AND v.tipo_mov = 1
    AND v.hora >= p.de::timestamp AT TIME ZONE :tz AND v.hora < (p.ate + 1)::timestamp AT TIME ZONE :tz
  WHERE p.gorjeta AND p.de <= p.ate
), folhas AS (
  SELECT '1.1' AS pai, nome, valor FROM vendas
  UNION ALL SELECT '1.2', nome, valor FROM contas WHERE tipo = 'RECEBER'
  UNION ALL SELECT '1.3', 'Serviço repassado à equipe', -valor FROM gorjetas WHERE valor > 0
  UNION ALL SELECT CASE dre WHEN 'PRODUTO' THEN '2.1' WHEN 'CUSTOS_VARIAVEIS' THEN '2.2' WHEN 'CUSTOS_FIXOS' THEN '4.1' ELSE '6.1' END, nome, valor FROM contas WHERE tipo = 'PAGAR' AND dre <> 'GORJETAS'
), grupos(id, nome) AS (
  VALUES ('1.1', 'Vendas'), ('1.2', 'Outras receitas'), ('2.1', 'Produtos'), ('2.2', 'Custos variáveis'), ('4.1', 'Custos fixos'), ('6.1', 'Investimentos')
  UNION ALL SELECT '1.3', 'Gorjetas da equipe' FROM gorjetas WHERE valor > 0
), somas AS (
  SELECT coalesce(sum(valor) FILTER (WHERE pai LIKE '1.%'), 0) AS s1, coalesce(sum(valor) FILTER (WHERE pai LIKE '2.%'), 0) AS s2,
    coalesce(sum(valor) FILTER (WHERE pai LIKE '4.%'), 0) AS s4, coalesce(sum(valor) FILTER (WHERE pai LIKE '6.%'), 0) AS s6
  FROM folhas
), linhas AS (
  SELECT l.id, NULL::text AS pai, l.nome, l.valor, l.subtotal FROM somas, LATERAL (VALUES
    ('1', '1. Receitas', s1, false), ('2', '2. Produtos e custos variáveis', -s2, false), ('3', '3. Margem de contribuição', s1 - s2, true),
    ('4', '4. Custos fixos', -s4, false), ('5', '5. Resultado operacional', s1 - s2 - s4, true), ('6', '6. Investimentos', -s6, false),
    ('7', '7. Resultado', s1 - s2 - s4 - s6, true)) AS l(id, nome, valor, subtotal)
  UNION ALL SELECT g.id, left(g.id, 1), g.nome, coalesce((SELECT sum(f.valor) FROM folhas f WHERE f.pai = g.id), 0) * CASE WHEN g.id LIKE '1%' THEN 1 ELSE -1 END, false FROM grupos g
  UNION ALL SELECT f.pai || '.' || f.nome, f.pai, f.nome, f.valor * CASE WHEN f.pai LIKE '1%' THEN 1 ELSE -1 END, false FROM folhas f
)
SELECT l.id, l.pai, l.nome AS name, l.valor AS value, l.valor * 100 / nullif(s.s1, 0) AS percent, l.subtotal
FROM linhas l, somas s WHERE EXISTS (SELECT FROM folhas)
ORDER BY CASE WHEN l.pai IS NULL OR l.id IN (SELECT id FROM grupos) THEN l.id END NULLS LAST, abs(l.valor) DESC, l.nome
