import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { BackupSettings } from './backupSettings.ts'
import { backupName, isBackupName, outdatedBackups } from './keptBackups.ts'
import { type BackedUp, writeBackup } from './writeBackup.ts'

/** Makes the copy that is due, and lets those go that have had their time: never before the new one was read back. */
export async function scheduledBackup(source: BackedUp, settings: BackupSettings, log: Logger, now = new Date()): Promise<void> {
  await mkdir(settings.folder, { recursive: true, mode: 0o700 })
  const file = join(settings.folder, backupName(now))
  const { tables, files } = await writeBackup(source, file)
  const names = await readdir(settings.folder)
  // And what a server that died left of one.
  const cutShort = names.filter(name => name.endsWith('.part') && isBackupName(name.slice(0, -'.part'.length)))
  const outdated = [...outdatedBackups(names, settings), ...cutShort]
  for (const name of outdated) await rm(join(settings.folder, name), { force: true })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  log.info({ file, rows, files: files.count, removed: outdated.length }, 'copy made and read back')
}
