import { rebuildRollups } from '../src/domain/sales/tables/prepareRollups.ts'
import { rollups } from '../src/domain/sales/tables/rollup.ts'
import { rollupDifferences } from '../src/domain/sales/tables/rollupSql.ts'
import { startDatabase } from '../src/server/database/startDatabase.ts'
import { createLogger } from '../src/server/http/log/logger.ts'
import { readSettings } from '../src/server/settings.ts'
import { readDefinitions } from '../src/server/start/definitions.ts'
import { applyModel } from '../src/server/tables/applyModel.ts'

/**
 * Makes the sums that reports read anew from the sales: `npm run rollups`, or `npm run rollups -- 3` for one store. `--check` changes
 * nothing and tells what differs. The server must be stopped where the database is the embedded one.
 */
const main = async (args: readonly string[]): Promise<void> => {
  const only = args.find(arg => /^\d+$/.test(arg))
  const lojaId = only === undefined ? undefined : Number(only)
  const database = await startDatabase(readSettings(), createLogger())
  try {
    const { model, migrations } = readDefinitions()
    await applyModel(database, model, migrations)
    await database.asOwner(async q => {
      if (!args.includes('--check')) return rebuildRollups(q, lojaId)
      for (const rollup of rollups) {
        const scope = lojaId === undefined ? undefined : { store: '$1' }
        const { rows } = await q.query(rollupDifferences(rollup, scope), lojaId === undefined ? [] : [lojaId])
        console.log(`${rollup.name}: ${rows.length === 0 ? 'as the sales are' : `${rows.length} rows differ`}`)
        if (rows.length > 0) process.exitCode = 1
      }
    })
  } finally {
    await database.close()
  }
}

main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
