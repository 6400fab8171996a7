import { areas } from '../src/domain/all.ts'
import { compose } from '../src/server/compose.ts'
import { startDatabase } from '../src/server/database/startDatabase.ts'
import { createLogger } from '../src/server/http/log/logger.ts'
import { readSettings } from '../src/server/settings.ts'
import { readDefinitions } from '../src/server/start/definitions.ts'
import { applyModel } from '../src/server/tables/applyModel.ts'
import type { DerivedTableCheck } from '../src/server/tables/derivedTables.ts'

/**
 * Makes the sums that reports read anew from the sales: `npm run rollups`, or `npm run rollups -- 3` for one store. `--check` changes
 * nothing and tells what differs. The server must be stopped where the database is the embedded one.
 */
const main = async (args: readonly string[]): Promise<void> => {
  const only = args.find(arg => /^\d+$/.test(arg))
  const lojaId = only === undefined ? undefined : Number(only)
  const { tables } = compose(areas)
  const database = await startDatabase(readSettings(), createLogger())
  try {
    const { model, migrations } = readDefinitions()
    await applyModel(database, model, migrations, tables)
    await database.asOwner(async q => {
      for (const derived of tables.filter(({ from }) => from.every(name => model.registers[name]))) {
        if (!args.includes('--check')) await derived.rebuild(q, lojaId)
        else for (const check of await derived.verify(q, lojaId)) tell(check)
      }
    })
  } finally {
    await database.close()
  }
}

const tell = ({ table, differences }: DerivedTableCheck): void => {
  console.log(`${table}: ${differences === 0 ? 'as the sales are' : `${differences} rows differ`}`)
  if (differences > 0) process.exitCode = 1
}

main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
