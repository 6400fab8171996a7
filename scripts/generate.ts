import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { readModel } from '../src/model/read.ts'
import { readDefinitionFiles } from '../src/server/start/definitionFiles.ts'
import { definitionTypes } from './generate/definitions.ts'
import { nameSchema } from './generate/names.ts'
import { recordWords, registerWords } from './generate/registerWords.ts'
import { registerTypes } from './generate/types.ts'
import { registerValidators } from './generate/validators.ts'
import { iconNames } from './icons.ts'

/**
 * `npm run generate`: writes src/generated from schemas: types of the definitions and of every register's record, and
 * precompiled validators; and schemas/meta/names.json, registers and records, from which editors complete values. With `--check` it
 * writes nothing and fails when something there is not current.
 */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'src', 'generated')

const files = readDefinitionFiles(join(root, 'schemas'))
const { model, problems } = readModel(files)
if (problems.length > 0) {
  console.log('The definitions have problems: run `npm run check:schemas`.')
  process.exit(1)
}
const meta = join(root, 'schemas', 'meta')
const wanted = new Map([...inFolder(folder, await generated()), ...inFolder(meta, completion())])
const stale = [...wanted].filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text).map(([path]) => path)
const left = [folder, join(meta, 'registers'), join(meta, 'records')].flatMap(filesOf).filter(path => !wanted.has(path))

if (process.argv.includes('--check')) {
  for (const path of [...stale, ...left]) console.log(`${relative(root, path)} is not current: run \`npm run generate\`.`)
  process.exitCode = stale.length + left.length === 0 ? 0 : 1
} else {
  for (const path of stale) write(path, wanted.get(path) ?? '')
  for (const path of left) rmSync(path)
}
console.log(`Generated: ${wanted.size} files, ${stale.length} changed, ${left.length} removed.`)

async function generated(): Promise<Map<string, string>> {
  return new Map([
    ['definitions.ts', await definitionTypes(metaSchemas())],
    ...(await registerTypes(model)),
    ...registerValidators(model),
  ])
}

/** What editors complete values from. */
function completion(): Map<string, string> {
  const { 'register-ui.json': ui = {}, 'register.json': register = {}, 'common.json': common = {} } = metaSchemas()
  return new Map([
    ['names.json', nameSchema(model, files, iconNames())],
    ...inFolder('registers', registerWords(model, ui)),
    ...inFolder('records', recordWords(model, register, common)),
  ])
}

function metaSchemas(): Record<string, Record<string, unknown>> {
  const written = readdirSync(meta).filter(name => name.endsWith('.json') && name !== 'names.json')
  return Object.fromEntries(written.sort().map(name => [name, JSON.parse(readFileSync(join(meta, name), 'utf8'))]))
}

function inFolder(path: string, texts: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...texts].map(([name, text]) => [join(path, name), text]))
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
