import { afterAll, beforeAll, expect, it } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { importText } from '../fixtures/import.ts'
import { openShop, type Shop, type TestReply } from '../fixtures/shop.ts'

/** Records that the server numbers by a pattern: each store by itself, none missing, none twice, whoever saves at once. */

const bookings = {
  title: 'Mesas reservadas',
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 40 },
    pessoas: { type: 'integer', title: 'Pessoas', maximum: 20 },
    codigo: { type: 'string', title: 'Código', readOnly: true, importable: true, numbering: 'RES-{year}-{0000}' },
  },
  required: ['nome'],
}

const load = {
  title: 'Importar mesas reservadas',
  path: '/importarMesasReservadas',
  gate: 'logged',
  register: 'reservadas_teste',
  key: ['nome'],
  columns: ['nome', 'pessoas', 'codigo'],
}

let shop: Shop
type Saved = { id: number; codigo: string | null; nome: string }
const year = new Date().toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' }).slice(0, 4)
const text = (number: number): string => `RES-${year}-${String(number).padStart(4, '0')}`

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, lojaId = 1): Promise<TestReply> =>
  shop.as({ userId: 1, stores: [lojaId], owner: true })(method, `/api/${path}`, body && { lojaId, ...body })

async function ok<T = Saved>(answer: Promise<TestReply>): Promise<T> {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return body as T
}

const made = (nome: string, more: object = {}, lojaId = 1): Promise<Saved> =>
  ok(call('POST', 'reservadas_teste', { nome, ...more }, lojaId))

beforeAll(async () => {
  const { model, problems } = readModel([
    ...readDefinitionFiles(),
    { path: 'registers/toys/reservadas_teste.schema.json', text: JSON.stringify(bookings) },
    { path: 'imports/reservadas-teste.json', text: JSON.stringify(load) },
  ])
  expect(problems).toEqual([])
  shop = await openShop(model)
  await shop.database.system.query(
    `INSERT INTO lojas (nome_fantasia) VALUES ('Primeira'), ('Segunda'), ('Terceira'), ('Quarta'), ('Quinta')`,
  )
})
afterAll(() => shop?.close())

it('numbers each store by itself, whatever a body says, and keeps the number in every change', async () => {
  expect(await made('Ana', { codigo: 'RES-2020-0009' })).toMatchObject({ codigo: text(1) })
  const bia = await made('Bia')
  expect(bia.codigo).toBe(text(2))
  expect((await made('Alheia', {}, 2)).codigo).toBe(text(1))
  expect(await ok(call('PATCH', `reservadas_teste/${bia.id}`, { nome: 'Bia B.', codigo: 'X' }))).toMatchObject({
    codigo: text(2),
  })
  const found = await ok<Saved[]>(call('GET', `reservadas_teste?lojaId=1&q=${text(2)}`))
  expect(found.map(({ nome }) => nome)).toEqual(['Bia B.'])
})

it('numbers those who save at once without a gap and without a double', async () => {
  const saved = await Promise.all(Array.from({ length: 24 }, (_, at) => made(`Junto ${at}`, {}, 3)))
  expect(saved.map(({ codigo }) => codigo).sort()).toEqual(Array.from({ length: 24 }, (_, at) => text(at + 1)))
})

it('draws no number for a save that is refused', async () => {
  const before = Number((await made('Antes')).codigo?.slice(-4))
  expect((await call('POST', 'reservadas_teste', { nome: 'Cheia', pessoas: 99 })).status).toBe(422)
  expect((await made('Depois')).codigo).toBe(text(before + 1))
})

it('gives the number of a removed record to nobody else, and back to the record', async () => {
  const gone = await made('Vai', {}, 4)
  await ok(call('DELETE', `reservadas_teste/${gone.id}?lojaId=4`, undefined, 4))
  const [action] = await ok<{ id: string }[]>(call('GET', 'atividade?lojaId=4', undefined, 4))
  expect((await made('Fica', {}, 4)).codigo).toBe(text(2))
  await ok(call('POST', `atividade/${action?.id}/desfazer`, {}, 4))
  const rows = await ok<Saved[]>(call('GET', 'reservadas_teste?lojaId=4', undefined, 4))
  expect(rows.map(({ nome, codigo }) => [nome, codigo]).sort()).toEqual([
    ['Fica', text(2)],
    ['Vai', text(1)],
  ])
})

it('goes on behind numbers that an import brings, of any year, and behind those that stood before there was a count', async () => {
  const caller = { userId: 1, stores: [5], owner: true }
  await shop.database.system.query(
    `INSERT INTO reservadas_teste ("lojaId", nome, codigo) VALUES (5, 'Antiga', $1), (5, 'Outra', 'RES-9')`,
    [text(3)],
  )
  expect((await made('Quatro', {}, 5)).codigo).toBe(text(4))
  const file = `nome;codigo\nDe fora;${text(40)}\nAntes;RES-2019-0007\nSem;\nSolta;pedido 7\n`
  const imported = await importText(shop, 'reservadas-teste', file, caller, { lojaId: 5 })
  expect(imported).toMatchObject({ texts: {}, statuses: Array(4).fill('created') })
  const rows = await ok<Saved[]>(call('GET', 'reservadas_teste?lojaId=5', undefined, 5))
  const codes = new Map(rows.map(({ nome, codigo }) => [nome, codigo]))
  expect([codes.get('De fora'), codes.get('Antes'), codes.get('Sem'), codes.get('Solta')]).toEqual([
    text(40),
    'RES-2019-0007',
    text(41),
    'pedido 7',
  ])
  expect(
    (await importText(shop, 'reservadas-teste', `nome;codigo\nDupla;${text(40)}\nNova;\n`, caller, { lojaId: 5 })).statuses,
  ).toEqual(['failed', 'waiting'])
  // The database refused it after its neighbour had been numbered: that number is not lost.
  expect((await made('Última', {}, 5)).codigo).toBe(text(42))
})
