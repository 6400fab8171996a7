import type { PresentTable } from './presentTables.ts'
import { quotedIdentifier } from './sqlNames.ts'
import type { WantedTable } from './wantedTables.ts'

/** The policy's name changes with its text. */
const policy = (distributed: boolean): string => (distributed ? 'app_store_spread_1' : 'app_store_2')

const setting = `current_setting('app.store', true)`
const listed = `string_to_array(nullif(nullif(${setting}, ''), '*'), ',')::bigint[]`

/**
 * Rows of the stores in `app.store` only; `*` is all. The subqueries make PostgreSQL read the setting once a statement,
 * not once a row, and a single store, as nearly every call has, is told by one comparison.
 */
const mine = `"lojaId" = (SELECT CASE WHEN ${setting} ~ '^[0-9]{1,18}$' THEN ${setting}::bigint END) OR (SELECT ${setting} = '*') OR "lojaId" = ANY (
    (SELECT ${listed})::bigint[])`

/** The same without subqueries, which no policy of a distributed table may hold: the one store first, as it costs least. */
const mineSpread = `"lojaId"::text = ${setting} OR ${setting} = '*' OR "lojaId" = ANY (${listed})`

/** Returns the policy that guards the rows of one table, in SQL: `name` is quoted. */
export const createStorePolicy = (name: string, distributed: boolean): string => {
  const rows = distributed ? mineSpread : mine
  return `CREATE POLICY ${policy(distributed)} ON ${name} USING (${rows}) WITH CHECK (${rows})`
}

/**
 * The owner passes by: rows that move to another machine while people work are written there by whom Citus lends the owner's rights.
 * Requests work as another role, without which a distributed database is not opened.
 */
export const passOwners = (name: string): string => `ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`

export const rowSecuritySteps = (table: WantedTable, found: PresentTable | undefined, distributed: boolean): string[] => {
  const wanted = distributed ? 'for others' : 'for owners too'
  if (!table.scoped || (found?.rowSecurity === wanted && found.policies.has(policy(distributed)))) return []
  const name = quotedIdentifier(table.name)
  return [
    ...(found ? dropStorePolicies(found.policies, name) : []),
    `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
    distributed ? passOwners(name) : `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`,
    createStorePolicy(name, distributed),
  ]
}

/** Takes away those of a table's policies that are ours. */
export const dropStorePolicies = (policies: Iterable<string>, name: string): string[] =>
  [...policies].filter(each => /^app_store(_|$)/.test(each)).map(each => `DROP POLICY ${quotedIdentifier(each)} ON ${name}`)
