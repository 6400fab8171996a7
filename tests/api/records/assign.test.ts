import { afterAll, beforeAll, expect, test } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

const orders = {
  $schema: '../../meta/register.json',
  title: 'Pedidos de teste',
  type: 'object',
  register: {
    scope: 'store',
    label: 'nome',
    access: { all: 'logged' },
    assign: [
      { when: 'isNew', set: { autor: 'user.id' } },
      { becomes: 'fechado', set: { aviso: "'fechou'" } },
      { when: 'fechado', set: { total: 'valor * 2.0' } },
      { when: '!fechado', set: { aviso: 'null', total: 'null' } },
    ],
  },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 20 },
    fechado: { type: 'boolean', title: 'Fechado', default: false },
    valor: { type: 'number', format: 'money', title: 'Valor', default: 0 },
    aviso: { type: 'string', title: 'Aviso', maxLength: 20 },
    total: { type: 'number', format: 'money', title: 'Total', readOnly: true },
    autor: { type: 'integer', title: 'Autor', readOnly: true },
  },
  required: ['nome'],
}

let shop: Shop

beforeAll(async () => {
  const files = [...readDefinitionFiles(), { path: 'registers/toys/pedidos_teste.schema.json', text: JSON.stringify(orders) }]
  const { model, problems } = readModel(files)
  expect(problems).toEqual([])
  shop = await openShop(model)
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira')`)
})

afterAll(() => shop?.close())

const save = async (userId: number, body: object): Promise<Record<string, unknown>> => {
  const { status, body: saved } = await shop.as({ userId, stores: [1] })('POST', '/api/pedidos_teste', body)
  expect([status, saved]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return saved as Record<string, unknown>
}

test('a save sets what its definition assigns, whatever the body says of fields that the server keeps', async () => {
  const made = await save(4, { nome: 'um', valor: '3.25', aviso: 'meu', total: 99, autor: 1 })
  expect(made).toMatchObject({ autor: 4, aviso: null, total: null })
  const closed = await save(5, { ...made, fechado: true })
  expect(closed).toMatchObject({ autor: 4, aviso: 'fechou', total: 6.5 })
  // It was closed already: nothing becomes so again.
  const still = await save(5, { ...closed, aviso: 'outro', valor: 4 })
  expect(still).toMatchObject({ aviso: 'outro', total: 8 })
  expect(await save(5, { ...still, fechado: false })).toMatchObject({ aviso: null, total: null })
})

test('what the definition assigns to fields that people write is checked as if it had been sent', async () => {
  const { status, body } = await shop.as({ userId: 4, stores: [1] })('POST', '/api/pedidos_teste', { nome: 'dois', valor: 'x' })
  expect([status, body]).toEqual([
    422,
    { error: expect.objectContaining({ details: [expect.objectContaining({ path: 'valor' })] }) },
  ])
})
