import { describe, expect, it } from 'vitest'
import { readDefinitionFiles } from '../server/start/definitionFiles.ts'
import { checkDefinitions } from './read.ts'

const files = readDefinitionFiles()

/** The problems of the real definitions with one text of a file replaced: their codes, and the line at which they stand. */
function told(path: string, from: string, to: string): string[] {
  const changed = files.map(file => (file.path === path ? { path, text: file.text.replace(from, to) } : file))
  expect(changed.find(file => file.path === path)?.text).not.toBe(files.find(file => file.path === path)?.text)
  return checkDefinitions(changed).map(({ file, line, code }) => {
    const text =
      changed
        .find(each => each.path === file)
        ?.text.split('\n')
        [line - 1]?.trim() ?? ''
    return `${code} ${file === path ? text : file}`
  })
}

describe('a fault is told once, where it stands', () => {
  it.each([
    [
      'in a query that others are like',
      'reports/contas_pagas.schema.json',
      '"format": "money"',
      '"format": "monfey"',
      /^kind-unknown .*"monfey"/,
    ],
    [
      'of a register to which the person of a record would belong',
      'registers/admin/Nps.schema.json',
      '"to": "users"',
      '"to": "uqers"',
      /^register-unknown .*"uqers"/,
    ],
    ['of JSON in sample rows', 'registers/vendas/ConnectStone.sample.json', '": ', '" ', /^json-invalid /],
    [
      'of a member that stands twice in sample rows',
      'screens/cotacao.sample.json',
      '{',
      '{ "x": 1, "x": 2,',
      /^key-duplicate .*"x": 2/,
    ],
    [
      'of a placeholder that the message of a warning has not',
      'registers/fiscal/NFe_emissaos.ui.json',
      '"horas": "cancelamento_horas"',
      '"horqs": "cancelamento_horas"',
      /^parameter-unknown .*"horqs"/,
    ],
    [
      'of a member that is a condition',
      'registers/cardapio/produtos.ui.json',
      '"when": "outro"',
      '"when": "outro &&"',
      /"outro &&"/,
    ],
  ])('%s', (_, path, from, to, problem) => {
    expect(told(path, from, to)).toEqual([expect.stringMatching(problem)])
  })
})
