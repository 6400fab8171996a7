import { resolve } from 'node:path'
import { areas } from '../src/domain/all.ts'
import { readArchive } from '../src/server/backup/archive.ts'
import { archiveText } from '../src/server/backup/archiveText.ts'
import { isSameKey } from '../src/server/backup/keyProof.ts'
import { restoreBackup } from '../src/server/backup/restoreBackup.ts'
import { compose } from '../src/server/compose.ts'
import { secretsOfInstallation } from '../src/server/database/secret.ts'
import { startDatabase } from '../src/server/database/startDatabase.ts'
import { createLogger } from '../src/server/http/log/logger.ts'
import { readSettings } from '../src/server/settings.ts'
import { spreadTables } from '../src/server/start/spreadTables.ts'
import { openFileStorage } from '../src/server/storage/openFileStorage.ts'

/**
 * `npm run restore -- FILE`: brings an archive of `npm run backup` back into the database and the data folder of the environment. Servers must be stopped. A database
 * that holds tables is left alone, unless `--overwrite` drops them. All or nothing: what fails changes nothing. Where the database is on several
 * machines, its rows are spread over them afterwards. An archive that is not sealed with the key here is refused; `--trust` takes one that is not sealed
 * at all, as versions until 0.1.0 wrote them, and runs no statement of it that the product does not know.
 */
const main = async (args: readonly string[]): Promise<void> => {
  const [name] = args.filter(arg => !arg.startsWith('--'))
  if (name === undefined) throw new Error('npm run restore -- FILE [--overwrite] [--trust]')
  const file = resolve(name)
  const settings = readSettings()
  const opening = { secrets: secretsOfInstallation(settings.dataDir), trust: args.includes('--trust') }
  const { head } = await readArchive(file, opening)
  const log = createLogger()
  const database = await startDatabase(settings, log)
  try {
    const { url } = database
    const files = await openFileStorage(settings.dataDir)
    const totals = await restoreBackup({ url, files, opening }, file, { overwrite: args.includes('--overwrite') })
    console.log(archiveText(file, totals))
    if (!isSameKey(opening.secrets, head.keyProof))
      console.warn(
        'The key here is not the one that the secrets in it were sealed with: set SECRET_KEY, or bring secret.key back.',
      )
  } finally {
    await database.close()
  }
  // Rows came to the first machine.
  if (database.distributed) await spreadTables(settings, log, compose(areas).tables)
}

main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
