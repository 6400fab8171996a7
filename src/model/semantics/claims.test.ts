import { expect, it } from 'vitest'
import { editedDefinitions } from '../fixtures/editedDefinitions.ts'
import type { DefinitionFile } from '../read.ts'
import { readModel } from '../read.ts'

const accounts = 'registers/vendas/contas.schema.json'

const right: readonly DefinitionFile[] = [
  {
    path: 'registers/admin/lojas.schema.json',
    text: '{ "title": "Lojas", "type": "object", "register": { "scope": "self", "label": "nome" }, "properties": { "nome": { "type": "string" } } }',
  },
  {
    path: accounts,
    text: `{
  "title": "Contas",
  "type": "object",
  "register": { "scope": "store", "label": "nome", "access": { "all": "logged" } },
  "properties": {
    "nome": {
      "type": "string",
      "title": "Nome",
      "maxLength": 40, "claims": { "name": "menu" }
    },
    "ativo": {
      "type": "boolean",
      "title": "Ativo"
    },
    "livre": { "type": "string", "title": "Livre", "writeOnly": true },
    "chave": { "type": "string", "title": "Chave", "writeOnly": true, "readOnly": true },
    "conta": {
      "type": "string",
      "title": "Conta",
      "readOnly": true,
      "claims": { "name": "conta-externa", "provedBy": "chave" }
    }
  }
}`,
  },
]

it('what a value names outside is read, with what proves it', () => {
  const { model, problems } = readModel(right)
  expect(problems).toEqual([])
  const claims = model.registers.contas?.fields.flatMap(({ name, claims: said }) => (said ? [[name, said]] : []))
  expect(claims).toEqual([
    ['nome', { name: 'menu' }],
    ['conta', { name: 'conta-externa', provedBy: 'chave' }],
  ])
})

it.each([
  ['a value that is no text', '"title": "Ativo"', '"title": "Ativo", "claims": { "name": "menu" }', 'claims-kind', undefined],
  ['a secret', '"title": "Livre"', '"title": "Livre", "claims": { "name": "livre" }', 'claims-kind', undefined],
  ['a text that is not kept', '"maxLength": 40', '"maxLength": 40, "stored": false', 'claims-kind', undefined],
  ['a proof that is no secret', '"provedBy": "chave"', '"provedBy": "nome"', 'claims-proof', undefined],
  ['a proof that people write', '"provedBy": "chave"', '"provedBy": "livre"', 'claims-proof', undefined],
  ['a proof that is not there', '"provedBy": "chave"', '"provedBy": "chav"', 'field-unknown', 'chave'],
  ['what it names in capitals', '"name": "menu"', '"name": "Menu"', 'name-invalid', undefined],
  ['the keyword', '"claims": { "name": "menu" }', '"claim": { "name": "menu" }', 'keyword-unknown', 'claims'],
])('%s is told at its line', (_what, from, to, code, didYouMean) => {
  const { problems, line } = editedDefinitions(right, accounts, from, to)
  expect(problems).toMatchObject([{ file: accounts, line, code, ...(didYouMean ? { didYouMean } : {}) }])
})
