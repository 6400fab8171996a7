import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv } from '../../../src/base/csv.ts'
import { matchHeader } from '../../../src/model/import/header.ts'
import { createRowReader } from '../../../src/model/import/row.ts'
import type { Model } from '../../../src/model/model.ts'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

const head = { type: 'object' }
const own = { scope: 'store', label: 'nome', access: { all: 'cadastros_ver' } }
const nome = { type: 'string', title: 'Nome', maxLength: 30 }
const many = (title: string, reference: object, more: object = {}) => ({ type: 'array', title, reference, ...more })

const registers = {
  salas: { ...head, title: 'Salas', register: own, properties: { nome }, required: ['nome'] },
  lugares: {
    ...head,
    title: 'Lugares',
    register: { ...own, singular: 'lugar', rows: { see: [{ where: { oculto: false } }, { gate: 'owner', where: {} }] } },
    properties: {
      nome,
      ativo: { type: 'boolean', title: 'Ativo', default: true },
      oculto: { type: 'boolean', title: 'Oculto' },
      salaId: { type: 'integer', title: 'Sala', reference: { to: 'salas' } },
    },
    required: ['nome'],
  },
  festas: {
    ...head,
    title: 'Festas',
    register: own,
    properties: {
      nome,
      salaId: { type: 'integer', title: 'Sala', reference: { to: 'salas' } },
      lugaresIds: many('Lugares', { to: 'lugares', where: { ativo: true } }, { maxItems: 4 }),
      reservasIds: many('Na reserva', { to: 'lugares', as: 'reservas', where: { salaId: '$salaId' } }, { see: 'owner' }),
      salasIds: many('Salas', { to: 'salas', onRemove: 'empty' }),
    },
    required: ['nome'],
  },
}
const load = {
  title: 'Importar festas',
  path: '/importarFestas',
  gate: 'logged',
  register: 'festas',
  key: ['nome'],
  columns: ['nome', 'lugaresIds', 'salasIds'],
}

const paper = {
  title: 'Festa',
  register: 'festas',
  papers: ['A4'],
  head: false,
  parts: [{ id: 'dados', fields: ['nome', 'lugaresIds', 'salasIds'] }],
}

const model = (): Model => {
  const read = readModel([
    ...readDefinitionFiles(),
    ...Object.entries(registers).map(([name, value]) => ({
      path: `registers/cadastros/${name}.schema.json`,
      text: JSON.stringify(value),
    })),
    { path: 'imports/festas.json', text: JSON.stringify(load) },
    { path: 'documents/festa.json', text: JSON.stringify(paper) },
  ])
  expect(read.problems).toEqual([])
  return read.model
}

let server: TestServer
let token: string
let other: string
let employee: string
let store: number
let elsewhere: number
/** Keys of places and rooms by their names. */
const keys: Record<string, number> = {}

const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, who = token) => {
  const reply = await server.call(who, method, `/api/${path}`, body)
  return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json(), headers: reply.headers }
}
const save = (body: object, who = token) => call('POST', 'festas', { lojaId: store, ...body }, who)
const made = async (body: object): Promise<{ id: number; version: number }> => (await save(body)).body
const details = async (body: object, who = token): Promise<unknown> =>
  (await save({ nome: 'X', ...body }, who)).body.error?.details?.map(
    ({ path, code }: Record<string, string>) => `${path} ${code}`,
  )
const read = async (id: number, who = token) => (await call('GET', `festas/${id}?lojaId=${store}`, undefined, who)).body
const list = async (filter: object, who = token) =>
  (await call('GET', `festas/list?lojaId=${store}&filter=${encodeURIComponent(JSON.stringify(filter))}`, undefined, who)).body
const found = async (where: unknown, who = token): Promise<unknown> => {
  const body = await list({ where, order: 'nome' }, who)
  return Array.isArray(body) ? body.map(one => one.nome) : body
}

beforeAll(async () => {
  server = await openServer(model())
  store = await server.addStore('Loja')
  elsewhere = await server.addStore('Outra')
  const enter = async (email: string, type: number, lojaId: number): Promise<string> => {
    const user = await server.addUser(email)
    await server.tie(user, lojaId, { type, email, cadastros_ver: true })
    return server.enter(email)
  }
  token = await enter('dona@x.br', 1, store)
  other = await enter('alheia@x.br', 1, elsewhere)
  employee = await enter('ana@x.br', 2, store)
  for (const name of ['Salão', 'Terraço']) keys[name] = (await call('POST', 'salas', { lojaId: store, nome: name })).body.id
  for (const [name, more] of [
    ['Balcão', { salaId: keys.Salão }],
    ['Janela', { salaId: keys.Terraço }],
    ['Canto, fundo', {}],
    ['Fechado', { ativo: false }],
    ['Sótão', { oculto: true }],
  ] as const)
    keys[name] = (await call('POST', 'lugares', { lojaId: store, nome: name, ...more })).body.id
  keys.Alheio = (await call('POST', 'lugares', { lojaId: elsewhere, nome: 'Alheio' }, other)).body.id
})
afterAll(() => server?.close())

test('several records are kept once each, in the order of their keys, and read with what they are called', async () => {
  const { id } = await made({ nome: 'Boda', lugaresIds: [keys.Janela, keys.Balcão, keys.Janela], salasIds: [] })
  expect(await read(id)).toMatchObject({
    lugaresIds: [keys.Balcão, keys.Janela],
    lugares: [
      { id: keys.Balcão, nome: 'Balcão' },
      { id: keys.Janela, nome: 'Janela' },
    ],
    salasIds: null,
    salas: [],
  })
  const [row] = await list({ where: { id }, include: [{ relation: 'lugares', scope: { fields: 'brief' } }] })
  expect(row.lugares).toEqual([
    { id: keys.Balcão, nome: 'Balcão' },
    { id: keys.Janela, nome: 'Janela' },
  ])
  const [whole] = await list({ where: { id }, include: ['lugares'] })
  expect(whole.lugares).toMatchObject([{ nome: 'Balcão', ativo: true }, { nome: 'Janela' }])
  const [plain] = await list({ where: { id }, fields: ['nome', 'lugaresIds'] })
  expect(plain).toEqual({ id, nome: 'Boda', lugaresIds: [keys.Balcão, keys.Janela] })
  // A record may be sent again as it was read, and a part of a record stays where it is not named.
  expect(await call('PATCH', `festas/${id}`, { ...(await read(id)), lugares: undefined, nome: 'Bodas' })).toMatchObject({
    status: 200,
  })
  expect(await read(id)).toMatchObject({ nome: 'Bodas', lugaresIds: [keys.Balcão, keys.Janela] })
})

test('a list brings the names of all of its rows', async () => {
  for (let n = 0; n < 5; n++) await made({ nome: `Lote ${n}`, lugaresIds: [keys.Balcão, keys.Janela] })
  const rows = await list({ where: { nome_like: 'Lote' }, include: 'brief' })
  expect(rows).toHaveLength(5)
  for (const row of rows) expect(row.lugares.map((one: { nome: string }) => one.nome)).toEqual(['Balcão', 'Janela'])
})

test('paper tells what they are called, as far as its reader sees them', async () => {
  const { id } = await made({ nome: 'Papel', lugaresIds: [keys.Balcão, keys.Sótão], salasIds: [keys.Salão, keys.Terraço] })
  const facts = async (who: string) =>
    (await call('GET', `festas/${id}/documents/festa?lojaId=${store}`, undefined, who)).body.sheets[0][0].facts
  const salas = { title: 'Salas', value: 'Salão, Terraço' }
  expect(await facts(token)).toEqual([{ title: 'Nome', value: 'Papel' }, { title: 'Lugares', value: 'Balcão, Sótão' }, salas])
  expect(await facts(employee)).toContainEqual(salas)
  expect(JSON.stringify(await facts(employee))).not.toContain('Sótão')
})

test('another store, what is not there, not offered, hidden or no key is refused at the field', async () => {
  expect(await details({ lugaresIds: [keys.Balcão, keys.Alheio] })).toEqual(['lugaresIds references-lost'])
  expect(await details({ lugaresIds: [999_999] })).toEqual(['lugaresIds references-lost'])
  expect((await save({ nome: 'X', lugaresIds: [999_999] })).body.error.details[0].message).toBe(
    'Um destes registros não existe mais',
  )
  expect(await details({ lugaresIds: [keys.Fechado] })).toEqual(['lugaresIds reference-not-offered-unless'])
  expect(await details({ lugaresIds: [keys.Sótão] }, employee)).toEqual(['lugaresIds reference-invalid'])
  for (const odd of [['a'], [1.5], [0], [-1], [null], [{}], 'Balcão', 3, { id: 3 }, [[1]], [1e30]])
    expect([odd, await details({ lugaresIds: odd })]).toEqual([odd, ['lugaresIds reference-invalid']])
  expect(await details({ lugaresIds: [1, 2, 3, 4, 5] })).toEqual(['lugaresIds choices-too-many'])
  expect(await details({ lugaresIds: Array.from({ length: 5000 }, (_, at) => at + 1) })).toEqual(['lugaresIds choices-too-many'])
  expect(await details({ salaId: keys.Salão, reservasIds: [keys.Janela] })).toEqual(['reservasIds reference-not-beside'])
  expect((await save({ nome: 'Certa', salaId: keys.Salão, reservasIds: [keys.Balcão] })).status).toBe(201)
})

test('what was chosen stays when it is offered no more, and is not taken anew', async () => {
  const { id } = await made({ nome: 'Antiga', lugaresIds: [keys.Janela] })
  await call('PATCH', `lugares/${keys.Janela}`, { ativo: false })
  expect((await call('PATCH', `festas/${id}`, { lugaresIds: [keys.Janela, keys.Balcão] })).status).toBe(200)
  expect(await details({ lugaresIds: [keys.Janela] })).toEqual(['lugaresIds reference-not-offered-unless'])
  await call('PATCH', `lugares/${keys.Janela}`, { ativo: true })
})

test('a list is filtered by any, all or none of them, and has no order by them', async () => {
  await made({ nome: 'F1', lugaresIds: [keys.Balcão, keys['Canto, fundo']] })
  await made({ nome: 'F2', lugaresIds: [keys['Canto, fundo']] })
  await made({ nome: 'F3' })
  const among = async (test: unknown) =>
    ((await found({ and: [{ nome_like: 'F' }, { lugaresIds: test }] })) as string[]).filter(name => /^F\d/.test(name))
  expect(await among({ inq: [keys.Balcão, keys['Canto, fundo']] })).toEqual(['F1', 'F2'])
  expect(await among({ inq: [keys.Balcão] })).toEqual(['F1'])
  expect(await among({ inq: [keys.Balcão, null] })).toEqual(['F1', 'F3'])
  expect(await among({ inq: [null] })).toEqual(['F3'])
  expect(await among({ inq: [] })).toEqual([])
  expect(await among({ nin: [keys.Balcão] })).toEqual(['F2', 'F3'])
  expect(await among({ nin: [keys.Balcão, null] })).toEqual(['F2'])
  expect(await among({ contains: [keys.Balcão, keys['Canto, fundo']] })).toEqual(['F1'])
  expect(await among({ contains: keys['Canto, fundo'] })).toEqual(['F1', 'F2'])
  expect(await among([keys['Canto, fundo']])).toEqual(['F2'])
  expect(await among(null)).toEqual(['F3'])
  expect(await found({ lugaresIds: { inq: ['x'] } })).toMatchObject({ error: { code: 'filter-value-invalid' } })
  expect(await found({ lugaresIds: { gt: [1] } })).toMatchObject({ error: { code: 'filter-operator-unknown' } })
  expect(await list({ order: 'lugaresIds' })).toMatchObject({ error: { code: 'filter-order-invalid' } })
  expect(server.context.service.model().registers.festas?.views.filter.fields).toContainEqual(
    expect.objectContaining({ field: 'lugaresIds', operator: 'inq' }),
  )
})

test('another store learns nothing, and a field with its own gate is not there for the others', async () => {
  const { id } = await made({ nome: 'Segredo', salaId: keys.Salão, reservasIds: [keys.Balcão] })
  expect((await call('GET', `festas/${id}?lojaId=${elsewhere}`, undefined, other)).status).toBe(404)
  const seen = await read(id, employee)
  expect(seen).not.toHaveProperty('reservasIds')
  expect(seen).not.toHaveProperty('reservas')
  expect(await list({ where: { reservasIds: { inq: [keys.Balcão] } } }, employee)).toMatchObject({
    error: { code: 'field-hidden' },
  })
  expect(await details({ reservasIds: [keys.Balcão] }, employee)).toEqual(['reservasIds field-hidden-write'])
  const [row] = await list({ where: { id }, include: 'brief' }, employee)
  expect(row).not.toHaveProperty('reservas')
  const [own] = await list({ where: { id }, include: ['reservas'] })
  expect(own.reservas).toMatchObject([{ nome: 'Balcão' }])
})

test('a record that is referred to stays, or is taken out of the others where the definition says so; undo gives it back', async () => {
  const { id } = await made({ nome: 'Duas', lugaresIds: [keys.Balcão], salasIds: [keys.Salão, keys.Terraço] })
  expect(await call('DELETE', `lugares/${keys.Balcão}?lojaId=${store}`)).toMatchObject({
    status: 422,
    body: { error: { code: 'referenced', message: expect.stringContaining('Festas') } },
  })
  const room = (await call('POST', 'salas', { lojaId: store, nome: 'Porão' })).body.id
  const { id: one } = await made({ nome: 'Uma', salasIds: [room] })
  const { id: both } = await made({ nome: 'Ambas', salasIds: [keys.Salão, room] })
  const removed = await call('DELETE', `salas/${room}?lojaId=${store}`)
  expect(removed.status).toBeLessThan(300)
  expect(await read(one)).toMatchObject({ salasIds: null, salas: [], version: 2 })
  expect(await read(both)).toMatchObject({ salasIds: [keys.Salão], version: 2 })
  expect(await read(id)).toMatchObject({ salasIds: [keys.Salão, keys.Terraço], version: 1 })
  const undone = await call('POST', `atividade/${removed.headers['x-action']}/desfazer`, { lojaId: store })
  expect(undone.body).toMatchObject({ recusados: [] })
  expect(await read(both)).toMatchObject({ salasIds: [keys.Salão, room], salas: [{ nome: 'Salão' }, { nome: 'Porão' }] })
})

test('undo gives back no key of a record that is gone', async () => {
  const place = (await call('POST', 'lugares', { lojaId: store, nome: 'Breve' })).body.id
  const { id } = await made({ nome: 'Passada', lugaresIds: [place] })
  const changed = await call('PATCH', `festas/${id}`, { lugaresIds: null })
  await call('DELETE', `lugares/${place}?lojaId=${store}`)
  const undone = await call('POST', `atividade/${changed.headers['x-action']}/desfazer`, { lojaId: store })
  expect(undone.body).toMatchObject({ desfeitos: 0, recusados: [{ id: String(id) }] })
  expect(await read(id)).toMatchObject({ lugaresIds: null })
})

test('a removal and a choice of the same record at once never leave a key that leads nowhere', async () => {
  for (let round = 0; round < 8; round++) {
    const place = (await call('POST', 'lugares', { lojaId: store, nome: `R${round}` })).body.id
    const [removed, saved] = await Promise.all([
      call('DELETE', `lugares/${place}?lojaId=${store}`),
      save({ nome: `Corrida ${round}`, lugaresIds: [place] }),
    ])
    const there = (await call('GET', `lugares/${place}?lojaId=${store}`)).status === 200
    expect([removed.status < 300, saved.status]).toEqual(there ? [false, 201] : [true, 422])
  }
})

test('the history names the records', async () => {
  const { id } = await made({ nome: 'Contada', lugaresIds: [keys.Balcão] })
  await call('PATCH', `festas/${id}`, { lugaresIds: [keys.Balcão, keys.Janela] })
  const [newest] = (await call('GET', `festas/${id}/historico?lojaId=${store}`)).body
  expect(newest.changes).toMatchObject([{ title: 'Lugares', kind: 'references', fromText: 'Balcão', toText: 'Balcão, Janela' }])
})

test('a change of many records sets them, and says what they are now', async () => {
  const { id } = await made({ nome: 'Massa', lugaresIds: [keys.Balcão, keys.Janela] })
  const values = await call('POST', 'festas/valores', { lojaId: store, registros: { where: { id } }, campo: 'lugaresIds' })
  expect(values.body.valores).toMatchObject([{ rotulo: 'Balcão, Janela', quantidade: 1 }])
  const changed = await call('POST', 'festas/alterarVarios', {
    lojaId: store,
    registros: { where: { id } },
    dados: { lugaresIds: [keys.Janela] },
  })
  expect(changed.status).toBe(200)
  expect(await read(id)).toMatchObject({ lugaresIds: [keys.Janela] })
})

test('a file holds the names, and an import finds them again; numbers are keys', async () => {
  await made({ nome: 'Z1', lugaresIds: [keys.Balcão, keys['Canto, fundo']], salasIds: [keys.Salão] })
  const filter = encodeURIComponent(JSON.stringify({ where: { nome: 'Z1' } }))
  const file = await server.call(
    token,
    'GET',
    `/api/festas/exportar?lojaId=${store}&filter=${filter}&columns=nome,lugaresIds,salasIds`,
  )
  const { header, rows } = readCsv(file.rawPayload)
  expect(rows).toEqual([['Z1', 'Balcão, Canto, fundo', 'Salão']])
  const sheet = await server.call(
    token,
    'GET',
    `/api/festas/exportar?lojaId=${store}&filter=${filter}&formato=xlsx&columns=lugaresIds`,
  )
  expect(sheet.statusCode).toBe(200)
  const festas = server.context.service.model()
  const read1 = createRowReader(festas, festas.imports.festas as never, matchHeader(festas.imports.festas as never, header))
  const send = async (cells: readonly string[]) => {
    const { record, problems } = read1(cells, 2)
    expect(problems).toEqual([])
    return (await call('POST', 'imports/festas', { lojaId: store, rows: [record] })).body
  }
  expect(await send(rows[0] ?? [])).toMatchObject({ rows: [{ status: 'unchanged' }] })
  expect(await send(['Z2', `balcao; ${keys.Janela}`, 'Terraço'])).toMatchObject({ rows: [{ status: 'created' }] })
  expect(await list({ where: { nome: 'Z2' } })).toMatchObject([
    { lugaresIds: [keys.Balcão, keys.Janela].sort((a, b) => Number(a) - Number(b)), salasIds: [keys.Terraço] },
  ])
  const unknown = await send(['Z3', 'Balcão, Nenhum', ''])
  expect(unknown.rows[0]).toMatchObject({ status: 'failed', details: [{ path: 'lugaresIds' }] })
  expect(unknown.rows[0].details[0].message).toContain('Nenhum')
  expect((await send(['Z3', 'Alheio', ''])).rows[0].status).toBe('failed')
  expect((await send(['Z3', String(keys.Alheio), ''])).rows[0]).toMatchObject({
    status: 'failed',
    details: [{ path: 'lugaresIds' }],
  })
  expect(await send(['Z2', '', ''])).toMatchObject({ rows: [{ status: 'changed' }] })
  expect(await list({ where: { nome: 'Z2' } })).toMatchObject([{ lugaresIds: null, salasIds: null }])
})
