import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { PostgresUser } from './postgresUser.ts'

/** Stands in the folder while a cluster is being made: tells an interrupted making from a cluster that holds data. */
const marker = (folder: string): string => join(folder, 'postgres.creating')

export const isClusterComplete = (folder: string, cluster: string): boolean =>
  existsSync(join(cluster, 'PG_VERSION')) && !existsSync(marker(folder))

/** Makes an empty cluster: UTF-8, and a collation that no update of the system changes (columns name their own where people sort). */
export const createCluster = async (
  folder: string,
  cluster: string,
  binaries: Binaries,
  owner: PostgresUser,
  password: string,
  durable: boolean,
): Promise<void> => {
  if (existsSync(marker(folder)))
    for (const entry of readdirSync(cluster)) rmSync(join(cluster, entry), { recursive: true, force: true })
  writeFileSync(marker(folder), '')
  const aside = mkdtempSync(join(tmpdir(), 'retaguarda-'))
  const secret = join(aside, 'password')
  writeFileSync(secret, password, { mode: 0o600 })
  if (owner.uid !== undefined && owner.gid !== undefined)
    for (const path of [cluster, aside, secret]) chownSync(path, owner.uid, owner.gid)
  try {
    await run(
      binaries.initdb,
      [`--pgdata=${cluster}`, ...texts, ...access, `--pwfile=${secret}`, ...(durable ? [] : ['--no-sync'])],
      owner,
    )
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  rmSync(marker(folder))
}

const texts = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
const access = ['--username=postgres', '--auth=scram-sha-256']

const run = (program: string, args: readonly string[], owner: PostgresUser): Promise<void> =>
  new Promise((done, failed) => {
    const child = spawn(program, args, { ...owner, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', chunk => {
      said += String(chunk)
    })
    child.on('error', failed)
    child.on('close', code => (code === 0 ? done() : failed(new Error(`initdb: ${said}`))))
  })
