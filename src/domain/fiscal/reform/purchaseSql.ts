/** A number of an XML's text: what stands in its first element of that name. */
const number = `CREATE FUNCTION reforma.f_numero(texto text, campo text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT substring(split_part(split_part(texto, '<' || campo || '>', 2), '<', 1) FROM '^[0-9]{1,13}(?:[.][0-9]{1,4})?$')::numeric $$`

/**
 * Suppliers' notes that stand, with the taxes that they tell. `fator`: how much of the full rates of IBS and CBS the note bears, told by its CBS against
 * the rate of its day in the store's zone: reduced goods bring less credit.
 */
const purchases = `CREATE FUNCTION reforma.f_compras(loja bigint, inicio timestamptz, fim timestamptz)
  RETURNS TABLE (id bigint, nome text, emitida_em timestamptz, valor numeric, crt integer, icms numeric, contribuicoes numeric, fator numeric)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT n.id, n.nome, n.emitida_em, n.valor, x.crt::integer, least(coalesce(x.icms, 0), n.valor), coalesce(x.pis + x.cofins, 0),
    CASE WHEN x.base > 0 AND q.aliquota > 0 AND x.cbs IS NOT NULL THEN least(1, x.cbs * 100 / (x.base * q.aliquota)) ELSE 1 END
  FROM fiscais.f_nfes_recebidas(loja, inicio, fim) n
  JOIN public.nfes r ON r."lojaId" = loja AND r.id = n.id
  LEFT JOIN public."NFe_transmissaos" t ON t."lojaId" = loja AND t.id = n.xml
  CROSS JOIN LATERAL (SELECT split_part(t.documento, '<total>', 2) AS totais, split_part(split_part(t.documento, '<emit>', 2), '</emit>', 1) AS emitente) p
  CROSS JOIN LATERAL (SELECT split_part(p.totais, '<IBSCBSTot>', 2) AS novos) o
  CROSS JOIN LATERAL (SELECT reforma.f_numero(p.emitente, 'CRT') AS crt, reforma.f_numero(p.totais, 'vICMS') AS icms,
    reforma.f_numero(p.totais, 'vPIS') AS pis, reforma.f_numero(p.totais, 'vCOFINS') AS cofins,
    reforma.f_numero(o.novos, 'vBCIBSCBS') AS base, reforma.f_numero(o.novos, 'vCBS') AS cbs) x
  CROSS JOIN LATERAL (SELECT (n.emitida_em AT TIME ZONE fiscais.f_zona(loja))::date AS dia) d
  LEFT JOIN LATERAL (SELECT a.aliquota::numeric FROM public.aliquotas_ibscbs a WHERE a.tributo = 'CBS' AND a.local = 'BR'
    AND a.vigencia_inicio <= d.dia AND coalesce(a.vigencia_fim, d.dia) >= d.dia
    ORDER BY a.vigencia_inicio DESC LIMIT 1) q ON true
  WHERE n.vale AND n.situacao = 'AUTORIZADA' AND coalesce(r."tpNF", 1) = 1
    AND coalesce(r.manifestacao, '') NOT IN ('NAO_REALIZADA', 'DESCONHECIMENTO') $$`

/**
 * The credit that each note brings in each year, under each choice of the store. The supplier asks the same total, but for `variacao` (percent) from the reform on.
 * A supplier of the regular regime brings what its taxes are within that total; one of the Simples what the caller says (percent); one whose XML is not
 * there nothing.
 */
const credits = `CREATE FUNCTION reforma.f_creditos(loja bigint, inicio timestamptz, fim timestamptz, cbs_dita numeric, ibs_dita numeric,
    variacao numeric, simples numeric, lucro_real boolean)
  RETURNS TABLE (ano integer, fora boolean, escolhe boolean, regular boolean, id bigint, nome text, emitida_em timestamptz, valor numeric, crt integer, custo numeric,
    icms numeric, contribuicoes numeric, cbs numeric, ibs numeric)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH anos AS MATERIALIZED (SELECT a.* FROM reforma.f_anos(loja, cbs_dita, ibs_dita) a),
  compras AS MATERIALIZED (SELECT c.* FROM reforma.f_compras(loja, inicio, fim) c)
  SELECT a.ano, f.fora, a.escolhe, a.regular, c.id, c.nome, c.emitida_em, c.valor, c.crt, v.custo,
    CASE WHEN a.regime IN (2, 3) THEN v.custo * g.parte * g.icms ELSE 0 END,
    CASE WHEN a.antes AND lucro_real AND a.regime = 3 AND c.contribuicoes > 0 THEN (c.valor - c.icms) * l.contribuicoes ELSE 0 END,
    CASE WHEN a.antes OR NOT f.paga_cbs THEN 0 WHEN c.crt = 3 THEN v.custo * g.parte * (1 - g.icms) * a.cbs * c.fator / 100
      WHEN c.crt IS NOT NULL THEN v.custo * coalesce(simples, 0) / 100 * a.cbs / nullif(a.cbs + a.ibs, 0) ELSE 0 END,
    CASE WHEN a.antes OR NOT f.paga_ibs THEN 0 WHEN c.crt = 3 THEN v.custo * g.parte * (1 - g.icms) * a.ibs * c.fator / 100
      WHEN c.crt IS NOT NULL THEN v.custo * coalesce(simples, 0) / 100 * a.ibs / nullif(a.cbs + a.ibs, 0) ELSE 0 END
  FROM (SELECT coalesce(max(i.pis_alq + i.cofins_alq), 0)::numeric / 100 AS contribuicoes FROM public.impostos i
    WHERE i."lojaId" = loja AND i.pis_cst IN ('01', '02')) l
  CROSS JOIN anos a
  CROSS JOIN LATERAL (SELECT o.fora, a.regime = 3 OR o.fora AS paga_cbs, a.regime IN (2, 3) OR o.fora AS paga_ibs
    FROM (VALUES (false), (true)) o(fora) WHERE NOT o.fora OR a.escolhe) f
  CROSS JOIN compras c
  CROSS JOIN LATERAL (SELECT CASE WHEN a.antes THEN c.valor ELSE c.valor * (1 + coalesce(variacao, 0) / 100) END AS custo) v
  CROSS JOIN LATERAL (SELECT CASE WHEN c.valor > 0 THEN c.icms / c.valor * a.icms_fica / 100 ELSE 0 END AS icms) i
  CROSS JOIN LATERAL (SELECT i.icms, CASE WHEN c.crt = 3 THEN 1 / (1 + (1 - i.icms) * (a.cbs + a.ibs) * c.fator / 100) ELSE 1 END AS parte) g $$`

/** Functions of what was bought. */
export const purchaseFunctions: readonly string[] = [number, purchases, credits]
