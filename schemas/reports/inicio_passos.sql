-- statement: totals
SELECT EXISTS (SELECT 1 FROM lojas WHERE "lojaId" = :lojaId AND telefone <> '' AND cep <> '' AND logradouro <> '' AND numero <> ''
    AND cidade <> '' AND uf <> '' AND (razao_social <> '' OR length(cnpj) = 11))::int AS perfil,
  EXISTS (SELECT 1 FROM produtos WHERE "lojaId" = :lojaId)::int AS produtos,
  EXISTS (SELECT 1 FROM moedas WHERE "lojaId" = :lojaId)::int AS moedas,
  EXISTS (SELECT 1 FROM equipamentos e WHERE e."lojaId" = :lojaId AND NOT EXISTS (SELECT 1 FROM "Movimentos" m
    WHERE m."lojaId" = :lojaId AND m."equipamentoId" = e.id AND m.chave = 'venda-simulada' AND m.simulada))::int AS equipamentos,
  ((SELECT count(*) FROM user_lojas WHERE "lojaId" = :lojaId AND convite IS DISTINCT FROM 3) > 1)::int AS equipe,
  EXISTS (SELECT 1 FROM "Loja_publicacoes" WHERE "lojaId" = :lojaId AND publicado_em IS NOT NULL)::int AS cardapio,
  EXISTS (SELECT 1 FROM "Movimentos" WHERE "lojaId" = :lojaId AND simulada IS NOT TRUE)::int AS vendas
