-- What the counted values of a cash session add up to is kept with it, so that lists know it. Sessions that stand get theirs here.
DO $$
BEGIN
  IF EXISTS (SELECT FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'caixas_valores') THEN
    ALTER TABLE caixas ADD COLUMN IF NOT EXISTS total_contabilizado numeric(18,2), ADD COLUMN IF NOT EXISTS total_informado numeric(18,2),
      ADD COLUMN IF NOT EXISTS total_corrigido numeric(18,2), ADD COLUMN IF NOT EXISTS total_diferenca numeric(18,2),
      ADD COLUMN IF NOT EXISTS total_falta numeric(18,2), ADD COLUMN IF NOT EXISTS total_sobra numeric(18,2),
      ADD COLUMN IF NOT EXISTS divergencia text;
    UPDATE caixas SET total_contabilizado = 0, total_informado = 0, total_corrigido = 0, total_diferenca = 0, total_falta = 0, total_sobra = 0;
    UPDATE caixas c SET total_contabilizado = v.contabilizado, total_informado = v.informado, total_corrigido = v.corrigido,
      total_diferenca = v.corrigido - v.contabilizado, total_falta = v.falta, total_sobra = v.sobra,
      divergencia = CASE WHEN v.falta > 0 AND v.sobra > 0 THEN 'FALTA_SOBRA' WHEN v.falta > 0 THEN 'FALTA' WHEN v.sobra > 0 THEN 'SOBRA' ELSE 'SEM' END
    FROM (
      SELECT "lojaId", "caixasId", coalesce(sum(valor_contabilizado), 0) AS contabilizado, coalesce(sum(valor_informado), 0) AS informado,
        coalesce(sum(valor_corrigido), 0) AS corrigido,
        coalesce(sum(greatest(coalesce(valor_contabilizado, 0) - coalesce(valor_corrigido, 0), 0)), 0) AS falta,
        coalesce(sum(greatest(coalesce(valor_corrigido, 0) - coalesce(valor_contabilizado, 0), 0)), 0) AS sobra
      FROM caixas_valores GROUP BY "lojaId", "caixasId") v
    WHERE c."lojaId" = v."lojaId" AND c.id = v."caixasId";
  END IF;
END $$;
