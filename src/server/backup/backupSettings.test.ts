import { expect, it } from 'vitest'
import { readBackupSettings } from './backupSettings.ts'

const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'segredo' }

it('copies where a folder, a bucket or both are named', () => {
  expect(readBackupSettings({})).toBe(undefined)
  expect(readBackupSettings({ ...keys, S3_URL: 'https://s3.example/arquivos' })).toBe(undefined)
  expect(readBackupSettings({ BACKUP_DIR: '/copias' })).toEqual({ folder: '/copias', cron: '30 3 * * *', newest: 14, months: 12 })
  const bucket = { endpoint: 'https://s3.example', bucket: 'copias', prefix: 'loja/', region: 'sa-east-1' }
  const shared = { accessKeyId: 'a', secretAccessKey: 'segredo' }
  const url = { BACKUP_URL: 'https://s3.example/copias/loja', S3_REGION: 'sa-east-1' }
  expect(readBackupSettings({ ...url, ...keys, BACKUP_KEEP: '3' })).toMatchObject({
    newest: 3,
    bucket: { ...bucket, credentials: shared },
  })
  const own = { BACKUP_ACCESS_KEY_ID: 'b', BACKUP_SECRET_ACCESS_KEY: 'outro', BACKUP_REGION: 'us-west-1' }
  expect(readBackupSettings({ ...url, ...keys, ...own, BACKUP_DIR: '/copias' })).toMatchObject({
    folder: '/copias',
    bucket: { ...bucket, region: 'us-west-1', credentials: { accessKeyId: 'b', secretAccessKey: 'outro' } },
  })
})

it.each([
  [{ BACKUP_URL: 'copias' }, 'BACKUP_URL is no address'],
  [{ BACKUP_URL: 'https://a:segredo@s3.example/copias' }, 'BACKUP_URL holds no keys'],
  [{ BACKUP_URL: 'https://s3.example/copias', BACKUP_SECRET_ACCESS_KEY: 'segredo' }, 'belong together'],
  [{ BACKUP_DIR: '/copias', BACKUP_KEEP: 'segredos' }, 'BACKUP_KEEP is no number'],
])('refuses %j', (env, why) => {
  expect(() => readBackupSettings(env)).toThrow(why)
  if ('BACKUP_URL' in env) expect(() => readBackupSettings(env)).not.toThrow('segredo')
})
