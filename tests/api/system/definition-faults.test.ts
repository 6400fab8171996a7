import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredOperations } from '../../../scripts/generate/operations.ts'
import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { callFaults } from '../../../src/model/fixtures/callFaults.ts'
import { wordFaults } from '../../../src/model/fixtures/definitionFaults.ts'
import { lineAt } from '../../../src/model/fixtures/editedDefinitions.ts'
import { meaningFaults } from '../../../src/model/fixtures/meaningFaults.ts'
import type { PlacedFault } from '../../../src/model/fixtures/placedFault.ts'
import { placeholderFaults } from '../../../src/model/fixtures/placeholderFaults.ts'
import { sqlFaults } from '../../../src/model/fixtures/sqlFaults.ts'
import type { DefinitionProblem } from '../../../src/model/problem.ts'
import { readModel } from '../../../src/model/read.ts'
import type { CallContract } from '../../../src/model/source/callContract.ts'
import { callContracts } from '../../../src/server/operations/callContracts.ts'
import { statementProblems } from '../../../src/server/report/statementProblems.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { type ModelDatabase, modelDatabase } from '../fixtures/modelDatabase.ts'
import { product, productModel } from '../fixtures/product.ts'

/** How many faults are tried (`FAULTS=500`: many), and how many of them must be told at their exact line, and once. */
const wanted = Number(process.env.FAULTS ?? 24)
const leastExact = 0.97
const random = createSeededRandom(Number(process.env.SEED ?? 20261127)).next

const files = readDefinitionFiles()
let calls: readonly CallContract[]
let tables: ModelDatabase

beforeAll(async () => {
  calls = callContracts(await declaredOperations())
  tables = await modelDatabase(productModel(), product.tables, true)
})
afterAll(() => tables?.drop())

const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T

/** As many faults of each kind as of any other. */
function drawn(): PlacedFault[] {
  const { model } = readModel(files, { calls })
  const all = [
    ...wordFaults(files, random),
    ...meaningFaults(files, model),
    ...files.flatMap(callFaults),
    ...files.filter(({ path }) => path.endsWith('.json')).flatMap(placeholderFaults),
    ...files.flatMap(sqlFaults),
  ]
  const kinds = [...Map.groupBy(all, ({ family, what }) => `${family} ${what}`).values()]
  const from = Math.floor(random() * kinds.length)
  return Array.from({ length: wanted }, (_, i) => one(kinds[(from + i) % kinds.length] ?? all))
}

async function problemsWith({ file, from, to, by }: PlacedFault): Promise<readonly DefinitionProblem[]> {
  const text = file.text.slice(0, from) + by + file.text.slice(to)
  const edited = files.map(each => (each.path === file.path ? { path: file.path, text } : each))
  const { model, problems } = readModel(edited, { calls })
  if (problems.length > 0 || !file.path.endsWith('.sql')) return problems
  return tables.database.asOwner(q => statementProblems(q, model, [{ path: file.path, text }]))
}

test(`${wanted} faults of all families are told, nearly all at their exact line and once`, { timeout: 1_200_000 }, async () => {
  const missed: string[] = []
  const counts = { exact: 0, twice: 0, elsewhere: 0, silent: 0 }
  for (const fault of drawn()) {
    const line = lineAt(fault.file.text, fault.at)
    const told = await problemsWith(fault)
    const places = told.map(problem => `${problem.file}:${problem.line} ${problem.code}`)
    const isExact = told.some(problem => problem.file === fault.file.path && problem.line === line)
    const how = told.length === 0 ? 'silent' : !isExact ? 'elsewhere' : told.length === 1 ? 'exact' : 'twice'
    counts[how] += 1
    if (how !== 'exact')
      missed.push(
        `${how}: ${fault.family}, ${fault.what}, ${fault.file.path}:${line} -> ${fault.by.slice(0, 80)}: ${places.slice(0, 3).join(', ')}`,
      )
  }
  if (process.env.FAULTS) console.log(`${wanted} faults: ${JSON.stringify(counts)}\n${missed.join('\n')}`)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(Math.max(2, wanted * (1 - leastExact)))
})
