import { expect, it } from 'vitest'
import { editedDefinitions } from '../fixtures/editedDefinitions.ts'
import type { DefinitionFile } from '../read.ts'
import { readModel } from '../read.ts'

const schema = 'registers/vendas/reservas.schema.json'
const ui = 'registers/vendas/reservas.ui.json'
const load = 'imports/reservas.json'

const right: readonly DefinitionFile[] = [
  {
    path: 'registers/admin/lojas.schema.json',
    text: '{ "title": "Lojas", "type": "object", "register": { "scope": "self", "label": "nome" }, "properties": { "nome": { "type": "string" } } }',
  },
  {
    path: 'registers/vendas/clientes.schema.json',
    text: `{
  "title": "Clientes",
  "type": "object",
  "register": { "scope": "store", "label": "nome", "access": { "all": "logged" } },
  "properties": {
    "nome": { "type": "string", "title": "Nome", "maxLength": 40 },
    "ativo": { "type": "boolean", "title": "Ativo" },
    "classe": { "type": "string", "title": "Classe", "oneOf": [{ "const": "OURO", "title": "Ouro" }, { "const": "PRATA", "title": "Prata" }] }
  }
}`,
  },
  {
    path: schema,
    text: `{
  "$schema": "../../meta/register.json",
  "title": "Reservas",
  "type": "object",
  "register": {
    "scope": "store",
    "label": "nome",
    "menu": "vendas",
    "access": { "all": "logged" }
  },
  "properties": {
    "nome": { "type": "string", "title": "Nome" },
    "dia": { "type": "string", "format": "date", "title": "Dia" },
    "mesa": { "type": "integer", "title": "Mesa" },
    "status": {
      "type": "string",
      "title": "Status",
      "oneOf": [{ "const": "PENDENTE", "title": "Pendente" }, { "const": "CANCELADA", "title": "Cancelada" }]
    },
    "clienteId": {
      "type": "integer",
      "title": "Cliente",
      "reference": {
        "to": "clientes",
        "where": { "ativo": true },
        "onRemove": "refuse"
      }
    },
    "sinal": {
      "type": "number",
      "title": "Sinal",
      "visibleWhen": "status == 'PENDENTE' && cliente.classe in ['OURO', 'PRATA']"
    }
  },
  "required": ["nome", "clienteId"]
}`,
  },
  {
    path: ui,
    text: `{
  "$schema": "../../meta/registers/reservas.json",
  "list": {
    "where": { "status": { "inq": ["PENDENTE"] }, "mesa": { "between": [1, 9] } }
  },
  "filter": {
    "fields": [
      { "field": "status", "operator": "eq" },
      { "field": "dia", "operator": "between" }
    ]
  },
  "actions": [
    { "id": "ver", "title": "Ver cliente", "place": ["row"], "open": "/clientes/{clienteId}" }
  ]
}`,
  },
  {
    path: load,
    text: `{
  "title": "Importar reservas",
  "path": "/ImportarReservas",
  "gate": "logged",
  "register": "reservas",
  "columns": ["nome", "dia", "mesa", "status"],
  "sample": [
    { "nome": "Ana", "dia": "31/12/2026", "mesa": "4", "status": "Pendente" }
  ]
}`,
  },
  {
    path: 'menu.json',
    text: '{ "groups": [{ "id": "vendas", "title": "Vendas", "icon": "store", "items": ["reservas"] }] }',
  },
]

it('what is right has no problem', () => {
  expect(readModel(right).problems).toEqual([])
})

it.each([
  [
    'an option that a comparison does not have',
    schema,
    "status == 'PENDENTE'",
    "status == 'CANCELADO'",
    'option-unknown',
    'CANCELADA',
  ],
  ['an option in a list of an expression', schema, "'OURO', 'PRATA'", "'OURO', 'PRATAS'", 'option-unknown', 'PRATA'],
  ['the type of a value of a condition', schema, '{ "ativo": true }', '{ "ativo": "sim" }', 'value-invalid', undefined],
  [
    'the name of itself where a condition takes another field',
    schema,
    '{ "ativo": true }',
    '{ "id": "$clienteId" }',
    'narrowing-unfit',
    undefined,
  ],
  ['a text where a condition takes a number', schema, '{ "ativo": true }', '{ "id": "clienteId" }', 'value-invalid', undefined],
  ['an option of a condition', schema, '{ "ativo": true }', '{ "classe": "OURA" }', 'option-unknown', 'OURO'],
  ['a reference that is required and emptied', schema, '"refuse"', '"empty"', 'empty-required', undefined],
  ['a reference as what names a record', schema, '"label": "nome"', '"label": "clienteId"', 'label-reference', undefined],
  [
    'the path of the meta-schema',
    schema,
    '../../meta/register.json',
    '../meta/register.json',
    'schema-path',
    '../../meta/register.json',
  ],
  [
    'the meta-schema of another kind',
    schema,
    'meta/register.json',
    'meta/report.json',
    'schema-path',
    '../../meta/register.json',
  ],
  [
    'the words of another register',
    ui,
    'meta/registers/reservas.json',
    'meta/registers/mesas.json',
    'schema-path',
    '../../meta/registers/reservas.json',
  ],
  ['an option of a list', ui, '["PENDENTE"]', '["PENDENT"]', 'option-unknown', 'PENDENTE'],
  ['how many values a range takes', ui, '[1, 9]', '[1]', 'value-invalid', undefined],
  ['a comparison that a kind lacks', ui, '{ "between": [1, 9] }', '{ "like": "1%" }', 'operator-unfit', undefined],
  ['a filter that a kind lacks', ui, '"operator": "eq"', '"operator": "between"', 'operator-unfit', undefined],
  ['an address that opens nowhere', ui, '/clientes/{', '/cliente/{', 'page-unknown', '/clientes'],
  ['a day in a sample', load, '31/12/2026', '31/02/2026', 'sample-invalid', undefined],
  ['an option in a sample', load, '"status": "Pendente"', '"status": "Talvez"', 'sample-invalid', undefined],
])('%s is told once, at its line, with the nearest word', (_what, path, from, to, code, didYouMean) => {
  const { problems, line } = editedDefinitions(right, path, from, to)
  expect(problems).toMatchObject([{ file: path, line, code, ...(didYouMean ? { didYouMean } : {}) }])
  expect(problems).toHaveLength(1)
})

it('a folder of definitions elsewhere may keep the meta-schemas where it likes', () => {
  for (const address of ['https://example.org/meta/register.json', '../../../vendor/meta/register.json']) {
    const files = right.map(file =>
      file.path === schema ? { ...file, text: file.text.replace('../../meta/register.json', address) } : file,
    )
    expect(readModel(files).problems).toEqual([])
  }
})

it('the registers are the options of a choice that says so, by their titles; other kinds have none', () => {
  const text = '"mesa": { "type": "integer", "title": "Mesa" }'
  const files = (said: string) =>
    right.map(file => (file.path === schema ? { ...file, text: file.text.replace(text, said) } : file))
  const { model, problems } = readModel(
    files('"mesa": { "type": "string", "format": "choice", "title": "Mesa", "options": "registers" }'),
  )
  expect(problems.filter(({ file }) => file === schema)).toEqual([])
  const mesa = model.registers.reservas?.fields.find(({ name }) => name === 'mesa')
  expect(mesa?.choices).toEqual([
    { value: 'clientes', title: 'Clientes' },
    { value: 'lojas', title: 'Lojas' },
    { value: 'reservas', title: 'Reservas' },
  ])
  const refused = readModel(files(text.replace(' }', ', "options": "registers" }'))).problems
  expect(refused).toMatchObject([{ file: schema, code: 'choices-unexpected' }])
})
