WITH itens AS (
  SELECT i.* FROM reforma.f_itens(:lojaId, :startDate::timestamp AT TIME ZONE :tz, (:endDate + 1)::timestamp AT TIME ZONE :tz - interval '1 millisecond',
    :cbs, :ibs, :receita12, :compras, :credito_simples, coalesce(:apuracao, 'PRESUMIDO') = 'REAL') i
), vistos AS (
  SELECT * FROM itens WHERE :groups IS NULL OR "grupoId" = ANY(:groups)
), escolhidos AS (
  SELECT * FROM vistos WHERE fora = (escolhe AND CASE coalesce(:opcao, 'LOJA') WHEN 'LOJA' THEN regular ELSE :opcao = 'FORA' END)
), creditos AS (
  SELECT * FROM reforma.f_creditos(:lojaId, :startDate::timestamp AT TIME ZONE :tz, (:endDate + 1)::timestamp AT TIME ZONE :tz - interval '1 millisecond',
    :cbs, :ibs, :compras, :credito_simples, coalesce(:apuracao, 'PRESUMIDO') = 'REAL')
), base AS (
  SELECT * FROM reforma.f_base(:lojaId, :startDate::timestamp AT TIME ZONE :tz, (:endDate + 1)::timestamp AT TIME ZONE :tz - interval '1 millisecond', :receita12)
)

-- statement: resumo
, compras AS (
  SELECT ano, fora, sum(icms + contribuicoes + cbs + ibs) AS creditos FROM creditos GROUP BY 1, 2
), partes AS (
  SELECT ano, fora, CASE WHEN sum(custo) > 0 THEN coalesce(sum(custo) FILTER (WHERE :groups IS NULL OR "grupoId" = ANY(:groups)), 0) / sum(custo)
    ELSE coalesce(sum(valor) FILTER (WHERE :groups IS NULL OR "grupoId" = ANY(:groups)), 0) / sum(valor) END AS parte FROM itens GROUP BY 1, 2
), somas AS (
  SELECT ano, antes, fora, sum(valor) AS receita, sum(icms) AS icms, sum(pis) AS pis, sum(cofins) AS cofins, sum(cbs) AS cbs, sum(ibs) AS ibs,
    sum(outros) AS outros, sum(tributos) AS tributos, sum(margem) AS margem
  FROM escolhidos GROUP BY 1, 2, 3
)
SELECT s.ano, CASE WHEN s.antes THEN 'Até ' || s.ano ELSE s.ano::text END AS cenario, s.receita, s.icms, s.pis, s.cofins, s.cbs, s.ibs, s.outros, s.tributos,
  coalesce(c.creditos * p.parte, 0) AS creditos, s.tributos - coalesce(c.creditos * p.parte, 0) AS a_pagar,
  (s.tributos - coalesce(c.creditos * p.parte, 0)) * 100 / s.receita AS carga, s.margem, s.margem * 100 / s.receita AS margem_p
FROM somas s JOIN partes p ON p.ano = s.ano AND p.fora = s.fora LEFT JOIN compras c ON c.ano = s.ano AND c.fora = s.fora
WHERE :lojaId IS NOT NULL ORDER BY s.ano

-- statement: opcoes
, compras AS (
  SELECT ano, fora, sum(icms + contribuicoes + cbs + ibs) AS creditos FROM creditos GROUP BY 1, 2
), somas AS (
  SELECT i.ano, i.fora, sum(i.tributos) AS tributos, sum(i.cbs + i.ibs) AS novos, coalesce(max(c.creditos), 0) AS creditos
  FROM itens i LEFT JOIN compras c ON c.ano = i.ano AND c.fora = i.fora WHERE NOT i.antes GROUP BY 1, 2
)
SELECT d.ano, d.tributos - d.creditos AS dentro, f.tributos - f.novos AS das_fora, f.novos AS debitos_fora, f.creditos AS creditos_fora,
  f.tributos - f.creditos AS fora, f.tributos - f.creditos - d.tributos + d.creditos AS diferenca,
  CASE WHEN f.tributos - f.creditos < d.tributos - d.creditos THEN 'FORA' ELSE 'DENTRO' END AS melhor, d.novos AS cliente_dentro, f.novos AS cliente_fora
FROM somas d JOIN somas f ON f.ano = d.ano AND f.fora WHERE NOT d.fora AND :lojaId IS NOT NULL ORDER BY d.ano

-- statement: grupos
SELECT e."grupoId", coalesce(max(g.nome), 'Sem grupo') AS grupo, sum(valor) FILTER (WHERE antes) AS receita,
  sum(tributos) FILTER (WHERE antes) AS tributos_antes, sum(tributos) FILTER (WHERE ano = 2027) AS tributos_2027,
  sum(tributos) FILTER (WHERE ano = 2029) AS tributos_2029, sum(tributos) FILTER (WHERE ano = 2033) AS tributos_2033,
  sum(preco_mantem * qtd) FILTER (WHERE ano = 2027) * 100 / sum(valor) FILTER (WHERE antes) - 100 AS preco_2027,
  sum(preco_mantem * qtd) FILTER (WHERE ano = 2029) * 100 / sum(valor) FILTER (WHERE antes) - 100 AS preco_2029,
  sum(preco_mantem * qtd) FILTER (WHERE ano = 2033) * 100 / sum(valor) FILTER (WHERE antes) - 100 AS preco_2033
FROM escolhidos e LEFT JOIN grupos g ON g."lojaId" = :lojaId AND g.id = e."grupoId"
GROUP BY 1 ORDER BY receita DESC NULLS LAST, 2

-- statement: produtos
SELECT "produtoId", descricao, max(classe) AS classe, bool_or(sem_classe) AS sem_classe, max(qtd) FILTER (WHERE antes) AS qtd,
  max(valor) FILTER (WHERE antes) AS receita, max(tributos) FILTER (WHERE antes) AS tributos_antes, max(tributos) FILTER (WHERE ano = 2027) AS tributos_2027,
  max(tributos) FILTER (WHERE ano = 2029) AS tributos_2029, max(tributos) FILTER (WHERE ano = 2033) AS tributos_2033,
  max(margem / qtd) FILTER (WHERE antes) AS margem, max(preco) FILTER (WHERE antes) AS preco, max(preco_mantem) FILTER (WHERE ano = 2027) AS preco_2027,
  max(preco_mantem) FILTER (WHERE ano = 2029) AS preco_2029, max(preco_mantem) FILTER (WHERE ano = 2033) AS preco_2033
FROM escolhidos WHERE :lojaId IS NOT NULL GROUP BY 1, 2 ORDER BY receita DESC NULLS LAST, 2

-- statement: premissas
, anos AS (
  SELECT * FROM reforma.f_anos(:lojaId, :cbs, :ibs)
), textos AS (
  SELECT 1 AS ordem, 'Regime da loja' AS premissa, CASE WHEN count(DISTINCT r.nome) = 1 THEN min(r.nome) ELSE string_agg(CASE WHEN r.antes THEN 'até ' ELSE 'em ' END || r.ano || ' ' || r.nome, '; ' ORDER BY r.ano) END AS valor,
      CASE WHEN bool_or(r.periodo) THEN 'Regime por período' ELSE 'Perfil da loja' END AS fonte
    FROM (SELECT a.*, CASE a.regime WHEN 1 THEN 'Simples Nacional' WHEN 2 THEN 'Simples Nacional, excesso de sublimite' WHEN 3 THEN 'Regime normal' ELSE 'MEI' END AS nome FROM anos a) r
  UNION ALL SELECT 2, 'Receita de 12 meses', 'R$ ' || reforma.f_texto(round(b.receita12, 2)),
    CASE WHEN :receita12 IS NOT NULL THEN 'Informada' WHEN b.dias < 365 THEN 'Vendas de ' || b.dias || ' dias, projetadas para 12 meses' ELSE 'Vendas do período' END FROM base b
  UNION ALL SELECT 3, 'DAS ' || CASE WHEN a.antes THEN 'até ' ELSE 'em ' END || a.ano, 'alíquota efetiva de ' || reforma.f_texto(s.efetiva * 100) || '%; dela, ICMS ' || reforma.f_texto(s.icms * 100) || '%, '
      || CASE WHEN a.antes THEN 'PIS e COFINS ' || reforma.f_texto((s.pis + s.cofins) * 100) ELSE 'CBS ' || reforma.f_texto(s.cbs * 100) || '%, IBS ' || reforma.f_texto(s.ibs * 100) END || '%'
      || CASE WHEN b.receita12 > s.receita_ate THEN ' (receita acima da última faixa)' ELSE '' END, s.fonte
    FROM base b CROSS JOIN anos a CROSS JOIN LATERAL reforma.f_simples(a.ano, b.receita12) s WHERE a.escolhe
  UNION ALL SELECT 4, 'MEI ' || CASE WHEN a.antes THEN 'até ' ELSE 'em ' END || a.ano, 'R$ ' || reforma.f_texto(a.mei_icms + a.mei_cbs + a.mei_ibs) || ' por mês, ' || b.meses || ' meses', a.cbs_fonte
    FROM base b CROSS JOIN anos a WHERE a.regime = 4
  UNION ALL SELECT 5, 'CBS em ' || a.ano, reforma.f_texto(a.cbs) || '%', CASE a.cbs_fonte WHEN 'INFORMADA' THEN 'Referência informada' ELSE a.cbs_fonte END
    FROM anos a WHERE NOT a.antes
  UNION ALL SELECT 6, 'IBS em ' || a.ano, reforma.f_texto(a.ibs) || '%', CASE a.ibs_fonte WHEN 'INFORMADA' THEN 'Referência informada' ELSE a.ibs_fonte END
    FROM anos a WHERE NOT a.antes
  UNION ALL SELECT 7, 'ICMS em ' || a.ano, reforma.f_texto(a.icms_fica) || '% do de hoje', 'Transição da reforma' FROM anos a WHERE NOT a.antes
  UNION ALL SELECT 8, 'ICMS, PIS e COFINS de hoje', 'pelo imposto do cadastro de cada produto, ICMS fora da base de PIS e COFINS', 'Cadastro de impostos'
  UNION ALL SELECT 9, 'PIS e COFINS de hoje', CASE WHEN :apuracao = 'REAL' THEN 'não cumulativos, com crédito das compras' ELSE 'cumulativos, sem crédito' END, 'Informada'
    FROM anos a WHERE a.antes AND a.regime = 3
  UNION ALL SELECT 10, 'Classe de IBS e CBS', count(DISTINCT v."produtoId") FILTER (WHERE NOT v.sem_classe) || ' produtos pela classe do imposto; '
      || count(DISTINCT v."produtoId") FILTER (WHERE v.sem_classe) || ' sem classe conhecida, tributados por inteiro', 'Cadastro de impostos e tabela cClassTrib' FROM vistos v
  UNION ALL SELECT 11, 'Preço ao consumidor', 'contém todos os tributos; IBS e CBS sobre o que resta sem eles e sem ICMS', 'LC 214/2025, art. 12; Lei 8.078/1990, art. 31'
  UNION ALL SELECT 12, 'Serviço e gorjeta', 'fora das contas', 'LC 214/2025, art. 274'
  UNION ALL SELECT 13, 'Crédito das compras', count(DISTINCT c.id) || ' notas, ' || count(DISTINCT c.id) FILTER (WHERE c.crt IS NULL)
      || ' sem XML e sem crédito; fornecedor do regime normal pelo que a nota destaca, do Simples ' || reforma.f_texto(coalesce(:credito_simples, 0)) || '%',
    'NF-e recebidas do período' FROM creditos c
  UNION ALL SELECT 14, 'Preço das compras', CASE WHEN coalesce(:compras, 0) = 0 THEN 'o mesmo total de hoje' ELSE reforma.f_texto(:compras) || '% a partir da reforma' END, 'Informada'
  UNION ALL SELECT 15, 'Custo dos produtos', count(DISTINCT v."produtoId") FILTER (WHERE v.custo = 0) || ' produtos vendidos sem custo', 'Custo no dia da venda' FROM vistos v
  UNION ALL SELECT 17, 'IBS e CBS no Simples', string_agg('em ' || a.ano || CASE WHEN CASE coalesce(:opcao, 'LOJA') WHEN 'LOJA' THEN a.regular ELSE :opcao = 'FORA' END THEN ' por fora' ELSE ' dentro do DAS' END, '; ' ORDER BY a.ano),
      CASE coalesce(:opcao, 'LOJA') WHEN 'LOJA' THEN 'Regime por período' ELSE 'Informada' END
    FROM anos a WHERE a.escolhe AND NOT a.antes HAVING count(*) > 0
  UNION ALL SELECT 16, 'Preço que mantém a margem', 'deixa de cada unidade os mesmos reais de hoje, depois de tributos, custo e crédito', 'Conta do simulador'
)
SELECT premissa, valor, fonte FROM textos WHERE :lojaId IS NOT NULL AND EXISTS (SELECT FROM vistos) ORDER BY ordem, premissa

-- statement: totals
SELECT coalesce(sum(valor) FILTER (WHERE antes), 0) AS receita, coalesce(sum(tributos) FILTER (WHERE antes), 0) AS tributos_antes,
  coalesce(sum(tributos) FILTER (WHERE ano = 2027), 0) AS tributos_2027, coalesce(sum(tributos) FILTER (WHERE ano = 2033), 0) AS tributos_2033,
  coalesce(sum(margem) FILTER (WHERE antes), 0) AS margem_antes, coalesce(sum(margem) FILTER (WHERE ano = 2027), 0) AS margem_2027,
  coalesce(sum(margem) FILTER (WHERE ano = 2033), 0) AS margem_2033,
  count(DISTINCT "produtoId") FILTER (WHERE sem_classe) AS sem_classe, count(DISTINCT "produtoId") FILTER (WHERE custo = 0) AS sem_custo
FROM escolhidos WHERE :lojaId IS NOT NULL
