import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { secretsOfInstallation } from '../database/secret.ts'
import type { StorageSettings } from '../storage/storageSettings.ts'
import { readArchive } from './archive.ts'
import type { BackupSettings } from './backupSettings.ts'
import { BACKUP_BEGINNING, backupName, isBackupName, outdatedBackups } from './keptBackups.ts'
import type { ArchiveOpening } from './sealing/sealedParts.ts'
import { type BackedUp, writeBackup } from './writeBackup.ts'

/** Makes the copy that is due, and lets those go that have had their time: never before the new one was read back from where it is kept. */
export async function scheduledBackup(source: BackedUp, settings: BackupSettings, log: Logger, now = new Date()): Promise<void> {
  // Without a folder for copies it lies in the data folder until the bucket has it.
  const folder = settings.folder ?? join(source.dataDir, 'copy-on-its-way')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const opening = { secrets: secretsOfInstallation(source.dataDir) }
  if (!process.env.SECRET_KEY)
    log.warn(
      { file: join(source.dataDir, 'secret.key') },
      'copies open with this key alone: keep it elsewhere, too, or they go with the disk',
    )
  const name = backupName(now)
  const file = join(folder, name)
  try {
    const { tables, files } = await writeBackup(source, file)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    if (settings.folder) {
      const removed = await tidyFolder(settings.folder, settings)
      log.info({ file, rows, files: files.count, removed }, 'copy made and read back')
    }
    if (settings.bucket) {
      const removed = await keepInBucket(settings.bucket, { name, file }, settings, opening)
      log.info({ bucket: settings.bucket.bucket, name, rows, files: files.count, removed }, 'copy sent and read back')
    }
  } finally {
    if (!settings.folder) await rm(folder, { recursive: true, force: true })
  }
}

async function tidyFolder(folder: string, settings: BackupSettings): Promise<number> {
  const names = await readdir(folder)
  // And what a server that died left of one.
  const cutShort = names.filter(name => name.endsWith('.part') && isBackupName(name.slice(0, -'.part'.length)))
  const outdated = [...outdatedBackups(names, settings), ...cutShort]
  for (const name of outdated) await rm(join(folder, name), { force: true })
  return outdated.length
}

async function keepInBucket(
  storage: StorageSettings,
  { name, file }: { readonly name: string; readonly file: string },
  settings: BackupSettings,
  opening: ArchiveOpening,
): Promise<number> {
  // The client of buckets is loaded for these alone.
  const { openBucketCopies } = await import('../storage/bucketCopies.ts')
  const copies = openBucketCopies(storage)
  await copies.send(name, file)
  await readArchive(name, opening, {}, await copies.read(name))
  const outdated = outdatedBackups(await copies.names(BACKUP_BEGINNING), settings)
  for (const each of outdated) await copies.remove(each)
  return outdated.length
}
