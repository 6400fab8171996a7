import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readCsv } from '../src/base/csv.ts'
import { readModel } from '../src/model/read.ts'
import { registerOf } from '../src/model/register.ts'
import { problemText, readFiles, schemasFolder } from '../src/server/definitions.ts'
import { effects } from '../src/server/effects/effects.ts'
import { nameOf, titleOf } from './new/names.ts'
import { registerFrom } from './new/register.ts'

const usage = `npm run new -- <file.csv> [--name fretes] [--area cadastros] [--out schemas]
  Makes a register from a sample file: fields and kinds from its columns, and a few rows for its stories.
  --name  name of the register; the file's by default
  --area  folder below registers/, and the menu's group of that id; cadastros by default
  --out   folder of the definitions; schemas by default`

interface Request {
  readonly file: string
  readonly name: string
  readonly title: string
  readonly area: string
  readonly folder: string
}

function readRequest(args: readonly string[]): Request {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { name: { type: 'string' }, area: { type: 'string' }, out: { type: 'string' } },
  })
  const [file] = positionals
  if (file === undefined) throw new Error(usage)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const given = values.name ?? basename(file, extname(file))
  const name = values.name ?? nameOf(given)
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`"${name}" cannot name a register: letters, digits and _ only.`)
  const area = values.area ?? 'cadastros'
  if (!/^\w+$/.test(area)) throw new Error(`"${area}" cannot name an area: letters, digits and _ only.`)
  return { file, name, title: titleOf(given), area, folder: resolve(values.out ?? schemasFolder) }
}

const show = (path: string): string => relative(process.cwd(), path)

/** In the house's format, so that the check passes at once. Where the formatter is not installed it stays as written. */
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

function run(args: readonly string[]): void {
  const { file, name, title, area, folder } = readRequest(args)
  const files = readFiles(folder)
  const known = { effects: Object.keys(effects) }
  const { model } = readModel(files, known)
  const existing = registerOf(model, name)
  const path = `registers/${area}/${name}.schema.json`
  const target = join(folder, path)
  if (existing) throw new Error(`The register "${existing.name}" exists already. Choose another name: --name`)
  if (existsSync(target)) throw new Error(`${show(target)} exists already and is not overwritten.`)

  const { definition, rows, notices } = registerFrom(readCsv(readFileSync(file)), { title, area }, model)
  const text = formatted(definition)
  const { problems } = readModel([...files, { path, text }], known)
  const own = problems.filter(problem => problem.file === path)
  if (own.length > 0)
    throw new Error(`The definition would not be valid; nothing is written.\n${own.map(problemText).join('\n')}`)

  const samples = join(dirname(target), `${name}.sample.json`)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
  writeFileSync(samples, formatted({ rows }))
  for (const notice of notices) console.log(notice)
  console.log(`${show(target)}\n${show(samples)} (${rows.length} rows for the stories)\n`)
  for (const [field, property] of Object.entries(definition.properties as Record<string, Record<string, unknown>>))
    console.log(
      `  ${field.padEnd(24)} ${String(property.format ?? (property.oneOf ? 'choice' : property.type)).padEnd(10)} ${property.title}`,
    )
  console.log('\nValid. Read it through, then run `npm run generate`; with `npm run dev` it is in the menu already.')
}

try {
  run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
