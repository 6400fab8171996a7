import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { readArchive } from '../../../src/server/backup/archive.ts'
import { type BackupSettings, readBackupSettings } from '../../../src/server/backup/backupSettings.ts'
import { restoreBackup } from '../../../src/server/backup/restoreBackup.ts'
import { scheduledBackup } from '../../../src/server/backup/scheduledBackup.ts'
import { secretsOfInstallation } from '../../../src/server/database/secret.ts'
import { type BucketCopies, openBucketCopies } from '../../../src/server/storage/bucketCopies.ts'
import { openFolderStorage } from '../../../src/server/storage/folderStorage.ts'
import { type BucketServer, openBucketServer } from '../fixtures/bucketServer.ts'
import { type Scratch, scratchDatabase } from '../fixtures/scratchDatabase.ts'
import { removeFolder, scratchFolder } from '../fixtures/serverProcess.ts'

const folder = scratchFolder()
const dataDir = join(folder, 'data')
const log = pino({ level: 'silent' })
const scratches: Scratch[] = []
let bucket: BucketServer
let env: Record<string, string>
let settings: BackupSettings
let copies: BucketCopies
let url = ''

async function query(at: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const emptyDatabase = async (): Promise<string> => {
  const scratch = await scratchDatabase()
  scratches.push(scratch)
  return scratch.url
}

beforeAll(async () => {
  mkdirSync(dataDir)
  bucket = await openBucketServer('copias')
  const { S3_URL = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = bucket.env
  env = { BACKUP_URL: S3_URL, BACKUP_ACCESS_KEY_ID: S3_ACCESS_KEY_ID, BACKUP_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY }
  const read = readBackupSettings({ ...env, BACKUP_KEEP: '1', BACKUP_MONTHS: '0' })
  if (!read?.bucket) throw new Error('no bucket')
  settings = read
  copies = openBucketCopies(read.bucket)
  url = await emptyDatabase()
  await query(url, `CREATE TABLE contas (id bigint PRIMARY KEY, nome text); INSERT INTO contas VALUES (1, 'água'), (2, NULL)`)
})
afterAll(async () => {
  await bucket?.close()
  for (const scratch of scratches) await scratch.drop()
  removeFolder(folder)
})

const make = (day: number, own: BackupSettings = settings): Promise<void> =>
  scheduledBackup({ url, dataDir, files: openFolderStorage(dataDir) }, own, log, new Date(Date.UTC(2026, 4, day, 6)))

/** As the server that made them opens them. */
const opening = () => ({ secrets: secretsOfInstallation(dataDir) })

const nameOf = (day: number): string => `retaguarda-2026-05-0${day}T06-00-00Z.tar.gz.sealed`

test('copies go to a bucket, where each takes the place of older ones, and are restored from there', async () => {
  const foreign = join(folder, 'minha.tar.gz')
  writeFileSync(foreign, 'of somebody else')
  await copies.send('minha.tar.gz', foreign)
  await copies.send('retaguarda-antes.tar.gz', foreign)
  for (const day of [1, 2]) await make(day)
  expect(await copies.names('')).toEqual(['minha.tar.gz', nameOf(2), 'retaguarda-antes.tar.gz'])
  expect(readdirSync(dataDir)).not.toContain('copy-on-its-way')

  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(process.cwd(), 'scripts/backup.ts'), ...args], {
      cwd: folder,
      env: { ...process.env, ...env, DATA_DIR: dataDir },
    })
  expect((await run('--list')).stdout.split('\n')).toContain(nameOf(2))
  await run('--fetch', nameOf(2))
  const into = await emptyDatabase()
  await restoreBackup({ url: into, files: openFolderStorage(join(folder, 'other')), opening: opening() }, join(folder, nameOf(2)))
  expect(await query(into, 'SELECT * FROM contas ORDER BY id')).toEqual(await query(url, 'SELECT * FROM contas ORDER BY id'))
})

test('a copy goes to a folder and a bucket, where both are named', async () => {
  const both = { ...settings, folder: join(folder, 'copias') }
  await make(3, both)
  expect(readdirSync(both.folder)).toEqual([nameOf(3)])
  expect(await copies.names('retaguarda-2026')).toEqual([nameOf(3)])
})

test('a bucket that is away fails the copy in words, keeps those that are there and leaves nothing half-done', async () => {
  await bucket.stop()
  const refused = await make(4).catch(error => error)
  expect(String(refused)).toMatch(/ECONNREFUSED|ECONNRESET|connect/i)
  expect(JSON.stringify(refused, Object.getOwnPropertyNames(refused))).not.toMatch(/authorization|signature/i)
  expect(existsSync(join(dataDir, 'copy-on-its-way'))).toBe(false)
  await bucket.start()
  expect(await copies.names('retaguarda-2026')).toEqual([nameOf(3)])
  await readArchive(nameOf(3), opening(), {}, await copies.read(nameOf(3)))
})

test('a large copy goes in parts and comes back as it was', async () => {
  if (!settings.bucket) throw new Error('no bucket')
  const inParts = openBucketCopies(settings.bucket, 100_000)
  const random = createSeededRandom(3)
  const bytes = Buffer.from(Array.from({ length: 350_001 }, () => random.whole(0, 255)))
  const file = join(folder, 'grande')
  writeFileSync(file, bytes)
  await inParts.send('grande', file)
  expect(Buffer.concat(await (await inParts.read('grande')).toArray()).equals(bytes)).toBe(true)
})
