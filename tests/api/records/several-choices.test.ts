import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv } from '../../../src/base/csv.ts'
import { matchHeader } from '../../../src/model/import/header.ts'
import { createRowReader } from '../../../src/model/import/row.ts'
import type { Model } from '../../../src/model/model.ts'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

const toys = {
  title: 'Brinquedos',
  type: 'object',
  register: {
    scope: 'store',
    label: 'nome',
    unique: [['nome']],
    access: { all: 'cadastros_ver' },
    rules: [{ rule: "!('azul' in cores) || size(cores) > 1", message: 'required', fields: ['cores'] }],
  },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 20 },
    cores: {
      type: 'array',
      title: 'Cores',
      maxItems: 2,
      default: ['verde'],
      oneOf: [
        { const: 'azul', title: 'Azul' },
        { const: 'verde', title: 'Verde "claro"' },
        { const: 'rosa', title: 'Rosa' },
      ],
    },
    idades: {
      type: 'array',
      title: 'Idades',
      oneOf: [
        { const: 3, title: 'Até 3' },
        { const: 12, title: 'Até 12' },
      ],
    },
  },
  required: ['nome'],
}
const load = {
  title: 'Importar brinquedos',
  path: '/importarBrinquedos',
  gate: 'logged',
  register: 'brinquedos',
  key: ['nome'],
  columns: ['nome', 'cores'],
}

const model = (): Model => {
  const read = readModel([
    ...readDefinitionFiles(),
    { path: 'registers/cadastros/brinquedos.schema.json', text: JSON.stringify(toys) },
    { path: 'imports/brinquedos.json', text: JSON.stringify(load) },
  ])
  expect(read.problems).toEqual([])
  return read.model
}

let server: TestServer
let token: string
let store: number

beforeAll(async () => {
  server = await openServer(model())
  const dona = await server.addUser('dona@x.br')
  store = await server.addStore('Loja')
  await server.tie(dona, store, { type: 1, email: 'dona@x.br' })
  token = await server.enter('dona@x.br')
})
afterAll(() => server?.close())

const save = async (body: object) => (await server.call(token, 'POST', '/api/brinquedos', { lojaId: store, ...body })).json()
const find = async (where: unknown): Promise<unknown> => {
  const filter = encodeURIComponent(JSON.stringify({ where }))
  const body = (await server.call(token, 'GET', `/api/brinquedos?filter=${filter}`)).json()
  return Array.isArray(body) ? body.map(({ nome }) => nome) : body
}

test('several choices are saved in the order of the definition, and read as they were saved', async () => {
  expect(await save({ nome: 'Bola', cores: ['rosa', 'azul', 'rosa'], idades: [12, 3] })).toMatchObject({
    cores: ['azul', 'rosa'],
    idades: [3, 12],
  })
  expect(await save({ nome: 'Pipa' })).toMatchObject({ cores: ['verde'], idades: null })
  expect(await save({ nome: 'Peão', cores: null })).toMatchObject({ cores: null })
})

test('what is no choice, too many, or against a rule is refused', async () => {
  const code = async (body: object) => (await save({ nome: 'X', ...body })).error.details[0]?.code
  expect(await code({ cores: ['preto'] })).toBe('choice-invalid')
  expect(await code({ cores: 'azul' })).toBe('choice-invalid')
  expect(await code({ cores: ['azul', 'verde', 'rosa'] })).toBe('choices-too-many')
  expect(await code({ cores: ['azul'] })).toBe('required')
})

test('a list is filtered by what a record has among its choices', async () => {
  expect(await find({ cores: { contains: 'rosa' } })).toEqual(['Bola'])
  expect(await find({ cores: { contains: ['azul', 'rosa'] } })).toEqual(['Bola'])
  expect(await find({ cores: { contains: 'verde' } })).toEqual(['Pipa'])
  expect(await find({ idades: { contains: 12 } })).toEqual(['Bola'])
  expect(await find({ cores: null })).toEqual(['Peão'])
  expect(await find({ cores: ['azul', 'rosa'] })).toEqual(['Bola'])
  expect(await find({ cores: { gt: ['azul'] } })).toMatchObject({ error: { code: 'filter-operator-unknown' } })
  expect(server.context.service.model().registers.brinquedos?.views.filter.fields).toMatchObject([
    { field: 'cores', operator: 'contains' },
    { field: 'idades', operator: 'contains' },
  ])
})

test('a file holds the words, and an import reads them', async () => {
  const reply = await server.call(token, 'GET', '/api/brinquedos/exportar?order=nome&columns=nome,cores')
  const { header, rows } = readCsv(reply.rawPayload)
  expect(rows).toEqual([
    ['Bola', 'Azul; Rosa'],
    ['Peão', ''],
    ['Pipa', 'Verde "claro"'],
  ])
  const toysModel = server.context.service.model()
  const load = toysModel.imports.brinquedos
  if (!load) throw new Error('no import')
  const read = createRowReader(toysModel, load, matchHeader(load, header))
  const row = read(['Carro', 'rosa; VERDE "claro"'], 2)
  expect(row.problems).toEqual([])
  const sent = await server.call(token, 'POST', '/api/imports/brinquedos', { lojaId: store, rows: [row.record] })
  expect(sent.json()).toMatchObject({ rows: [{ status: 'created' }], saved: 1 })
  expect(await find({ cores: { contains: ['rosa', 'verde'] } })).toEqual(['Carro'])
})
