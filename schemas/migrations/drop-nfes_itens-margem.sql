-- The margin of an entered item follows from its cost and price; nothing was ever kept in it.
ALTER TABLE IF EXISTS "nfes_itens" DROP COLUMN IF EXISTS "margem" CASCADE;
