import { createWriteStream, existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readArchive } from '../src/server/backup/archive.ts'
import { archiveText } from '../src/server/backup/archiveText.ts'
import { BACKUP_BEGINNING, isBackupName } from '../src/server/backup/keptBackups.ts'
import type { ArchiveOpening } from '../src/server/backup/sealing/sealedParts.ts'
import { writeBackup } from '../src/server/backup/writeBackup.ts'
import { secretsOfInstallation } from '../src/server/database/secret.ts'
import { startDatabase } from '../src/server/database/startDatabase.ts'
import { createLogger } from '../src/server/http/log/logger.ts'
import { readSettings } from '../src/server/settings.ts'
import type { BucketCopies } from '../src/server/storage/bucketCopies.ts'
import { openFileStorage } from '../src/server/storage/openFileStorage.ts'
import { readBucketSettings } from '../src/server/storage/storageSettings.ts'
import { runningDatabase } from './psql.ts'

/**
 * `npm run backup -- FILE`: database and files in one archive, while people work or not, and reads it back. `npm run backup -- --check FILE` only
 * reads an archive that is there. It is sealed with the key of secrets, which is not in it; `--trust` reads one that is not sealed. `--list` tells the copies in the bucket of BACKUP_URL, `--fetch NAME` brings one here.
 */
const main = async (args: readonly string[]): Promise<void> => {
  const [name] = args.filter(arg => !arg.startsWith('--'))
  if (args.includes('--list')) return console.log((await (await copiesInBucket()).names(BACKUP_BEGINNING)).join('\n'))
  const opening = { secrets: secretsOfInstallation(readSettings().dataDir), trust: args.includes('--trust') }
  if (args.includes('--fetch')) return fetchCopy(name, opening)
  if (name === undefined) throw new Error('npm run backup -- FILE')
  const file = resolve(name)
  if (args.includes('--check')) return console.log(archiveText(file, (await readArchive(file, opening)).totals))
  if (existsSync(file)) throw new Error(`${file} is there already.`)
  const settings = readSettings()
  const { url, close } = await openSource()
  try {
    if (!process.env.SECRET_KEY)
      console.warn(`It opens with ${join(settings.dataDir, 'secret.key')} alone: keep that elsewhere, too.`)
    console.log(
      archiveText(
        file,
        await writeBackup({ url, dataDir: settings.dataDir, files: await openFileStorage(settings.dataDir) }, file),
      ),
    )
  } finally {
    await close()
  }
}

const copiesInBucket = async (): Promise<BucketCopies> => {
  const settings = readBucketSettings(process.env, 'BACKUP')
  if (!settings) throw new Error('BACKUP_URL names no bucket of copies')
  const { openBucketCopies } = await import('../src/server/storage/bucketCopies.ts')
  return openBucketCopies(settings)
}

/** Brings a copy of the bucket into the folder at hand, under its name, and reads it from end to end. */
const fetchCopy = async (name: string | undefined, opening: ArchiveOpening): Promise<void> => {
  if (name === undefined || !isBackupName(name)) throw new Error('npm run backup -- --fetch NAME, as --list tells it')
  const file = resolve(name)
  if (existsSync(file)) throw new Error(`${file} is there already.`)
  const draft = `${file}.part`
  await pipeline(await (await copiesInBucket()).read(name), createWriteStream(draft, { mode: 0o600 }))
  const { totals } = await readArchive(draft, opening)
  await rename(draft, file)
  console.log(archiveText(file, totals))
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
