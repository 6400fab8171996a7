/** Whether a product's own ICMS is paid on the sale, by its CST; else it was paid before, or is not due. */
const ownIcms = `i.icms_cst IN ('00', '10', '20', '51', '70', '90', '900')`
const reduced = `i.icms_cst IN ('20', '51', '70', '90', '900')`
/** Whether the DAS leaves ICMS out: paid before, immune, exempt by bracket. */
const icmsApart = `coalesce(i.icms_cst, '') IN ('60', '40', '41', '50', '103', '300', '400', '500')`
/** Whether the DAS leaves PIS and COFINS out: paid before by the industry. */
const contributionsApart = `coalesce(i.pis_cst, '') IN ('04', '05')`
const pays = (cst: string): string => `i.${cst} IN ('01', '02', '49', '99')`

/** The class that a product is known to have for IBS and CBS: of a restaurant's treatment by the law, else of its tax profile; a combo has those of its parts. */
const ownClass = (law: string, profile: string): string => `coalesce(${law}.cclasstrib, nullif(${profile}.ibscbs_cclasstrib, ''))`
const knownClass = `CASE WHEN s.combo IS NULL THEN ${ownClass('lei', 'i')} ELSE s.classe END`
/** A class that is not known is taken in full. */
const taxClass = `coalesce(${knownClass}, '000001')`

/**
 * Each product that was sold, in each year and, for the Simples, each choice (`fora`): taxes on what it was sold for, credits of its cost, what is
 * left, and the price that leaves as much of each unit as before the reform.
 *
 * The price to the consumer holds all taxes. `parte` is what is left of it without IBS and CBS: ICMS lies within that, IBS and CBS are worked out on
 * it without ICMS. All taxes grow with the price but those of the MEI, which are fixed by month and spread by revenue.
 */
export const itemFunction = `CREATE FUNCTION reforma.f_itens(loja bigint, inicio timestamptz, fim timestamptz, cbs_dita numeric, ibs_dita numeric,
    receita_dita numeric, variacao numeric, simples numeric, lucro_real boolean)
  RETURNS TABLE (ano integer, antes boolean, fora boolean, escolhe boolean, regular boolean, "produtoId" bigint, "grupoId" bigint, descricao text, classe text, classe_nome text,
    sem_classe boolean, reducao_cbs numeric, reducao_ibs numeric, icms_st boolean, qtd numeric, valor numeric, parte numeric, icms numeric, pis numeric,
    cofins numeric, cbs numeric, ibs numeric, outros numeric, tributos numeric, custo numeric, credito numeric, margem numeric, preco numeric,
    preco_mantem numeric)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH base AS MATERIALIZED (SELECT b.* FROM reforma.f_base(loja, inicio, fim, receita_dita) b),
  creditos AS MATERIALIZED (
    SELECT c.ano, c.fora, sum(c.icms + c.contribuicoes + c.cbs + c.ibs) / nullif(sum(c.custo), 0) AS credito
    FROM reforma.f_creditos(loja, inicio, fim, cbs_dita, ibs_dita, variacao, simples, lucro_real) c GROUP BY 1, 2
  ), anos AS MATERIALIZED (
    SELECT a.* FROM reforma.f_anos(loja, cbs_dita, ibs_dita) a
  ), opcoes AS MATERIALIZED (
    SELECT a.*, o.fora, b.meses, coalesce(s.efetiva, 0) AS efetiva, s.icms AS das_icms, s.pis AS das_pis, s.cofins AS das_cofins,
      s.cbs AS das_cbs, s.ibs AS das_ibs, s.outros AS das_outros, a.regime = 3 OR o.fora AS paga_cbs, a.regime IN (2, 3) OR o.fora AS paga_ibs,
      coalesce(c.credito, 0) AS credito
    FROM base b
    CROSS JOIN anos a
    CROSS JOIN (VALUES (false), (true)) o(fora)
    LEFT JOIN LATERAL (SELECT f.* FROM reforma.f_simples(a.ano, b.receita12) f WHERE a.escolhe) s ON true
    LEFT JOIN creditos c ON c.ano = a.ano AND c.fora = o.fora
    WHERE NOT o.fora OR a.escolhe
  ), vendidos AS MATERIALIZED (
    SELECT f."produtoId", max(f."grupoId") AS "grupoId", sum(f.qtd) AS qtd, sum(f.valor_final) AS valor, sum(f.custo) AS custo,
      sum(sum(f.valor_final)) OVER () AS total
    FROM resumos.f_produtos(loja, inicio, fim) f WHERE f.tipo_mov = 1 GROUP BY 1 HAVING sum(f.valor_final) > 0 AND sum(f.qtd) > 0
  ), comeco AS MATERIALIZED (
    SELECT make_date(min(a.ano), 7, 1) AS dia FROM anos a WHERE NOT a.antes
  ), leis AS MATERIALIZED (
    SELECT DISTINCT ON (q.tratamento) q.tratamento, q.cclasstrib FROM comeco c
    JOIN public.tratamentos_ibscbs q ON q.vigencia_inicio <= c.dia AND coalesce(q.vigencia_fim, c.dia) >= c.dia
    WHERE coalesce((SELECT r.restaurante FROM public."Loja_regimes" r WHERE r."lojaId" = loja AND r.vigencia_inicio <= c.dia
      ORDER BY r.vigencia_inicio DESC LIMIT 1), true)
    ORDER BY q.tratamento, q.vigencia_inicio DESC
  ), partes AS MATERIALIZED (
    -- Parts of a restaurant's combos by their classes, each for what it costs; one that costs nothing has no share of the price.
    SELECT c."produtosId" AS combo, ${ownClass('lei', 'i')} AS classe, sum(c.valor) / sum(sum(c.valor)) OVER (PARTITION BY c."produtosId") AS peso
    FROM (SELECT c."produtosId", c."produtoIdItem", CASE WHEN max(c.preco_item) OVER w > 0 THEN c.preco_item
          WHEN row_number() OVER (PARTITION BY c."produtosId" ORDER BY c.ordem, c.id) = 1 THEN 1 ELSE 0 END::numeric AS valor
      FROM public."produtos_comboItens" c
      JOIN public."Produto_tratamentos" d ON d."lojaId" = loja AND d."produtoId" = c."produtosId" AND d.tratamento = 'COMBO'
      WHERE c."lojaId" = loja AND EXISTS (SELECT FROM leis) WINDOW w AS (PARTITION BY c."produtosId")) c
    JOIN public.produtos p ON p."lojaId" = loja AND p.id = c."produtoIdItem"
    LEFT JOIN public.impostos i ON i."lojaId" = loja AND i.id = p."impostoId"
    LEFT JOIN public."Produto_tratamentos" d ON d."lojaId" = loja AND d."produtoId" = p.id
    LEFT JOIN leis lei ON lei.tratamento = d.tratamento
    WHERE c.valor > 0 GROUP BY 1, 2
  ), produtos AS MATERIALIZED (
    SELECT v.*, coalesce(s.peso, 1) AS peso, coalesce(p."grupoId", v."grupoId") AS grupo, coalesce(p.desc_prod, n.descricao, CASE v."produtoId" WHEN 0 THEN 'Itens sem cadastro' ELSE 'Produto ' || v."produtoId" END) AS descricao,
      ${taxClass} AS classe, k.descricao AS classe_nome, k.id IS NULL OR ${knownClass} IS NULL AS sem_classe,
      coalesce(k.red_cbs, 0)::numeric AS red_cbs, coalesce(k.red_ibs, 0)::numeric AS red_ibs,
      CASE WHEN k.cst IN ('400', '410') THEN 0 ELSE 1 END AS tributado, ${icmsApart} AS icms_st, ${contributionsApart} AS monofasico,
      CASE WHEN ${ownIcms} THEN coalesce(i.icms_alq, 0) * (1 - CASE WHEN ${reduced} THEN coalesce(i.icms_red_bc, 0) ELSE 0 END / 100) / 100 ELSE 0 END::numeric AS icms,
      CASE WHEN ${pays('pis_cst')} THEN coalesce(i.pis_alq, 0) / 100 ELSE 0 END::numeric AS pis,
      CASE WHEN ${pays('cofins_cst')} THEN coalesce(i.cofins_alq, 0) / 100 ELSE 0 END::numeric AS cofins
    FROM vendidos v
    LEFT JOIN public.produtos p ON p."lojaId" = loja AND p.id = v."produtoId"
    LEFT JOIN public.impostos i ON i."lojaId" = loja AND i.id = p."impostoId"
    LEFT JOIN public."Produto_tratamentos" d ON d."lojaId" = loja AND d."produtoId" = v."produtoId"
    LEFT JOIN leis lei ON lei.tratamento = d.tratamento
    LEFT JOIN partes s ON s.combo = v."produtoId"
    LEFT JOIN public.cclasstribs k ON k.id = ${taxClass}
    LEFT JOIN resumos.produtos_nomes n ON n."lojaId" = loja AND n."produtoId" = v."produtoId"
  ), taxas AS MATERIALIZED (
    SELECT o.ano, o.antes, o.fora, o.escolhe, o.regular, p."produtoId", p.grupo, p.descricao, p.classe, p.classe_nome, p.sem_classe, p.red_cbs, p.red_ibs, p.icms_st,
      p.qtd, p.valor, p.peso, g.parte, o.credito, p.custo * CASE WHEN o.antes THEN 1 ELSE 1 + coalesce(variacao, 0) / 100 END AS custo,
      m.fixo_icms, m.fixo_cbs, m.fixo_ibs,
      g.parte * (t.icms + CASE WHEN o.regime = 1 AND NOT p.icms_st THEN o.efetiva * coalesce(o.das_icms, 0) ELSE 0 END) AS icms,
      g.parte * CASE WHEN NOT o.antes THEN 0 WHEN o.regime = 3 THEN (1 - t.icms) * p.pis WHEN p.monofasico THEN 0 ELSE o.efetiva * coalesce(o.das_pis, 0) END AS pis,
      g.parte * CASE WHEN NOT o.antes THEN 0 WHEN o.regime = 3 THEN (1 - t.icms) * p.cofins WHEN p.monofasico THEN 0 ELSE o.efetiva * coalesce(o.das_cofins, 0) END AS cofins,
      g.parte * CASE WHEN o.paga_cbs THEN (1 - t.icms) * t.cbs ELSE o.efetiva * coalesce(o.das_cbs, 0) END AS cbs,
      g.parte * CASE WHEN o.paga_ibs THEN (1 - t.icms) * t.ibs ELSE o.efetiva * coalesce(o.das_ibs, 0) END AS ibs,
      g.parte * o.efetiva * coalesce(o.das_outros, 0) AS outros
    FROM opcoes o CROSS JOIN produtos p
    CROSS JOIN LATERAL (SELECT CASE WHEN o.regime IN (2, 3) THEN p.icms * o.icms_fica / 100 ELSE 0 END AS icms,
      CASE WHEN o.paga_cbs THEN o.cbs * (1 - p.red_cbs / 100) * p.tributado / 100 ELSE 0 END AS cbs,
      CASE WHEN o.paga_ibs THEN o.ibs * (1 - p.red_ibs / 100) * p.tributado / 100 ELSE 0 END AS ibs) t
    CROSS JOIN LATERAL (SELECT 1 / (1 + (1 - t.icms) * (t.cbs + t.ibs)) AS parte) g
    CROSS JOIN LATERAL (SELECT CASE WHEN o.regime = 4 THEN p.valor / p.total * o.meses ELSE 0 END AS meses) q
    CROSS JOIN LATERAL (SELECT q.meses * o.mei_icms AS fixo_icms, q.meses * o.mei_cbs AS fixo_cbs, q.meses * o.mei_ibs AS fixo_ibs) m
  ), inteiros AS MATERIALIZED (
    SELECT t.ano, t.antes, t.fora, t.escolhe, t.regular, t."produtoId", t.grupo, t.descricao, string_agg(t.classe, ' + ' ORDER BY t.classe) AS classe,
      string_agg(t.classe_nome, ' + ' ORDER BY t.classe) AS classe_nome, bool_or(t.sem_classe) AS sem_classe, sum(t.peso * t.red_cbs) AS red_cbs,
      sum(t.peso * t.red_ibs) AS red_ibs, t.icms_st, t.qtd, t.valor, sum(t.peso * t.parte) AS parte, t.credito, t.custo, t.fixo_icms, t.fixo_cbs, t.fixo_ibs,
      sum(t.peso * t.icms) AS icms, sum(t.peso * t.pis) AS pis, sum(t.peso * t.cofins) AS cofins, sum(t.peso * t.cbs) AS cbs, sum(t.peso * t.ibs) AS ibs,
      sum(t.peso * t.outros) AS outros
    FROM taxas t
    GROUP BY t.ano, t.antes, t.fora, t.escolhe, t.regular, t."produtoId", t.grupo, t.descricao, t.icms_st, t.qtd, t.valor, t.credito, t.custo, t.fixo_icms, t.fixo_cbs, t.fixo_ibs
  ), contas AS MATERIALIZED (
    SELECT t.*, t.icms + t.pis + t.cofins + t.cbs + t.ibs + t.outros AS taxa, t.fixo_icms + t.fixo_cbs + t.fixo_ibs AS fixo, t.custo * t.credito AS abate FROM inteiros t
  ), margens AS MATERIALIZED (
    SELECT c.*, c.valor * (1 - c.taxa) - c.fixo - c.custo + c.abate AS margem FROM contas c
  )
  SELECT m.ano, m.antes, m.fora, m.escolhe, m.regular, m."produtoId", m.grupo, m.descricao, m.classe, m.classe_nome, m.sem_classe, m.red_cbs, m.red_ibs, m.icms_st, m.qtd, m.valor, m.parte,
    m.valor * m.icms + m.fixo_icms, m.valor * m.pis, m.valor * m.cofins, m.valor * m.cbs + m.fixo_cbs, m.valor * m.ibs + m.fixo_ibs, m.valor * m.outros,
    m.valor * m.taxa + m.fixo, m.custo, m.abate, m.margem, m.valor / m.qtd,
    CASE WHEN m.taxa < 1 THEN (first_value(m.margem) OVER (PARTITION BY m."produtoId" ORDER BY m.antes DESC, m.ano, m.fora) + m.fixo + m.custo - m.abate) / (1 - m.taxa) / m.qtd END
  FROM margens m $$`
