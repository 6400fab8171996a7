WITH hoje AS (
  SELECT coalesce(:dia::date, (now() AT TIME ZONE :tz)::date) AS dia
),
certificados AS (
  SELECT (c."validoAte" AT TIME ZONE :tz)::date - h.dia AS dias FROM "Loja_certificados" c, hoje h WHERE c."lojaId" = :lojaId
),
tabelas AS (
  SELECT max(vigenciafim) AS fim FROM ibpts WHERE uf = (SELECT uf FROM lojas WHERE "lojaId" = :lojaId AND id = :lojaId)
),
faltas AS (
  SELECT min(n) AS dias FROM lojas l, hoje h, generate_series(0, 60) n
  WHERE l."lojaId" = :lojaId AND l.id = :lojaId
    -- Whoever has no certificate issues nothing that could lack a rate.
    AND EXISTS (SELECT 1 FROM certificados)
    AND coalesce((SELECT r.ativa FROM regras_fiscais r WHERE r.regra = 'IBSCBS_PREENCHER' AND r.regime IN (0, coalesce((SELECT p.regime_tributario FROM "Loja_regimes" p WHERE p."lojaId" = :lojaId
        AND p.vigencia_inicio <= h.dia + n ORDER BY p.vigencia_inicio DESC LIMIT 1), l.regime_tributario, 1))
      AND r.vigencia_inicio <= h.dia + n AND coalesce(r.vigencia_fim, h.dia + n) >= h.dia + n
      ORDER BY r.regime DESC, r.vigencia_inicio DESC LIMIT 1), false)
    AND 3 > (SELECT count(DISTINCT a.tributo) FROM aliquotas_ibscbs a WHERE a.tributo IN ('CBS', 'IBS_UF', 'IBS_MUN')
      AND a.local IN ('BR', coalesce(l.uf, 'BR'), coalesce(l.codigo_municipio, 'BR'))
      AND a.vigencia_inicio <= h.dia + n AND coalesce(a.vigencia_fim, h.dia + n) >= h.dia + n)
)

-- statement: faltam
SELECT h.dia + f.dias AS dia FROM faltas f, hoje h WHERE f.dias IS NOT NULL

-- statement: totals
SELECT coalesce((SELECT min(dias) FROM certificados WHERE dias BETWEEN 1 AND 30), 0) AS dias,
  (SELECT count(*) FROM certificados WHERE dias = 0) AS hoje,
  (SELECT count(*) FROM certificados WHERE dias < 0) AS vencidos,
  (SELECT count(*) FROM tabelas, hoje h WHERE fim < h.dia) AS tabela_vencida,
  coalesce((SELECT dias FROM faltas), 0) AS aliquotas_dias, (SELECT count(*) FROM faltas WHERE dias = 0) AS aliquotas_hoje
