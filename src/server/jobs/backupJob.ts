import { readBackupSettings } from '../backup/backupSettings.ts'
import { scheduledBackup } from '../backup/scheduledBackup.ts'
import type { Job } from './job.ts'

/** The job that copies the database at this address, if the environment names a folder for copies. */
export function backupJobs(url: string): Job[] {
  const settings = readBackupSettings()
  if (!settings) return []
  return [
    {
      id: 'backup',
      cron: settings.cron,
      zone: 'America/Sao_Paulo',
      longestSeconds: 6 * 3600,
      run: ({ dataDir, files, log }) => scheduledBackup({ url, dataDir, files }, settings, log),
    },
  ]
}
