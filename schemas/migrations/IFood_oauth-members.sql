-- The code and the life of the tokens stand in members of their own: userCodeJson, tokenJson. Rows that lie on several machines are changed
-- by what gives the same everywhere alone, which jsonb_build_object does not promise.
DO $$
BEGIN
  IF EXISTS (SELECT FROM information_schema.columns
             WHERE table_schema = current_schema() AND table_name = 'IFood_oauth' AND column_name = 'userCode') THEN
    ALTER TABLE "IFood_oauth" ADD COLUMN IF NOT EXISTS "userCodeJson" jsonb, ADD COLUMN IF NOT EXISTS "tokenJson" jsonb;
    UPDATE "IFood_oauth" SET
      "userCodeJson" = jsonb_object(ARRAY['userCode', "userCode", 'verificationUrlComplete', coalesce("verificationUrlComplete", '')])
      WHERE "userCode" IS NOT NULL;
    UPDATE "IFood_oauth" SET "tokenJson" = ('{"expiresIn": ' || "expiresIn"::text || '}')::jsonb WHERE "expiresIn" IS NOT NULL;
    ALTER TABLE "IFood_oauth" DROP COLUMN "userCode" CASCADE, DROP COLUMN IF EXISTS "verificationUrlComplete" CASCADE,
      DROP COLUMN IF EXISTS "expiresIn" CASCADE;
  END IF;
END $$;
