import { expect, it } from 'vitest'
import { lineAt } from '../../src/model/fixtures/editedDefinitions.ts'
import { meaningFaults } from '../../src/model/fixtures/meaningFaults.ts'
import { checkDefinitions, readModel } from '../../src/model/read.ts'
import { callContracts } from '../../src/server/operations/callContracts.ts'
import { readDefinitionFiles } from '../../src/server/start/definitionFiles.ts'
import { declaredOperations } from './operations.ts'

it('the product calls nothing that is not there, and each kind of what cannot work is told at its line', {
  timeout: 300_000,
}, async () => {
  const calls = callContracts(await declaredOperations())
  const files = readDefinitionFiles()
  const { model, problems } = readModel(files, { calls })
  expect(problems).toEqual([])
  const kinds = Map.groupBy(meaningFaults(files, model), ({ what }) => what)
  expect(kinds.size).toBeGreaterThan(35)
  const missed: string[] = []
  for (const { what, file, from, to, by, at } of [...kinds.values()].flatMap(faults => faults.slice(0, 1))) {
    const text = file.text.slice(0, from) + by + file.text.slice(to)
    const told = checkDefinitions(
      files.map(each => (each.path === file.path ? { path: file.path, text } : each)),
      { calls },
    )
    const line = lineAt(file.text, at)
    if (!told.some(problem => problem.file === file.path && problem.line === line))
      missed.push(
        `${what}, ${file.path}:${line} -> ${by.slice(0, 60)}: ${told.map(({ file: path, line: n, code }) => `${path}:${n} ${code}`).join(', ')}`,
      )
  }
  expect(missed).toEqual([])
})
