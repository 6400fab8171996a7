import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { importText } from '../fixtures/import.ts'
import { openShop, type Shop, type TestReply } from '../fixtures/shop.ts'

/** Choices that hang on another field of the record, by every way on which a record changes. */

const base = (title: string, properties: object, more: object = {}) => ({
  title,
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'logged' }, ...more },
  properties: { nome: { type: 'string', title: 'Nome', maxLength: 40 }, ...properties },
})

const room = { type: 'integer', title: 'Sala', reference: { to: 'salas_teste', as: 'sala' } }
const place = {
  type: 'integer',
  title: 'Lugar',
  reference: { to: 'lugares_teste', as: 'lugar', where: { ativo: true, salaId: '$salaId' } },
}

const registers = {
  salas_teste: base('Salas', {}),
  lugares_teste: base('Lugares', { salaId: room, ativo: { type: 'boolean', title: 'Ativo', default: true } }),
  vagas_teste: base('Vagas', {
    salaId: room,
    lugarId: place,
    linhas: { type: 'array', title: 'Linhas', items: { properties: { salaId: room, lugarId: place } } },
  }),
}

const load = {
  title: 'Importar vagas',
  path: '/importarVagasTeste',
  gate: 'logged',
  register: 'vagas_teste',
  key: ['nome'],
  // The place stands first: what narrows it is found before it all the same.
  references: [{ field: 'lugarId', make: { ativo: 'true' } }, { field: 'salaId' }],
  columns: [
    'nome',
    { field: 'lugar', of: 'lugarId', as: 'nome', title: 'Lugar' },
    { field: 'sala', of: 'salaId', as: 'nome', title: 'Sala' },
  ],
}

let shop: Shop
const caller = { userId: 1, stores: [1], owner: true }
type Saved = { id: number; version: number; salaId: number | null; lugarId: number | null }

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<TestReply> =>
  shop.as(caller)(method, `/api/${path}`, body && { lojaId: 1, ...body })

async function ok<T = Saved>(answer: Promise<TestReply>): Promise<T> {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return body as T
}

async function refused(answer: Promise<TestReply>): Promise<string[]> {
  const { status, body } = await answer
  expect([status, body]).toEqual([422, expect.anything()])
  const { error } = body as { error: { details: { path: string; code: string; message: string }[] } }
  return error.details.map(({ path, code }) => `${path}: ${code}`)
}

const rooms = { hall: 0, garden: 0 }
const places = { hall1: 0, hall2: 0, garden1: 0 }

beforeAll(async () => {
  const { model, problems } = readModel([
    ...readDefinitionFiles(),
    ...Object.entries(registers).map(([name, value]) => ({
      path: `registers/toys/${name}.schema.json`,
      text: JSON.stringify(value),
    })),
    { path: 'imports/vagas-teste.json', text: JSON.stringify(load) },
  ])
  expect(problems).toEqual([])
  shop = await openShop(model)
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira')`)
  const made = async (register: string, body: object) => (await ok(call('POST', register, body))).id
  rooms.hall = await made('salas_teste', { nome: 'Salão' })
  rooms.garden = await made('salas_teste', { nome: 'Jardim' })
  places.hall1 = await made('lugares_teste', { nome: 'Mesa 1', salaId: rooms.hall })
  places.hall2 = await made('lugares_teste', { nome: 'Mesa 2', salaId: rooms.hall })
  places.garden1 = await made('lugares_teste', { nome: 'Mesa 1', salaId: rooms.garden })
})
afterAll(() => shop?.close())

let count = 0
let name = ''
beforeEach(() => {
  count += 1
  name = `Vaga ${count}`
})

it('saves what fits, or has nothing to fit, and refuses what does not', async () => {
  await ok(call('POST', 'vagas_teste', { nome: name, salaId: rooms.hall, lugarId: places.hall1 }))
  await ok(call('POST', 'vagas_teste', { nome: name, lugarId: places.garden1 }))
  const wrong = { nome: name, salaId: rooms.hall, lugarId: places.garden1 }
  const answer = await call('POST', 'vagas_teste', wrong)
  expect(await refused(Promise.resolve(answer))).toEqual(['lugarId: reference-not-beside'])
  expect(JSON.stringify(answer.body)).toContain('Não combina com “Sala” deste cadastro: escolha outra opção')
  const { nome, ...row } = wrong
  const rows = { nome, linhas: [row, { ...row, salaId: rooms.garden }] }
  expect(await refused(call('POST', 'vagas_teste', rows))).toEqual(['linhas.0.lugarId: reference-not-beside'])
  expect(await refused(call('POST', 'vagas_teste', { ...wrong, lugarId: 99_999 }))).toEqual(['lugarId: reference-invalid'])
})

it('asks again when what narrows the choice changes, and only then', async () => {
  const one = await ok(call('POST', 'vagas_teste', { nome: name, salaId: rooms.hall, lugarId: places.hall2 }))
  expect(await refused(call('PATCH', `vagas_teste/${one.id}`, { salaId: rooms.garden }))).toEqual([
    'lugarId: reference-not-beside',
  ])
  await ok(call('PATCH', `vagas_teste/${one.id}`, { salaId: rooms.garden, lugarId: places.garden1 }))
  await ok(call('PATCH', `vagas_teste/${one.id}`, { salaId: null }))
  await ok(call('PATCH', `vagas_teste/${one.id}`, { salaId: rooms.garden }))
  // A place that moved away stays where it was chosen.
  await ok(call('PATCH', `lugares_teste/${places.garden1}`, { salaId: rooms.hall }))
  await ok(call('PATCH', `vagas_teste/${one.id}`, { nome: `${name} outra` }))
  await ok(call('PATCH', `lugares_teste/${places.garden1}`, { salaId: rooms.garden }))
})

it('refuses a mass change that would leave a place of another room', async () => {
  const one = await ok(call('POST', 'vagas_teste', { nome: name, salaId: rooms.hall, lugarId: places.hall1 }))
  const answer = await call('POST', 'vagas_teste/alterarVarios', {
    registros: { where: { id: one.id } },
    dados: { salaId: rooms.garden },
  })
  expect(JSON.stringify(answer.body)).toContain('reference-not-beside')
  expect(await ok(call('GET', `vagas_teste/${one.id}?lojaId=1`))).toMatchObject({ salaId: rooms.hall })
})

it('undoes no change whose room has a place of another one by now', async () => {
  const one = await ok(call('POST', 'vagas_teste', { nome: name, salaId: rooms.hall }))
  await ok(call('PATCH', `vagas_teste/${one.id}`, { salaId: rooms.garden }))
  const [action] = await ok<{ id: string }[]>(call('GET', 'atividade?lojaId=1'))
  await ok(call('PATCH', `vagas_teste/${one.id}`, { lugarId: places.garden1 }))
  const undone = await call('POST', `atividade/${action?.id}/desfazer`, {})
  expect(await ok(call('GET', `vagas_teste/${one.id}?lojaId=1`))).toMatchObject({ salaId: rooms.garden, lugarId: places.garden1 })
  expect(JSON.stringify(undone.body)).toMatch(/reference-not-beside|Não combina/)
})

it('finds a name among the places of the room that a line names, and makes a missing one there', async () => {
  const text = `nome;lugar;sala\n${name} a;mesa 1;jardim\n${name} b;Mesa 1;Salão\n${name} c;Mesa 9;Jardim\n${name} d;Mesa 9;Salão\n`
  expect(await importText(shop, 'vagas-teste', text, caller)).toMatchObject({ texts: {}, statuses: Array(4).fill('created') })
  const filter = encodeURIComponent(
    JSON.stringify({ where: { nome: { like: `${name} %` } }, order: ['nome ASC'], include: ['lugar'] }),
  )
  const rows = await ok<(Saved & { lugar: { nome: string; salaId: number } })[]>(
    call('GET', `vagas_teste?lojaId=1&filter=${filter}`),
  )
  expect(rows.map(({ salaId, lugar }) => [salaId, lugar.nome, lugar.salaId])).toEqual([
    [rooms.garden, 'Mesa 1', rooms.garden],
    [rooms.hall, 'Mesa 1', rooms.hall],
    [rooms.garden, 'Mesa 9', rooms.garden],
    [rooms.hall, 'Mesa 9', rooms.hall],
  ])
})
