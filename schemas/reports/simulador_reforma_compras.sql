-- statement: notas
SELECT id, nome, emitida_em, CASE WHEN crt = 3 THEN 'NORMAL' WHEN crt IS NULL THEN 'SEM_XML' ELSE 'SIMPLES' END AS regime, valor, custo, icms, contribuicoes, cbs, ibs,
  icms + contribuicoes + cbs + ibs AS credito, (icms + contribuicoes + cbs + ibs) * 100 / nullif(custo, 0) AS credito_p
FROM creditos c WHERE ano = :ano AND fora = (escolhe AND CASE coalesce(:opcao, 'LOJA') WHEN 'LOJA' THEN regular ELSE :opcao = 'FORA' END) AND :lojaId IS NOT NULL
ORDER BY emitida_em, id
