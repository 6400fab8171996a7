import type { Model, Register } from '../../model/model.ts'
import { readModel } from '../../model/read.ts'
import { fieldOf } from '../../model/register.ts'

/* A small register for the tests of this room: a reference, a price, a choice, a switch, a default filter. */

const grupos = {
  $schema: '../../meta/register.json',
  title: 'Grupos',
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'cadastros_ver' } },
  properties: { nome: { type: 'string', title: 'Nome', maxLength: 60 } },
  required: ['nome'],
}

const itens = {
  $schema: '../../meta/register.json',
  title: 'Itens',
  type: 'object',
  register: { scope: 'store', label: 'nome', code: 'codigo', order: ['nome ASC'], access: { all: 'cadastros_ver' } },
  properties: {
    codigo: { type: 'string', title: 'Código', maxLength: 20 },
    nome: { type: 'string', title: 'Nome', maxLength: 100 },
    preco: { type: 'number', title: 'Preço', format: 'money', minimum: 0 },
    grupoId: { title: 'Grupo', type: 'integer', format: 'reference', reference: { to: 'grupos' } },
    ativo: { type: 'boolean', title: 'Ativo', default: true },
    tipo: {
      type: 'string',
      title: 'Tipo',
      oneOf: [
        { const: 'A', title: 'Alfa' },
        { const: 'B', title: 'Beta' },
      ],
    },
    criado: { type: 'string', format: 'date', title: 'Criado' },
  },
  required: ['nome'],
}

const itensUi = {
  $schema: '../../meta/register-ui.json',
  list: {
    columns: [
      'codigo',
      'nome',
      { field: 'preco', edit: true },
      'grupoId',
      { field: 'ativo', switch: true },
      { field: 'tipo', hidden: true },
    ],
    pageSize: 10,
    totals: ['preco'],
    where: { tipo: { neq: 'B' } },
  },
  filter: {
    fields: [
      'grupoId',
      { field: 'nome', operator: 'like' },
      { field: 'preco', operator: 'between' },
      { field: 'tipo', operator: 'inq' },
      { field: 'ativo', default: true },
    ],
  },
  actions: [
    { id: 'ativar', title: 'Ativar', place: ['row', 'bulk'], enabledWhen: '!ativo', set: { ativo: true } },
    { id: 'zerar', title: 'Zerar', place: ['list'], gate: 'admin', call: { method: 'POST', path: 'itens/{id}/zerar' } },
  ],
}

const file = (path: string, content: unknown) => ({ path: `registers/loja/${path}`, text: JSON.stringify(content) })

const flags = {
  path: 'permissions/flags.schema.json',
  text: JSON.stringify({
    $schema: '../meta/permissions.json',
    title: 'Permissões',
    type: 'object',
    properties: { cadastros_ver: { type: 'boolean', title: 'Ver cadastros', group: 'Cadastros' } },
  }),
}

const read = readModel([
  file('grupos.schema.json', grupos),
  file('itens.schema.json', itens),
  file('itens.ui.json', itensUi),
  flags,
])

/** Problems of the example itself: none. */
export const exampleProblems = read.problems
export const exampleModel: Model = read.model
export const exampleRegister: Register = exampleModel.registers.itens ?? missing()

function missing(): never {
  throw new Error(`the example is refused: ${JSON.stringify(read.problems)}`)
}

export const exampleField = (name: string) => fieldOf(exampleRegister, name) ?? missing()
