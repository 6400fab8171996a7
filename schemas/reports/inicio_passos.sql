-- statement: totals
SELECT EXISTS (SELECT 1 FROM produtos WHERE "lojaId" = :lojaId)::int AS produtos,
  EXISTS (SELECT 1 FROM moedas WHERE "lojaId" = :lojaId)::int AS moedas,
  EXISTS (SELECT 1 FROM equipamentos WHERE "lojaId" = :lojaId)::int AS equipamentos,
  ((SELECT count(*) FROM user_lojas WHERE "lojaId" = :lojaId) > 1)::int AS equipe,
  EXISTS (SELECT 1 FROM "Movimentos" WHERE "lojaId" = :lojaId)::int AS vendas
