import type { Logger } from 'pino'
import type { ServerDatabase } from '../database/serverDatabase.ts'
import { startDatabase } from '../database/startDatabase.ts'
import type { Settings } from '../settings.ts'
import { applyModel } from '../tables/applyModel.ts'
import type { DerivedTables } from '../tables/derivedTables.ts'
import { freeFirstMachine } from '../tables/layout.ts'
import { readDefinitions } from './definitions.ts'

/**
 * `npm run distribute`: spreads the rows of a database over the machines that Citus knows of, by their store, in one transaction. Run
 * again it goes on where something is left, and does nothing where nothing is. Every server must be stopped.
 */
export const spreadTables = async (settings: Settings, log: Logger, derived: readonly DerivedTables[]): Promise<void> => {
  const database = await startDatabase(settings, log)
  try {
    if (!database.distributed)
      throw new Error(
        'The database of DATABASE_URL is no distributed one: it has not the extension citus. docs/scale.md tells how it gets it.',
      )
    const { model, migrations } = readDefinitions()
    const { steps } = await applyModel(database, model, migrations, derived, { spreading: true, progress })
    await freeFirstMachine(database.system, name => console.log(`no rows of ${name} are left on the first machine`))
    await tell(database, steps.length)
  } finally {
    await database.close()
  }
}

const progress = (step: string, at: number, of: number): void => {
  const [, name] = /create_(?:distributed|reference)_table\('([^']+)'/.exec(step) ?? []
  if (name) console.log(`${at} of ${of}: ${name}`)
}

const tell = async ({ system }: ServerDatabase, steps: number): Promise<void> => {
  const { rows } = await system.query<{ kind: string; tables: string; size: string }>(
    `SELECT citus_table_type AS kind, count(*) AS tables, pg_size_pretty(sum(pg_size_bytes(table_size))) AS size FROM citus_tables GROUP BY 1 ORDER BY 1`,
  )
  console.log(steps === 0 ? 'Nothing was left to do.' : `${steps} steps done.`)
  for (const { kind, tables, size } of rows) console.log(`${tables} tables ${kind}, ${size}`)
}
