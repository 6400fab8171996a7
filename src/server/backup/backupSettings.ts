import { resolve } from 'node:path'
import { CronExpressionParser } from 'cron-parser'
import { readBucketSettings, type StorageSettings } from '../storage/storageSettings.ts'

/** Copies that the server makes by itself. */
export interface BackupSettings {
  /** Where they go: a folder, a bucket, or both. */
  readonly folder?: string
  readonly bucket?: StorageSettings
  /** When, as crontab(5) writes it, by the clock of Brasília. */
  readonly cron: string
  /** How many of the newest stay. */
  readonly newest: number
  /** Of how many months the first one stays besides. */
  readonly months: number
}

type Env = Readonly<Record<string, string | undefined>>

/** BACKUP_DIR, BACKUP_URL with its keys, BACKUP_CRON, BACKUP_KEEP, BACKUP_MONTHS; undefined with neither folder nor bucket. */
export function readBackupSettings(env: Env = process.env): BackupSettings | undefined {
  const bucket = readBucketSettings(env, 'BACKUP')
  if (!env.BACKUP_DIR && !bucket) return undefined
  return {
    ...(env.BACKUP_DIR ? { folder: resolve(env.BACKUP_DIR) } : {}),
    ...(bucket ? { bucket } : {}),
    cron: moments(env.BACKUP_CRON || '30 3 * * *'),
    newest: count(env.BACKUP_KEEP, 14, 'BACKUP_KEEP'),
    months: count(env.BACKUP_MONTHS, 12, 'BACKUP_MONTHS'),
  }
}

const count = (text: string | undefined, otherwise: number, name: string): number => {
  const number = Number(text || otherwise)
  if (!Number.isInteger(number) || number < (name === 'BACKUP_KEEP' ? 1 : 0))
    throw new Error(`${name} is no number of copies: ${text}`)
  return number
}

const moments = (text: string): string => {
  try {
    CronExpressionParser.parse(text)
    return text
  } catch (error) {
    throw new Error(`BACKUP_CRON names no moments: ${text}`, { cause: error })
  }
}
