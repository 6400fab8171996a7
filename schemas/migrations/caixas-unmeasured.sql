-- An open session has no difference yet, and one without counted values none at all: that is empty, and no 0.
DO $$
BEGIN
  IF EXISTS (SELECT FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'caixas_valores') THEN
    UPDATE caixas SET total_diferenca = NULL, total_falta = NULL, total_sobra = NULL, divergencia = NULL WHERE status = 0;
    UPDATE caixas c SET total_contabilizado = NULL, total_informado = NULL, total_corrigido = NULL,
      total_diferenca = NULL, total_falta = NULL, total_sobra = NULL, divergencia = NULL
    WHERE NOT EXISTS (SELECT FROM caixas_valores v WHERE v."lojaId" = c."lojaId" AND v."caixasId" = c.id);
  END IF;
END $$;
