import { afterAll, beforeAll, expect, test } from 'vitest'
import { lineAt } from '../../../src/model/fixtures/editedDefinitions.ts'
import { readModel } from '../../../src/model/read.ts'
import { statementProblems } from '../../../src/server/report/statementProblems.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { type ModelDatabase, modelDatabase } from '../fixtures/modelDatabase.ts'
import { product, productModel } from '../fixtures/product.ts'

const files = readDefinitionFiles()
const path = 'reports/inicio_contas.sql'
let tables: ModelDatabase

beforeAll(async () => {
  tables = await modelDatabase(productModel(), product.tables, true)
})
afterAll(() => tables?.drop())

const problemsOf = (from: string, to: string) => {
  const before = files.find(file => file.path === path)?.text ?? ''
  const at = before.indexOf(from)
  if (at < 0) throw new Error(`${path} has no ${from}`)
  const text = before.slice(0, at) + to + before.slice(at + from.length)
  const edited = files.map(file => (file.path === path ? { path, text } : file))
  const { model } = readModel(edited)
  return tables.database
    .asOwner(q => statementProblems(q, model, edited))
    .then(problems => ({ problems: problems.filter(problem => problem.file === path), line: lineAt(before, at) }))
}

test('the statements of all reports are sound on the tables', async () => {
  expect(await tables.database.asOwner(q => statementProblems(q, productModel(), files))).toEqual([])
})

test.each([
  ['a table that is none', 'LEFT JOIN parceiros p', 'LEFT JOIN parceros p', 'sql-invalid', 'relation "parceros" does not exist'],
  [
    'a column that is none',
    'SELECT a.id, a.vencimento, a.descricao',
    'SELECT a.id, a.vencimentos, a.descricao',
    'sql-invalid',
    'vencimentos',
  ],
  ['a column of what statements share', 'c.valor, c.vencimento BETWEEN', 'c.valr, c.vencimento BETWEEN', 'sql-invalid', 'valr'],
  ['a parameter of another type', 'a.no_periodo ORDER BY', 'a.valor > :tz ORDER BY', 'sql-invalid', 'numeric > text'],
  ['a function that is none', 'coalesce(sum(valor)', 'coalesce(summe(valor)', 'sql-invalid', 'summe'],
  ['words in no order', 'ORDER BY a.vencimento, a.valor DESC', 'ORDER a.vencimento, a.valor DESC', 'sql-invalid', 'syntax error'],
])('%s is told once, at its line', async (_what, from, to, code, words) => {
  const { problems, line } = await problemsOf(from, to)
  expect(problems).toEqual([expect.objectContaining({ line, code, message: expect.stringContaining(words) })])
})

test.each([
  ['a column that the answer needs', 'AS parceiro, a.tipo', 'AS fornecedor, a.tipo', 'column-missing', 'array'],
  ['a column of another type', 'a.tipo, a.valor\n', "a.tipo, 'muito' AS valor\n", 'column-type', 'array'],
])('%s is told at its statement', async (_what, from, to, code, statement) => {
  const { problems } = await problemsOf(from, to)
  const text = files.find(file => file.path === path)?.text ?? ''
  const line = lineAt(text, text.indexOf(`-- statement: ${statement}`))
  expect(problems).toEqual([expect.objectContaining({ line, code })])
})
