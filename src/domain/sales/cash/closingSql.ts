/**
 * The movements of a session, line by line of each category: `$1` the store, `$2` the session, `$3` the store's time zone. Every movement stands in
 * exactly one of vendas, correntistas, sangrias, suprimentos, pagamentos and cancelamentos; the others look at the same movements from another side. `label` is a choice's
 * value or a message where `name` is empty.
 */
export const closingSql = `WITH m AS MATERIALIZED (
    SELECT id, "tipoMovimentoId" AS tipo, tipo_venda, canal_venda, valor_final, total_desconto, total_servico, contado_em,
      deletado_em IS NULL AND coalesce("deletadoPorId", 0) = 0 AS alive
    FROM "Movimentos" WHERE "lojaId" = $1 AND "caixaId" = $2),
  sold AS (SELECT m.*, coalesce((SELECT r.gorjeta AND r.restaurante FROM "Loja_regimes" r
      WHERE r."lojaId" = $1 AND r.vigencia_inicio <= (m.contado_em AT TIME ZONE $3)::date ORDER BY r.vigencia_inicio DESC LIMIT 1), false) AS gorjeta
    FROM m WHERE alive AND tipo = 1 AND contado_em IS NOT NULL),
  r AS (
    SELECT v.valor, v.correntista, coalesce(c.nome, '') AS moeda, m.tipo, m.contado_em
    FROM m JOIN "Movimento_recebimentos" v ON v."lojaId" = $1 AND v."movimentoId" = m.id
      LEFT JOIN moedas c ON c."lojaId" = $1 AND c.id = v."moedaId"
    WHERE m.alive AND v.deletado_em IS NULL AND coalesce(v."deletadoPorId", 0) = 0 AND m.tipo NOT IN (7, 8, 9, 10)),
  p AS (
    SELECT l.descricao, l.qtd, l.valor_final, l.deletado_em IS NOT NULL AS gone, coalesce(g.nome, '') AS grupo, m.tipo, m.contado_em
    FROM m JOIN "Movimentos_produtos" l ON l."lojaId" = $1 AND l."MovimentosId" = m.id
      LEFT JOIN grupos g ON g."lojaId" = $1 AND g.id = l."grupoId"
    WHERE m.alive)
  SELECT category, label, name, qtd::text, total::text FROM (
    SELECT 1 AS at, 'vendas' AS category, CASE WHEN tipo = 1 AND contado_em IS NULL THEN 'line-open' ELSE tipo::text END AS label, '' AS name,
      count(*)::numeric AS qtd, sum(valor_final) AS total FROM m WHERE alive AND tipo IN (1, 2, 4, 5, 6) GROUP BY 3
    UNION ALL SELECT 2, 'recebimentos', 'line-no-currency', moeda, count(*), sum(CASE WHEN tipo = 2 THEN -valor ELSE valor END) FROM r GROUP BY moeda
    UNION ALL SELECT 3, 'atendimentos', tipo_venda, '', count(*), sum(valor_final) FROM sold GROUP BY 3
    UNION ALL SELECT 4, 'canais', canal_venda, '', count(*), sum(valor_final) FROM sold GROUP BY 3
    UNION ALL SELECT 5, 'descontos', 'line-discount', '', count(*), sum(total_desconto) FROM sold WHERE total_desconto > 0 HAVING count(*) > 0
    UNION ALL SELECT 5, 'descontos', CASE WHEN gorjeta THEN 'line-tip' ELSE 'line-service' END, '', count(*), sum(total_servico)
      FROM sold WHERE total_servico > 0 GROUP BY 3
    UNION ALL SELECT 6, 'cancelamentos', tipo::text, '', count(*), sum(valor_final) FROM m WHERE NOT alive GROUP BY 3
    UNION ALL SELECT 7, 'excluidos', '', descricao, sum(qtd), sum(valor_final) FROM p WHERE gone GROUP BY descricao
    UNION ALL SELECT 8, 'sangrias', tipo::text, '', count(*), sum(valor_final) FROM m WHERE alive AND tipo = 8 GROUP BY 3
    UNION ALL SELECT 9, 'suprimentos', tipo::text, '', count(*), sum(valor_final) FROM m WHERE alive AND tipo = 9 GROUP BY 3
    UNION ALL SELECT 10, 'pagamentos', tipo::text, '', count(*), sum(valor_final) FROM m WHERE alive AND tipo = 10 GROUP BY 3
    UNION ALL SELECT 11, 'correntistas', tipo::text, '', count(*), sum(valor_final) FROM m WHERE alive AND tipo IN (3, 7) GROUP BY 3
    UNION ALL SELECT 11, 'correntistas', 'line-account', '', count(*), sum(valor) FROM r WHERE correntista AND tipo = 1 HAVING count(*) > 0
    UNION ALL SELECT 12, 'produtos', 'line-no-group', grupo, sum(qtd), sum(valor_final) FROM p
      WHERE NOT gone AND tipo = 1 AND contado_em IS NOT NULL GROUP BY grupo
  ) x ORDER BY at, total DESC, label, name`
