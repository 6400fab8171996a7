import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Csv, readCsv } from '../src/base/csv.ts'
import { membersOf } from '../src/base/record.ts'
import { areas } from '../src/domain/all.ts'
import { manifestName } from '../src/model/layers/manifest.ts'
import { readModel } from '../src/model/read.ts'
import { registerOf } from '../src/model/register.ts'
import { fileName } from '../src/model/source/source.ts'
import { compose } from '../src/server/compose.ts'
import { layerFolders, readDefinitionFiles, schemasFolder } from '../src/server/start/definitionFiles.ts'
import { definitionProblemText } from '../src/server/start/definitions.ts'
import { importFor } from './new/import.ts'
import { fieldNameOf, fieldTitleOf } from './new/names.ts'
import { reportText } from './new/print.ts'
import { registerFrom } from './new/register.ts'

const usage = `npm run new -- <file.csv> … [--name fretes] [--area cadastros] [--out schemas]
  Makes a register from a sample file, each file one: fields and kinds from its columns, a few rows for its stories, an import of such files.
  --name  name of the register; the file's by default
  --area  folder below registers/, and the menu's group of that id; cadastros by default
  --out   folder of the definitions; schemas by default. A layer's names begin with its prefix`

interface Request {
  readonly file: string
  readonly name: string
  readonly title: string
  readonly area: string
  readonly folder: string
}

function readRequests(args: readonly string[]): Request[] {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { name: { type: 'string' }, area: { type: 'string' }, out: { type: 'string' } },
  })
  if (positionals.length === 0) throw new Error(usage)
  if (positionals.length > 1 && values.name !== undefined)
    throw new Error('--name is for one file: each file makes a register of its own.')
  const area = values.area ?? 'cadastros'
  if (!/^\w+$/.test(area)) throw new Error(`"${area}" cannot name an area: letters, digits and _ only.`)
  return positionals.map(file => {
    if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
    const given = values.name ?? basename(file, extname(file))
    const name = values.name ?? fieldNameOf(given, 'registro')
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`"${name}" cannot name a register: letters, digits and _ only.`)
    const folder = resolve(values.out ?? schemasFolder)
    return { file, name: `${ownPrefixIn(folder, name)}${name}`, title: fieldTitleOf(given), area, folder }
  })
}

const isLayer = (folder: string): boolean => existsSync(join(folder, manifestName))

/** Names in a layer begin with its prefix. */
function ownPrefixIn(folder: string, name: string): string {
  if (!isLayer(folder)) return ''
  const { prefix } = membersOf(JSON.parse(readFileSync(join(folder, manifestName), 'utf8')))
  return name.startsWith(`x_${String(prefix)}_`) ? '' : `x_${String(prefix)}_`
}

const show = (path: string): string => relative(process.cwd(), path)

/** In the project's format, so that the check passes at once. Where the formatter is not installed it stays as written. */
function formatted(content: unknown): string {
  const text = `${JSON.stringify(content, null, 2)}\n`
  try {
    return execFileSync('biome', ['format', '--stdin-file-path=schemas/new.json'], {
      input: text,
      cwd: join(import.meta.dirname, '..'),
      stdio: ['pipe', 'pipe', 'ignore'],
      encoding: 'utf8',
    })
  } catch {
    return text
  }
}

/** A workbook read as text would make a register of nonsense. */
function readTable(file: string): Csv {
  const bytes = readFileSync(file)
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe
  if (!wide && bytes.subarray(0, 4096).some(byte => byte < 9))
    throw new Error(`${file} is no text file. Save the spreadsheet as CSV first, and name that.`)
  return readCsv(bytes)
}

/** Makes one register with what belongs to it. Everything is checked before the first file is written. */
function make({ file, name, title, area, folder }: Request): void {
  // A layer is read over the product and the layers below it.
  const files = isLayer(folder)
    ? readDefinitionFiles(schemasFolder, [...new Set([...layerFolders, folder])])
    : readDefinitionFiles(folder)
  const layer = isLayer(folder) ? { layer: relative(schemasFolder, folder) } : {}
  const known = { effects: Object.keys(compose(areas).effects) }
  const { model } = readModel(files, known)
  const existing = registerOf(model, name)
  const base = `registers/${area}/${name}`
  if (existing) throw new Error(`The register "${existing.name}" exists already. Choose another name: --name`)

  const csv = readTable(file)
  const own = isGenerated(folder)
  const made = registerFrom(csv, { title, area, words: own ? `records/${name}` : 'register' }, model)
  const load = importFor(csv, made, { name, title, words: own ? `registers/${name}` : 'register-ui' })
  const written = [
    { path: `${base}.schema.json`, text: formatted(made.definition) },
    { path: `${base}.ui.json`, text: formatted(load.ui) },
    { path: `imports/${name}-importar.json`, text: formatted(load.definition) },
    { path: `${base}.sample.json`, text: formatted({ rows: made.rows }) },
  ]
  for (const { path } of written)
    if (existsSync(join(folder, path))) throw new Error(`${show(join(folder, path))} exists already and is not overwritten.`)
  const { problems } = readModel(
    [...files, ...written.filter(({ path }) => !path.endsWith('.sample.json')).map(each => ({ ...each, ...layer }))],
    known,
  )
  const wrong = problems.filter(problem => written.some(each => fileName({ ...each, ...layer }) === problem.file))
  if (wrong.length > 0)
    throw new Error(
      `The definition would not be valid; nothing is written.\n${wrong.map(each => definitionProblemText(each)).join('\n')}`,
    )

  for (const { path, text } of written) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  console.log(reportText(file, csv, made, model.menu))
  for (const { path } of written) console.log(show(join(folder, path)))
  console.log('')
}

/** Generated code is made of our own definitions, not of those of other folders. */
const isGenerated = (folder: string): boolean => folder === resolve(import.meta.dirname, '../schemas')

/** The checks want generated types to be current. */
function generate(folder: string): void {
  if (!isGenerated(folder)) return
  console.log(execFileSync(process.execPath, [join(import.meta.dirname, 'generate.ts')], { encoding: 'utf8' }).trim())
}

function run(args: readonly string[]): void {
  if (args.includes('--help')) {
    console.log(usage)
    return
  }
  const requests = readRequests(args)
  for (const request of requests) make(request)
  if (requests[0]) generate(requests[0].folder)
  console.log('Valid. Read it through; with `npm run dev` it is there already.')
}

try {
  run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
