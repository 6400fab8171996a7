import { afterAll, beforeAll, expect, test } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

const bookings = {
  $schema: '../../meta/register.json',
  title: 'Reservas de teste',
  type: 'object',
  register: {
    scope: 'store',
    label: 'nome',
    access: { all: 'logged' },
    unique: [{ fields: ['mesa'], where: { status: ['PENDENTE', 'CONFIRMADA'] } }],
  },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 20 },
    mesa: { type: 'integer', title: 'Mesa' },
    status: {
      type: 'string',
      title: 'Status',
      default: 'PENDENTE',
      oneOf: ['PENDENTE', 'CONFIRMADA', 'CANCELADA'].map(name => ({ const: name, title: name })),
    },
  },
}

const withBookings = (definition: object) =>
  readModel([...readDefinitionFiles(), { path: 'registers/toys/reservas_teste.schema.json', text: JSON.stringify(definition) }])

let shop: Shop

beforeAll(async () => {
  const { model, problems } = withBookings(bookings)
  expect(problems).toEqual([])
  shop = await openShop(model)
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira'), ('Segunda')`)
})
afterAll(() => shop?.close())

test('only records with the values that the definition names must differ', async () => {
  const send = async (method: 'POST' | 'PATCH', path: string, body: object, store = 1) => {
    const reply = await shop.as({ userId: 1, stores: [store] })(method, `/api/reservas_teste${path}`, { lojaId: store, ...body })
    const { id, error } = reply.body as { id: number; error?: { details: { path: string; code: string }[] } }
    return { status: reply.status, id, at: error?.details.map(({ path: at, code }) => `${at} ${code}`) }
  }
  const taken = { status: 422, at: ['mesa unique'] }
  const first = await send('POST', '', { nome: 'a', mesa: 1 })
  expect(first.status).toBe(201)
  expect(await send('POST', '', { nome: 'b', mesa: 1, status: 'CONFIRMADA' })).toMatchObject(taken)
  const gone = await send('POST', '', { nome: 'c', mesa: 1, status: 'CANCELADA' })
  expect(gone.status).toBe(201)
  expect((await send('POST', '', { nome: 'd', mesa: 1 }, 2)).status).toBe(201)
  // A record that takes part again is held to it, and one that leaves makes room.
  expect(await send('PATCH', `/${gone.id}`, { status: 'PENDENTE' })).toMatchObject(taken)
  expect((await send('PATCH', `/${first.id}`, { status: 'CANCELADA' })).status).toBe(200)
  expect((await send('PATCH', `/${gone.id}`, { status: 'PENDENTE' })).status).toBe(200)
})

test('where empty values are alike, a second record without a value is told the same as any other', async () => {
  const unique = [{ fields: ['nome', 'mesa'], emptyAlike: true }]
  const { model, problems } = withBookings({ ...bookings, register: { ...bookings.register, unique } })
  expect(problems).toEqual([])
  const other = await openShop(model)
  await other.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira'), ('Segunda')`)
  const make = async (body: object, store = 1) => {
    const reply = await other.as({ userId: 1, stores: [store] })('POST', '/api/reservas_teste', { lojaId: store, ...body })
    const { error } = reply.body as { error?: { details: { path: string; code: string }[] } }
    return error ? error.details.map(({ path, code }) => `${path} ${code}`) : reply.status
  }
  const taken = ['nome unique', 'mesa unique']
  expect(await make({ nome: 'a' })).toBe(201)
  expect(await make({ nome: 'a' })).toEqual(taken)
  expect(await make({ nome: 'a', mesa: null })).toEqual(taken)
  expect(await make({ nome: 'b' })).toBe(201)
  expect(await make({ nome: 'a', mesa: 1 })).toBe(201)
  expect(await make({ nome: 'a', mesa: 1 })).toEqual(taken)
  expect(await make({ nome: 'a' }, 2)).toBe(201)
  await other.close()
})

test('values that the field does not take are refused by the checker', () => {
  const unique = [{ fields: ['mesa'], where: { status: 'CONFIRMADO', cor: 1 } }]
  const { problems } = withBookings({ ...bookings, register: { ...bookings.register, unique } })
  expect(problems.map(({ code }) => code).toSorted()).toEqual(['field-unknown', 'value-invalid'])
})
