import type { BackupSettings } from './backupSettings.ts'

/** Those of versions that did not seal them had no more than their first ending. */
const NAME = /^retaguarda-(\d{4}-\d{2})-\d{2}T\d{2}-\d{2}-\d{2}Z\.tar\.gz(?:\.sealed)?$/

/** The beginning of the names of all copies. */
export const BACKUP_BEGINNING = 'retaguarda-'

/** The name of a copy: that of its moment, so that names sort as moments do. */
export const backupName = (moment: Date): string =>
  `${BACKUP_BEGINNING}${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz.sealed`

/** Tells whether a file of the folder is a copy that the server made by itself; nothing else there is ours to remove. */
export const isBackupName = (name: string): boolean => NAME.test(name)

/** Copies that have had their time: neither among the newest nor the first of one of the last months. */
export function outdatedBackups(
  names: readonly string[],
  { newest, months }: Pick<BackupSettings, 'newest' | 'months'>,
): string[] {
  const ours = names.filter(isBackupName).sort()
  const firstOfMonth = new Map<string, string>()
  for (const name of ours) {
    const month = NAME.exec(name)?.[1] ?? ''
    if (!firstOfMonth.has(month)) firstOfMonth.set(month, name)
  }
  const kept = new Set([...ours.slice(-newest), ...(months === 0 ? [] : [...firstOfMonth.values()].slice(-months))])
  return ours.filter(name => !kept.has(name))
}
