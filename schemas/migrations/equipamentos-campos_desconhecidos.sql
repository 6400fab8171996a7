-- Sales with fields that nobody knows are refused: equipment that stands goes on sending what it sends, until somebody switches that off.
DO $$
BEGIN
  IF EXISTS (SELECT FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'equipamentos') THEN
    ALTER TABLE equipamentos ADD COLUMN IF NOT EXISTS campos_desconhecidos boolean;
    UPDATE equipamentos SET campos_desconhecidos = true WHERE campos_desconhecidos IS NULL;
  END IF;
END $$;
