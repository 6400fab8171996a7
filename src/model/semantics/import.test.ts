import { expect, test } from 'vitest'
import { readCsv } from '../../base/csv.ts'
import { readDefinitionFiles } from '../../server/start/definitionFiles.ts'
import { sampleFile } from '../import/files.ts'
import { matchHeader, missingColumns } from '../import/header.ts'
import { createRowReader } from '../import/row.ts'
import { checkDefinitions, readModel } from '../read.ts'

const path = 'imports/produtos-importar.json'
const definitions = readDefinitionFiles()

/** Returns the checker's problem with the product's import where one text is replaced, and the word that was meant. */
function told(from: string, to: string, file = path): { code?: string; didYouMean?: string; at: string } {
  const files = definitions.map(each => (each.path === file ? { ...each, text: each.text.replace(from, to) } : each))
  const text = files.find(each => each.path === file)?.text ?? ''
  expect(text).toContain(to)
  const problem = checkDefinitions(files).find(each => each.file === file)
  const at = text.split('\n')[(problem?.line ?? 0) - 1]?.slice((problem?.column ?? 1) - 1) ?? ''
  return {
    at,
    ...(problem?.code ? { code: problem.code } : {}),
    ...(problem?.didYouMean ? { didYouMean: problem.didYouMean } : {}),
  }
}

test.each([
  ['what a column is of', '"of": "grupoId"', '"of": "grupold"', 'field-unknown', '"grupold"', 'grupoId'],
  ['a field of what a column is of', '"as": "nome"', '"as": "nom"', 'field-unknown', '"nom"', 'nome'],
  [
    'a message',
    '"taken": "import.codes-used"',
    '"taken": "import.code-used"',
    'message-unknown',
    '"import.code-used"',
    'import.codes-used',
  ],
  ['a key', '["cod_prod"]', '["cod_pro"]', 'field-unknown', '"cod_pro"', 'cod_prod'],
  ['a reference', '"field": "grupoId", "otherwise"', '"field": "grupold", "otherwise"', 'field-unknown', '"grupold"', 'grupoId'],
  ['a value to make', '"pis_cst": "empty', '"pis_cs": "empty', 'field-unknown', '"pis_cs"', 'pis_cst'],
  ['an expression', 'empty(pis_cst) ?', 'empty(pis_cs) ?', 'expression-invalid', 'pis_cs', 'pis_cst'],
  [
    'the register that lists',
    '"register": "inventarios"',
    '"register": "inventario"',
    'register-unknown',
    '"inventario"',
    'inventarios',
  ],
  ['its list', '"list": "itens"', '"list": "iten"', 'field-unknown', '"iten"', 'itens'],
  ['a column of its list', '"estoque_prod" }', '"estoque_pro" }', 'field-unknown', '"estoque_pro"', 'estoque_prod'],
])('%s', (_what, from, to, code, at, didYouMean) => {
  const said = told(from, to)
  expect(said).toMatchObject({ code, didYouMean })
  expect(said.at).toContain(at)
})

test('the list of an import and its key', () => {
  const file = 'imports/perguntas-importar.json'
  expect(told('"name": "respostas"', '"name": "resposta"', file)).toMatchObject({ didYouMean: 'respostas' })
  expect(told('"key": ["nome"]', '"key": ["nomes"]', file)).toMatchObject({ didYouMean: 'nome' })
})

test('the sample file of every import is read without a problem, and shows what each line must bring', () => {
  const { model } = readModel(definitions)
  const imports = Object.values(model.imports)
  expect(imports.length).toBeGreaterThanOrEqual(4)
  for (const load of imports) {
    const csv = readCsv(new TextEncoder().encode(sampleFile(load)))
    const mapping = matchHeader(load, csv.header)
    expect(mapping).not.toContain(null)
    expect(missingColumns(load, mapping)).toEqual([])
    const read = createRowReader(model, load, mapping)
    const problems = csv.rows.flatMap((cells, at) => read(cells, at + 2).problems)
    expect({ name: load.name, rows: csv.rows.length, problems }).toEqual({
      name: load.name,
      rows: load.sample.length,
      problems: [],
    })
  }
})
