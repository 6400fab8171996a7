/** A number as people here write it, with two to four decimals. */
const text = `CREATE FUNCTION reforma.f_texto(valor numeric) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(to_char(valor, 'FM999,999,999,990.0099'), ',.', '.,') $$`

/** A middle day of a year: law of a year is what holds on it. */
const middle = (year: string): string => `make_date(${year}, 7, 1)`

const holdsOn = (row: string, day: string): string =>
  `${row}.vigencia_inicio <= ${day} AND coalesce(${row}.vigencia_fim, ${day}) >= ${day}`

/**
 * A rate of the register of law that names the year: one that has begun long before and has no end says nothing of years to come. The
 * nearest place wins, then what began last.
 */
const lawRate = (tributo: string, column: string): string => `(SELECT q.${column} FROM public.aliquotas_ibscbs q
    WHERE q.tributo = '${tributo}' AND q.local IN ('BR', l.uf, l.codigo_municipio::text) AND ${holdsOn('q', middle('a.ano'))}
      AND (extract(year FROM q.vigencia_inicio) = a.ano OR q.vigencia_fim IS NOT NULL)
    ORDER BY length(q.local) DESC, q.local = 'BR', q.vigencia_inicio DESC LIMIT 1)`

/** Days of sales from the first one on, at least one and at most a year: the revenue of fewer is projected to twelve months. */
const base = `CREATE FUNCTION reforma.f_base(loja bigint, inicio timestamptz, fim timestamptz, receita_dita numeric)
  RETURNS TABLE (dias integer, meses integer, vendido numeric, receita12 numeric)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT d.dias, greatest(1, round(d.dias * 12 / 365.0))::integer, v.vendido,
    coalesce(receita_dita, v.vendido * 365 / least(365, d.dias))
  FROM (SELECT coalesce(sum(f.valor_final), 0) AS vendido, min(f.hora) AS primeira
    FROM resumos.f_vendas(loja, inicio, fim) f WHERE f.tipo_mov = 1) v
  CROSS JOIN LATERAL (SELECT greatest(1, ceil(extract(epoch FROM fim - v.primeira) / 86400))::integer AS dias) d $$`

/**
 * The years that are compared. What the caller says of a reference goes first, then a rate of the law, then the estimate. The store's regime is that of its
 * period on the middle day of a year, of the last day before the reform, else its profile's; `escolhe`: a year in which the Simples chooses between the DAS
 * and the regular regime of IBS and CBS, `regular`: the store chose the latter, `periodo`: a period says so.
 */
const years = `CREATE FUNCTION reforma.f_anos(loja bigint, cbs_dita numeric, ibs_dita numeric)
  RETURNS TABLE (ano integer, antes boolean, cbs numeric, ibs numeric, cbs_fonte text, ibs_fonte text, icms_fica numeric,
    mei_icms numeric, mei_cbs numeric, mei_ibs numeric, regime integer, escolhe boolean, regular boolean, periodo boolean)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT a.ano::integer, p.antes,
    CASE WHEN p.antes THEN 0 ELSE coalesce(CASE WHEN cbs_dita IS NOT NULL THEN greatest(0, cbs_dita - a.cbs_menos) END, d.cbs, greatest(0, a.cbs_referencia - a.cbs_menos)) END,
    CASE WHEN p.antes THEN 0 ELSE coalesce(ibs_dita * a.ibs_parte / 100 + a.ibs_mais, d.uf + d.municipio,
      a.ibs_referencia * a.ibs_parte / 100 + a.ibs_mais) END,
    CASE WHEN p.antes THEN a.fonte WHEN cbs_dita IS NOT NULL THEN 'INFORMADA' ELSE coalesce(d.cbs_fonte, a.fonte) END,
    CASE WHEN p.antes THEN a.fonte WHEN ibs_dita IS NOT NULL THEN 'INFORMADA' ELSE coalesce(d.uf_fonte, a.fonte) END,
    a.icms_fica::numeric, a.mei_icms::numeric, a.mei_cbs::numeric, a.mei_ibs::numeric,
    r.regime, r.regime IN (1, 2), r.regime IN (1, 2) AND r.regular, r.periodo
  FROM public.reforma_anos a
  CROSS JOIN (SELECT l.uf, l.codigo_municipio, l.regime_tributario FROM public.lojas l WHERE l."lojaId" = loja AND l.id = loja) l
  CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM public.regras_fiscais r WHERE r.regra = 'PIS_COFINS' AND r.ativa AND r.regime = 0
    AND ${holdsOn('r', middle('a.ano'))}) AS antes) p
  CROSS JOIN LATERAL (SELECT ${lawRate('CBS', 'aliquota')}::numeric AS cbs, ${lawRate('IBS_UF', 'aliquota')}::numeric AS uf,
    ${lawRate('IBS_MUN', 'aliquota')}::numeric AS municipio, ${lawRate('CBS', 'fonte')}::text AS cbs_fonte,
    ${lawRate('IBS_UF', 'fonte')}::text AS uf_fonte) d
  LEFT JOIN LATERAL (SELECT q.regime_tributario, q.ibscbs FROM public."Loja_regimes" q WHERE q."lojaId" = loja
    AND q.vigencia_inicio <= CASE WHEN p.antes THEN make_date(a.ano, 12, 31) ELSE ${middle('a.ano')} END
    ORDER BY q.vigencia_inicio DESC LIMIT 1) v ON true
  CROSS JOIN LATERAL (SELECT coalesce(v.regime_tributario, l.regime_tributario, 1)::integer AS regime, coalesce(v.ibscbs = 'REGULAR', false) AS regular,
    v.regime_tributario IS NOT NULL AS periodo) r
  WHERE a.comparar $$`

/** The bracket of a revenue, the highest where it is above all: the effective rate, and the shares of the DAS as parts of one. */
const simples = `CREATE FUNCTION reforma.f_simples(quando integer, receita_dita numeric)
  RETURNS TABLE (efetiva numeric, icms numeric, pis numeric, cofins numeric, cbs numeric, ibs numeric, outros numeric, receita_ate numeric, fonte text)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN receita_dita > 0 THEN greatest(0, (receita_dita * s.aliquota / 100 - s.deducao) / receita_dita) ELSE s.aliquota::numeric / 100 END,
    s.icms::numeric / 100, s.pis::numeric / 100, s.cofins::numeric / 100, s.cbs::numeric / 100, s.ibs::numeric / 100,
    (s.irpj + s.csll + s.cpp)::numeric / 100, s.receita_ate::numeric, s.fonte::text
  FROM public.simples_faixas s
  WHERE s.anexo = 'I' AND ${holdsOn('s', middle('quando'))}
  ORDER BY s.receita_ate >= receita_dita DESC, CASE WHEN s.receita_ate >= receita_dita THEN s.receita_ate ELSE -s.receita_ate END
  LIMIT 1 $$`

/** Functions of the years of the reform. */
export const yearFunctions: readonly string[] = [text, base, years, simples]
