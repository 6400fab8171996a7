import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readArchive } from '../src/server/backup/archive.ts'
import { archiveText } from '../src/server/backup/archiveText.ts'
import { writeBackup } from '../src/server/backup/writeBackup.ts'
import { startDatabase } from '../src/server/database/startDatabase.ts'
import { createLogger } from '../src/server/http/log/logger.ts'
import { readSettings } from '../src/server/settings.ts'
import { runningDatabase } from './psql.ts'

/**
 * `npm run backup -- FILE`: database and files in one archive, while people work or not, and reads it back. `npm run backup -- --check FILE` only
 * reads an archive that is there. The key of secrets is not in it.
 */
const main = async (args: readonly string[]): Promise<void> => {
  const [name] = args.filter(arg => !arg.startsWith('--'))
  if (name === undefined) throw new Error('npm run backup -- FILE')
  const file = resolve(name)
  if (args.includes('--check')) return console.log(archiveText(file, (await readArchive(file)).totals))
  if (existsSync(file)) throw new Error(`${file} is there already.`)
  const settings = readSettings()
  const { url, close } = await openSource()
  try {
    console.log(archiveText(file, await writeBackup({ url, dataDir: settings.dataDir }, file)))
  } finally {
    await close()
  }
}

/** The database of the running server, else one that is started for the copy. */
const openSource = async (): Promise<{ url: string; close: () => Promise<void> }> => {
  const settings = readSettings()
  const running = runningDatabase(settings)
  return running === undefined ? startDatabase(settings, createLogger()) : { url: running, close: async () => undefined }
}

main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
