import { expect, it } from 'vitest'
import { editedDefinitions } from '../../fixtures/editedDefinitions.ts'
import type { DefinitionFile } from '../../read.ts'
import { readModel } from '../../read.ts'

const orders = 'registers/vendas/pedidos.schema.json'

const right: readonly DefinitionFile[] = [
  {
    path: 'registers/admin/lojas.schema.json',
    text: '{ "title": "Lojas", "type": "object", "register": { "scope": "self", "label": "nome" }, "properties": { "nome": { "type": "string" } } }',
  },
  {
    path: 'messages/pedidos.json',
    text: '{ "messages": { "pedido-aberto": { "text": "Há {count} pedidos.", "kind": "error", "when": "Ao apagar" } } }',
  },
  {
    path: 'registers/vendas/clientes.schema.json',
    text: `{
  "title": "Clientes", "type": "object",
  "register": { "scope": "store", "label": "nome", "person": { "gate": "owner" }, "access": { "all": "logged" } },
  "properties": { "nome": { "type": "string", "title": "Nome", "personal": "name" }, "cpf": { "type": "string", "format": "taxId", "personal": "document" } }
}`,
  },
  {
    path: orders,
    text: `{
  "title": "Pedidos",
  "type": "object",
  "register": {
    "scope": "store",
    "label": "numero",
    "access": { "all": "logged" },
    "about": {
      "whose": [{ "field": "clienteId" }, { "field": "documento", "same": "document" }]
    }
  },
  "properties": {
    "numero": { "type": "string", "title": "Número" },
    "clienteId": { "type": "integer", "title": "Cliente", "format": "reference", "reference": { "to": "clientes" } },
    "documento": { "type": "string", "title": "CPF", "format": "taxId", "personal": "document", "keptByLaw": "CTN, art. 195" },
    "recado": { "type": "string", "title": "Recado", "personal": "note" },
    "emissor": { "type": "string", "title": "CNPJ da loja", "format": "taxId", "personal": false }
  }
}`,
  },
]

it('what fields hold of a person is read, with whose it is and what a law keeps', () => {
  const { model, problems } = readModel(right, { personal: true })
  expect(problems).toEqual([])
  expect(model.registers.clientes?.person).toEqual({ gate: 'owner' })
  expect(model.registers.pedidos?.about).toEqual({
    whose: [{ field: 'clienteId' }, { field: 'documento', same: 'document' }],
    erase: 'blank',
  })
  const said = model.registers.pedidos?.fields.flatMap(({ name, personal, keptByLaw }) =>
    personal ? [[name, personal, keptByLaw]] : [],
  )
  expect(said).toEqual([
    ['documento', 'document', 'CTN, art. 195'],
    ['recado', 'note', undefined],
  ])
})

it.each([
  ['a law that keeps nothing', '"personal": "document", ', '', 'kept-nothing', undefined],
  ['a value that is not kept', '"personal": "note"', '"personal": "note", "stored": false', 'personal-unkept', undefined],
  ['what it holds', '"personal": "note"', '"personal": "notes"', 'word-unknown', 'note'],
  ['a field that is not there', '"field": "clienteId"', '"field": "cliente"', 'field-unknown', 'clienteId'],
  ['a reference to nobody', '"to": "clientes"', '"to": "lojas"', 'whose-nobody', undefined],
  ['a value that is a key', '"field": "documento"', '"field": "clienteId"', 'same-impossible', undefined],
  ['neither a field nor another register', '{ "field": "clienteId" }', '{ "same": "email" }', 'whose-unclear', undefined],
  [
    'a reference that is none',
    '{ "field": "clienteId" }',
    '{ "by": { "register": "clientes", "field": "nome" } }',
    'field-unknown',
    undefined,
  ],
])('%s is told', (_what, from, to, code, didYouMean) => {
  const { problems } = editedDefinitions(right, orders, from, to)
  expect(problems[0]).toMatchObject({ file: orders, ...(didYouMean ? { didYouMean } : {}) })
  expect(problems.map(problem => problem.code).join()).toContain(code)
})

it('personal values of a register that does not say whose they are, are told', () => {
  const { problems } = editedDefinitions(right, orders, '"about": {', '"$comment": "x", "abaut": {')
  expect(problems.length).toBeGreaterThan(0)
  const without = right.map(file =>
    file.path === orders ? { ...file, text: file.text.replace(/,\s*"about": \{[\s\S]*?\]\s*\}/, '') } : file,
  )
  expect(readModel(without).problems.map(({ code }) => code)).toContain('personal-nobodys')
})

it('a field that looks like a person’s and says nothing is named, where an installation asks', () => {
  const unsaid = right.map(file => ({ ...file, text: file.text.replace(', "personal": false', '') }))
  expect(readModel(unsaid).problems).toEqual([])
  expect(readModel(unsaid, { personal: true }).problems).toMatchObject([{ file: orders, code: 'personal-unsaid' }])
})
