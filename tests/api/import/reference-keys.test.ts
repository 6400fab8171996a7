import { afterAll, beforeAll, expect, test } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { importText, listed } from '../fixtures/import.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

/** An import of reservations: known by their table and hour, and of a table that must be there. */

const register = (title: string, properties: object, more: object = {}) => ({
  title,
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
  properties: { nome: { type: 'string', title: 'Nome', maxLength: 30, personal: false }, ...properties },
  ...more,
})

const state = {
  type: 'string',
  title: 'Estado',
  oneOf: ['PENDENTE', 'SENTADA', 'CANCELADA'].map(value => ({ const: value, title: value })),
  default: 'PENDENTE',
  ways: {
    list: [
      { id: 'sentar', title: 'Sentar', from: ['PENDENTE'], to: 'SENTADA' },
      { id: 'desmarcar', title: 'Desmarcar', from: ['PENDENTE'], to: 'CANCELADA' },
    ],
  },
}

const load = (key: readonly string[], reference: object = {}) => ({
  title: 'Importar reservas',
  path: `/importarReservas${key.join('')}${Object.keys(reference).length}`,
  gate: 'logged',
  register: 'reservas',
  key,
  columns: [{ field: 'mesa', of: 'mesaId', as: 'nome' }, 'hora', 'pessoas', 'estado'],
  references: [{ field: 'mesaId', ...reference }],
})

const files = Object.entries({
  'registers/toys/mesas.schema.json': register('Mesas', {}),
  'registers/toys/reservas.schema.json': register('Reservas', {
    mesaId: { type: 'integer', title: 'Mesa', reference: { to: 'mesas' } },
    hora: { type: 'string', title: 'Hora', maxLength: 5 },
    pessoas: { type: 'integer', title: 'Pessoas' },
    estado: state,
  }),
  'imports/por-campo.json': load(['mesaId', 'hora']),
  'imports/por-coluna.json': load(['mesa', 'hora']),
  'imports/cria-mesas.json': load(['mesaId', 'hora'], { make: {} }),
}).map(([path, value]) => ({ path, text: JSON.stringify(value) }))

const caller = { userId: 1, stores: [1], owner: true }
let shop: Shop
beforeAll(async () => {
  const { model, problems } = readModel([...readDefinitionFiles(), ...files])
  expect(problems).toEqual([])
  shop = await openShop(model)
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira'), ('Segunda')`)
  await shop.database.system.query(`INSERT INTO mesas ("lojaId", nome) VALUES (1, 'Mesa 1'), (1, 'Varanda'), (2, 'Mesa 9')`)
})
afterAll(() => shop?.close())

test.each(['por-campo', 'por-coluna'])('%s: the same file twice changes nothing, whatever the case of the names', async name => {
  await shop.database.system.query('DELETE FROM reservas')
  const send = (text: string) => importText(shop, name, text, caller, { change: true })
  const file = (table: string, people: number) => `mesa;hora;pessoas\n${table};19:00;${people}\nVaranda;19:00;2\n`
  expect(await send(file('Mesa 1', 4))).toMatchObject({ statuses: ['created', 'created'], texts: {} })
  expect((await send(file('mesa 1', 4))).statuses).toEqual(['unchanged', 'unchanged'])
  expect((await send(file('MESA 1', 5))).statuses).toEqual(['changed', 'unchanged'])
  expect(await listed(shop, 'reservas?lojaId=1', caller)).toHaveLength(2)
  const keys = ['Mesa 1', 'varanda', 'Mesa 9'].map(mesa => ({ mesa, hora: '19:00' }))
  const reply = await shop.as(caller)('POST', `/api/imports/${name}/existentes`, { lojaId: 1, keys })
  expect(reply.body).toEqual({ existentes: [true, true, false] })
})

test('a table that the store does not have is a problem of its row, and made only where the import says so', async () => {
  const text = 'mesa;hora\nMesa 9;21:00\n'
  expect(await importText(shop, 'por-campo', text, caller)).toMatchObject({
    statuses: ['failed'],
    texts: { 2: ['Mesa “Mesa 9” não existe.'] },
  })
  expect(await listed(shop, 'mesas?lojaId=1', caller)).toHaveLength(2)
  expect((await importText(shop, 'cria-mesas', text, caller)).statuses).toEqual(['created'])
  expect((await listed(shop, 'mesas?lojaId=1', caller)).map(({ nome }) => nome)).toContain('Mesa 9')
})

test('a choice that moves is never empty: an empty cell takes the default, and nobody empties it', async () => {
  const [id] = (await importText(shop, 'por-campo', 'mesa;hora;estado\nVaranda;22:00;\n', caller)).ids
  const read = async () => (await shop.as(caller)('GET', `/api/reservas/${id}?lojaId=1`)).body as { estado: unknown }
  expect((await read()).estado).toBe('PENDENTE')
  const emptied = await shop.as(caller)('PATCH', `/api/reservas/${id}?lojaId=1`, { estado: null })
  expect(emptied).toMatchObject({ status: 422, body: { error: { details: [expect.objectContaining({ path: 'estado' })] } } })
  const made = await shop.as(caller)('POST', '/api/reservas', { lojaId: 1, hora: '23:00', estado: null })
  expect(made.status).toBe(422)
  expect((await read()).estado).toBe('PENDENTE')
})
