/**
 * The balance of a session's movements in each currency, beside its point of sale's own: `$1` the store, `$2` the session. Returns, withdrawals and
 * payments go out, and so does an advance to an account holder, unless its line is the account itself; cancelled or deleted movements never came.
 */
export const sessionSumsSql = `WITH apurados AS (
    SELECT r."moedaId", sum(CASE WHEN m."tipoMovimentoId" IN (2, 8, 10) OR m."tipoMovimentoId" = 7 AND r.correntista IS NOT TRUE THEN -r.valor ELSE r.valor END) AS apurado
    FROM "Movimentos" m JOIN "Movimento_recebimentos" r ON r."lojaId" = $1 AND r."movimentoId" = m.id
    WHERE m."lojaId" = $1 AND m."caixaId" = $2 AND m.deletado_em IS NULL AND coalesce(m."deletadoPorId", 0) = 0
      AND r.deletado_em IS NULL AND coalesce(r."deletadoPorId", 0) = 0
    GROUP BY 1),
  ditos AS (SELECT "moedaId", valor_contabilizado FROM caixas_valores WHERE "lojaId" = $1 AND "caixasId" = $2)
  SELECT coalesce(c.nome, '') AS moeda, coalesce(d.valor_contabilizado, 0)::text AS contabilizado, coalesce(a.apurado, 0)::text AS apurado,
    (coalesce(a.apurado, 0) - coalesce(d.valor_contabilizado, 0))::text AS diferenca
  FROM apurados a FULL JOIN ditos d ON d."moedaId" = a."moedaId"
    LEFT JOIN moedas c ON c."lojaId" = $1 AND c.id = coalesce(a."moedaId", d."moedaId")
  ORDER BY moeda`
