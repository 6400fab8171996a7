/** Rows of the stores in `app.store` only, as for every table of a store. May run again. */
export const storeGuards = (table: string): string[] => {
  const mine = `"lojaId" = (SELECT CASE WHEN current_setting('app.store', true) ~ '^[0-9]{1,18}$' THEN current_setting('app.store', true)::bigint END)
    OR (SELECT current_setting('app.store', true) = '*') OR "lojaId" = ANY (
    (SELECT string_to_array(nullif(nullif(current_setting('app.store', true), ''), '*'), ',')::bigint[])::bigint[])`
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS app_store ON ${table}`,
    `CREATE POLICY app_store ON ${table} USING (${mine}) WITH CHECK (${mine})`,
  ]
}
