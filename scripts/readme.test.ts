import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, test } from 'vitest'
import { isRecord } from '../src/base/record.ts'
import { readModel } from '../src/model/read.ts'
import { readDefinitionFiles } from '../src/server/start/definitionFiles.ts'
import { definitionProblemText } from '../src/server/start/definitions.ts'

const path = /`(?:schemas\/)?((?:registers|imports|reports)\/[\w/<>-]+\.(?:schema\.|ui\.)?json)`/
const pages = 'docs/definitions'

/** Whole definitions that a text shows: each after a paragraph that names its file first. */
function shown(file: string): { path: string; text: string }[] {
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('```json\n')
  let before = first
  return rest.flatMap(part => {
    const end = part.indexOf('```')
    const named = path.exec(before.trimEnd().split('\n\n').at(-1) ?? '')?.[1]
    before = part.slice(end + 3)
    return named === undefined
      ? []
      : [{ path: named.replace('<area>', 'cadastros').replace('<name>', 'exemplo'), text: part.slice(0, end) }]
  })
}

const sql = readFileSync(join(pages, 'reports.md'), 'utf8').split('```sql\n')[1]?.split('```')[0] ?? ''

/** Words that a meta-schema gives to definitions: names of its properties, however deep. */
function wordsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, part]) =>
    key === 'properties' ? [...Object.keys(part), ...Object.values(part).flatMap(wordsOf)] : wordsOf(part),
  )
}

/** JSON that a text shows, with its line. */
interface Part {
  readonly line: number
  readonly value: Readonly<Record<string, unknown>>
  /** It shows members of an object, without its braces. */
  readonly bare: boolean
}

function partsOf(file: string): Part[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/```json\n(.*?)```/gs)].map(({ 1: json = '', index }) => {
    const bare = json.startsWith('"')
    return { line: text.slice(0, index).split('\n').length + 1, value: JSON.parse(bare ? `{ ${json} }` : json), bare }
  })
}

const meta = readdirSync('schemas/meta')
  .filter(name => name.endsWith('.json'))
  .map(name => JSON.parse(readFileSync(`schemas/meta/${name}`, 'utf8')))
const ajv = new Ajv2020({ strict: false, schemas: meta })

/** A schema in a meta-schema: the member whose value it is for, and whether it accepts a value. */
interface Place {
  readonly name: string | undefined
  accepts(value: unknown): boolean
}

const maps: ReadonlySet<string> = new Set(['properties', '$defs', 'patternProperties'])
const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf'])

/** Every schema of an object or a list, however deep; one for any name has none. */
function placesIn(schema: unknown, pointer: string, name?: string): Place[] {
  if (!isRecord(schema)) return []
  const words = isRecord(schema.properties) && schema.additionalProperties === false ? Object.keys(schema.properties) : undefined
  const { type } = schema
  // Compiling is slow: a schema of another type, or that does not know a word, is not asked.
  const may = (value: unknown): boolean => {
    if (type !== undefined && ![type].flat().includes(Array.isArray(value) ? 'array' : 'object')) return false
    return !words || !isRecord(value) || Object.keys(value).every(key => words.includes(key))
  }
  const own: Place = { name, accepts: value => may(value) && ajv.getSchema(pointer)?.(value) === true }
  const below = Object.entries(schema).flatMap(([key, part]): Place[] => {
    const at = `${pointer}/${key}`
    if (maps.has(key) && isRecord(part))
      return Object.entries(part).flatMap(([each, one]) =>
        placesIn(
          one,
          `${at}/${encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
          key === 'patternProperties' ? undefined : each,
        ),
      )
    if (lists.has(key) && Array.isArray(part)) return part.flatMap((one, i) => placesIn(one, `${at}/${i}`, name))
    return key === 'items' || key === 'additionalProperties' ? placesIn(part, at) : []
  })
  return [own, ...below]
}

const places = meta.flatMap(schema => placesIn(schema, `${schema.$id}#`))

/** The value with a member that no schema knows. */
const withStranger = (value: unknown): unknown =>
  Array.isArray(value) ? [withStranger(value[0]), ...value.slice(1)] : { ...(value as object), zq: 1 }

/** Tells whether a whole definition holds to its meta-schema, and a part to one that would not take just anything. */
function holds({ value, bare }: Pick<Part, 'value' | 'bare'>): boolean {
  const fits = (part: unknown, of: readonly Place[]): boolean =>
    of.some(place => place.accepts(part) && !place.accepts(withStranger(part)))
  if (typeof value.$schema === 'string') return ajv.getSchema(basename(value.$schema))?.(value) !== false
  if (!bare) return fits(value, places)
  return Object.entries(value).every(([name, part]) =>
    [name, undefined].some(wanted =>
      fits(
        part,
        places.filter(place => place.name === wanted),
      ),
    ),
  )
}

describe('what the texts for implementers show', () => {
  it('is valid as it stands, all of it together', () => {
    const files = ['README.md', join(pages, 'registers.md'), join(pages, 'reports.md')].flatMap(shown)
    expect(files.map(({ path }) => path)).toEqual([
      'registers/cadastros/exemplo.schema.json',
      'registers/cadastros/fornecedores_fretes.schema.json',
      'registers/cadastros/fornecedores_fretes.ui.json',
      'imports/fornecedores_fretes-importar.json',
      'reports/fretes_por_modo.schema.json',
      'reports/vendas_por_canal.schema.json',
      'reports/vendas_por_canal.ui.json',
    ])
    const screen = { path: 'reports/fretes_por_modo.ui.json', text: '{ "menu": "relatorios_pdv" }' }
    const { model, problems } = readModel([
      ...readDefinitionFiles(),
      ...files,
      screen,
      { path: 'reports/vendas_por_canal.sql', text: sql },
    ])
    expect(problems.map(each => definitionProblemText(each))).toEqual([])
    expect(model.reports.fretes_por_modo?.path).toBe('/relatorio/fretes-por-modo')
    expect(model.reports.vendas_por_canal?.path).toBe('/relatorio/vendas-por-canal')
    expect(model.registers['exemplo.faixas']?.fields.map(field => field.name)).toContain('ate_kg')
  })

  it('is every word that definitions may use', () => {
    const text = readdirSync(pages)
      .map(name => readFileSync(join(pages, name), 'utf8'))
      .join('\n')
    const told = new Set(text.match(/[$\w]+/g))
    const words = readdirSync('schemas/meta')
      .filter(name => name.endsWith('.json'))
      .flatMap(name => wordsOf(JSON.parse(readFileSync(`schemas/meta/${name}`, 'utf8'))))
    expect([...new Set(words)].filter(word => !told.has(word))).toEqual([])
  })

  it('holds to the meta-schemas where it is only a part', () => {
    const faults = ['README.md', 'docs/api.md', ...readdirSync(pages).map(name => join(pages, name))].flatMap(file =>
      partsOf(file).flatMap(part => (holds(part) ? [] : [`${file}:${part.line}`])),
    )
    expect(faults).toEqual([])
  })
})

test('a part with a word that is none fits nowhere', () => {
  expect(holds({ value: { list: { columns: ['nome'] } }, bare: true })).toBe(true)
  expect(holds({ value: { list: { colums: ['nome'] } }, bare: true })).toBe(false)
})
