-- statement: itens
SELECT "produtoId", descricao, classe, greatest(reducao_cbs, reducao_ibs) AS reducao, valor, icms, pis, cofins, cbs, ibs, outros, tributos, custo, credito, margem
FROM escolhidos WHERE ano = :ano AND :lojaId IS NOT NULL ORDER BY valor DESC, descricao, "produtoId"
