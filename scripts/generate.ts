import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { readModel } from '../src/model/read.ts'
import { readDefinitionFiles } from '../src/server/start/definitionFiles.ts'
import { definitionTypes } from './generate/definitions.ts'
import { nameSchema } from './generate/names.ts'
import { registerTypes } from './generate/types.ts'
import { registerValidators } from './generate/validators.ts'
import { iconNames } from './icons.ts'

/**
 * `npm run generate`: writes src/generated from schemas: types of the definitions and of every register's record, and
 * precompiled validators; and schemas/meta/names.json, from which editors complete values. With `--check` it writes nothing and
 * fails when something there is not current.
 */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'src', 'generated')

const files = readDefinitionFiles(join(root, 'schemas'))
const { model, problems } = readModel(files)
if (problems.length > 0) {
  console.log('The definitions have problems: run `npm run check:schemas`.')
  process.exit(1)
}
const namesFile = join(root, 'schemas', 'meta', 'names.json')
const names = nameSchema(model, files, iconNames())
const namesAreStale = !existsSync(namesFile) || readFileSync(namesFile, 'utf8') !== names
const wanted = await generated()
const present = existsSync(folder) ? filesOf(folder) : []
const stale = [...wanted]
  .filter(([path, text]) => !present.includes(path) || readFileSync(join(folder, path), 'utf8') !== text)
  .map(([path]) => path)
const left = present.filter(path => !wanted.has(path))

if (process.argv.includes('--check')) {
  for (const path of [...stale, ...left]) console.log(`src/generated/${path} is not current: run \`npm run generate\`.`)
  if (namesAreStale) console.log('schemas/meta/names.json is not current: run `npm run generate`.')
  process.exitCode = stale.length + left.length === 0 && !namesAreStale ? 0 : 1
} else {
  if (namesAreStale) writeFileSync(namesFile, names)
  for (const path of stale) write(path, wanted.get(path) ?? '')
  for (const path of left) rmSync(join(folder, path))
}
console.log(`Generated: ${wanted.size + 1} files, ${stale.length + Number(namesAreStale)} changed, ${left.length} removed.`)

async function generated(): Promise<Map<string, string>> {
  return new Map([
    ['definitions.ts', await definitionTypes(metaSchemas())],
    ...(await registerTypes(model)),
    ...registerValidators(model),
  ])
}

function metaSchemas(): Record<string, Record<string, unknown>> {
  const meta = join(root, 'schemas', 'meta')
  const written = readdirSync(meta).filter(name => name !== 'names.json')
  return Object.fromEntries(written.sort().map(name => [name, JSON.parse(readFileSync(join(meta, name), 'utf8'))]))
}

function filesOf(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(path, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
