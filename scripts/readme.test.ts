import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readModel } from '../src/model/read.ts'
import { definitionProblemText, readDefinitionFiles } from '../src/server/start/definitions.ts'

const path = /`(?:schemas\/)?((?:registers|imports|reports)\/[\w/<>-]+\.(?:schema\.|ui\.)?json)`/

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

const sql = readFileSync('schemas/README.md', 'utf8').split('```sql\n')[1]?.split('```')[0] ?? ''

describe('what the texts for implementers show', () => {
  it('is valid as it stands, all of it together', () => {
    const files = [...shown('README.md'), ...shown('schemas/README.md')]
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
    expect(problems.map(definitionProblemText)).toEqual([])
    expect(model.reports.fretes_por_modo?.path).toBe('/relatorio/fretes-por-modo')
    expect(model.reports.vendas_por_canal?.path).toBe('/relatorio/vendas-por-canal')
    expect(model.registers['exemplo.faixas']?.fields.map(field => field.name)).toContain('ate_kg')
  })
})
