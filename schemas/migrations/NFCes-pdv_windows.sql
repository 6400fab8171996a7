-- Notes of sales that a Windows point of sale made, which issues its own: lists offer nothing at them that is refused.
DO $$
BEGIN
  IF EXISTS (SELECT FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'NFCes') THEN
    ALTER TABLE "NFCes" ADD COLUMN IF NOT EXISTS "pdv_windows" boolean;
    UPDATE "NFCes" n SET "pdv_windows" = true FROM "Movimentos" m
      WHERE m."lojaId" = n."lojaId" AND m.id = n."movimentoId" AND n."xmlUrl" IS NULL AND coalesce(m.nsp, 0) + coalesce(m.mov, 0) > 0;
  END IF;
END $$;
