import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
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

  it('is JSON where it is shown as JSON', () => {
    for (const name of readdirSync(pages)) {
      const parts = readFileSync(join(pages, name), 'utf8').split('```json\n').slice(1)
      for (const part of parts) {
        const json = part.slice(0, part.indexOf('```')).trim()
        const whole = json.startsWith('"') ? `{ ${json} }` : json
        expect(() => JSON.parse(whole), `${name}: ${json}`).not.toThrow()
      }
    }
  })
})
