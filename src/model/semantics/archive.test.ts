import { expect, it } from 'vitest'
import { archivedRegisters } from '../archive/archivedRegisters.ts'
import { editedDefinitions } from '../fixtures/editedDefinitions.ts'
import type { DefinitionFile } from '../read.ts'
import { readModel } from '../read.ts'

const visits = 'registers/vendas/visitas.schema.json'
const payments = 'registers/vendas/pagamentos.schema.json'

const right: readonly DefinitionFile[] = [
  {
    path: 'registers/admin/lojas.schema.json',
    text: '{ "title": "Lojas", "type": "object", "register": { "scope": "self", "label": "nome" }, "properties": { "nome": { "type": "string" } } }',
  },
  {
    path: visits,
    text: `{
  "title": "Visitas",
  "type": "object",
  "register": {
    "scope": "store",
    "label": "nome",
    "readOnly": true,
    "access": { "see": "logged" },
    "archive": { "by": "encerrada_em", "with": ["pagamentos"] }
  },
  "properties": {
    "nome": { "type": "string", "title": "Nome" },
    "dia": { "type": "string", "format": "date", "title": "Dia" },
    "encerrada_em": { "type": "string", "format": "dateTime", "title": "Encerrada em" },
    "itens": { "type": "array", "title": "Itens", "items": { "properties": { "nome": { "type": "string", "title": "Nome do item" } } } },
    "pagamentos": { "type": "array", "title": "Pagamentos", "list": { "register": "pagamentos", "by": "visitaId" } },
    "notas": { "type": "array", "title": "Notas", "list": { "register": "notas", "by": "visitaId" } }
  }
}`,
  },
  {
    path: payments,
    text: `{
  "title": "Pagamentos",
  "type": "object",
  "register": { "scope": "store", "label": "nome", "access": { "all": "logged" } },
  "properties": {
    "nome": { "type": "string", "title": "Nome" },
    "visitaId": { "type": "integer", "title": "Visita", "reference": { "to": "visitas" } },
    "partes": { "type": "array", "title": "Partes", "items": { "properties": { "nome": { "type": "string", "title": "Nome da parte" } } } }
  }
}`,
  },
  {
    path: 'registers/vendas/notas.schema.json',
    text: `{
  "title": "Notas",
  "type": "object",
  "register": { "scope": "store", "label": "nome", "access": { "all": "logged" } },
  "properties": {
    "nome": { "type": "string", "title": "Nome" },
    "visitaId": { "type": "integer", "title": "Visita", "reference": { "to": "visitas", "onRemove": "keep" } }
  }
}`,
  },
]

it('own lists leave with a record, those of others where it says so, with theirs', () => {
  const { model, problems } = readModel(right)
  expect(problems).toEqual([])
  const { visitas } = model.registers
  expect(visitas && archivedRegisters(model, visitas).map(({ register, parent }) => [register.name, parent])).toEqual([
    ['visitas', undefined],
    ['visitas.itens', { at: 0, by: 'visitasId' }],
    ['pagamentos', { at: 0, by: 'visitaId' }],
    ['pagamentos.partes', { at: 2, by: 'pagamentosId' }],
  ])
})

it.each([
  ['a register that people write', visits, '    "readOnly": true,\n', '', 'archive-register'],
  ['a day in place of a moment', visits, '"by": "encerrada_em"', '"by": "dia"', 'archive-moment'],
  ['a field that is not there', visits, '"by": "encerrada_em"', '"by": "encerrado_em"', 'field-unknown'],
  ['a list that goes along anyway', visits, '"with": ["pagamentos"]', '"with": ["pagamentos", "itens"]', 'list-unknown'],
  ['a list whose rows would hold it', visits, ', "with": ["pagamentos"]', '', 'archive-held'],
])('%s is told', (_what, path, from, to, code) => {
  expect(editedDefinitions(right, path, from, to).problems).toMatchObject([{ file: path, code }])
})
