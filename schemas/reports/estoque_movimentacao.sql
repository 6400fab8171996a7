-- statement: movimentacao
SELECT m.data, m."desc", m.qtd, m.saldo, m.saldo <= 0 AS "emFalta", m.saldo > 0 AND m.saldo <= coalesce(p.qtd_min_prod, 0) AS minimo
FROM estoque.f_movimentacao(:lojaId, :produtoId, coalesce(:createdBefore::timestamptz, now()), :tz) m
JOIN produtos p ON p."lojaId" = :lojaId AND p.id = :produtoId
ORDER BY m.lugar DESC
