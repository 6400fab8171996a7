import type { PresentTable } from './presentTables.ts'
import { quotedIdentifier } from './sqlNames.ts'
import type { WantedTable } from './wantedTables.ts'

/** The policy's name changes with its text. */
const policy = 'app_store_2'

/**
 * Rows of the stores in `app.store` only; `*` is all. The subqueries make PostgreSQL read the setting once a statement,
 * not once a row, and a single store, as nearly every call has, is told by one comparison.
 */
export const rowSecuritySteps = (table: WantedTable, found: PresentTable | undefined): string[] => {
  if (!table.scoped || (found?.rowSecurity && found.policies.has(policy))) return []
  const name = quotedIdentifier(table.name)
  const one = `(SELECT CASE WHEN current_setting('app.store', true) ~ '^[0-9]{1,18}$' THEN current_setting('app.store', true)::bigint END)`
  const mine = `"lojaId" = ${one} OR (SELECT current_setting('app.store', true) = '*') OR "lojaId" = ANY (
    (SELECT string_to_array(nullif(nullif(current_setting('app.store', true), ''), '*'), ',')::bigint[])::bigint[])`
  return [
    ...(found
      ? [...found.policies]
          .filter(each => each.startsWith('app_store_'))
          .map(each => `DROP POLICY ${quotedIdentifier(each)} ON ${name}`)
      : []),
    `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY ${policy} ON ${name} USING (${mine}) WITH CHECK (${mine})`,
  ]
}
