import { expect, it } from 'vitest'
import { readDefinitionFiles } from '../../../server/start/definitionFiles.ts'
import { readModel } from '../../read.ts'

const path = 'registers/cardapio/produtos.schema.json'

it('a default that the store keeps is one of the same register', () => {
  const said = '"defaultWhen": "store.unidadePadraoId"'
  const files = readDefinitionFiles()
  const lines = files.find(file => file.path === path)?.text.split('\n') ?? []
  const line = lines.findIndex(text => text.includes(said)) + 1
  expect(line).toBeGreaterThan(0)
  const told = (by: string) =>
    readModel(files.map(file => (file.path === path ? { path, text: file.text.replace(said, by) } : file))).problems.map(
      problem => `${problem.file}:${problem.line} ${problem.code}`,
    )
  expect(told('"defaultWhen": "store.impostoPadraoId"')).toEqual([`${path}:${line} default-reference`])
  expect(told('"defaultWhen": "store.taxa_servico"').length).toBeGreaterThan(0)
})
