import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { fillFigures } from '../../../src/server/write/figures/figureColumns.ts'
import { importText } from '../fixtures/import.ts'
import { openShop, type Shop, type TestReply } from '../fixtures/shop.ts'

/** Figures that records keep of another register's, by every way on which those change. */

const figure = (type: string, title: string, more: object, rollup: object) => ({
  type,
  title,
  readOnly: true,
  ...more,
  rollup: { register: 'visitas_teste', by: 'clienteId', ...rollup },
})

const registers = {
  clientes_teste: {
    title: 'Clientes de teste',
    type: 'object',
    register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
    properties: {
      nome: { type: 'string', title: 'Nome', maxLength: 40 },
      visitas: figure('integer', 'Visitas', {}, { count: true }),
      gasto: figure('number', 'Gasto', { format: 'money' }, { sum: 'valor', where: { paga: true } }),
      chegada: figure('string', 'Chegada', { format: 'dateTime' }, { last: 'chegada' }),
      ultima: figure('string', 'Última', { format: 'date' }, { last: 'dia' }),
    },
    required: ['nome'],
  },
  visitas_teste: {
    title: 'Visitas de teste',
    type: 'object',
    register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
    properties: {
      nome: { type: 'string', title: 'Nome', maxLength: 40 },
      clienteId: { type: 'integer', title: 'Cliente', reference: { to: 'clientes_teste', as: 'cliente', onRemove: 'empty' } },
      dia: { type: 'string', format: 'date', title: 'Dia' },
      chegada: { type: 'string', format: 'dateTime', title: 'Chegada' },
      valor: { type: 'number', format: 'money', title: 'Valor', maximum: 1000 },
      paga: { type: 'boolean', title: 'Paga' },
    },
    required: ['nome'],
  },
}

const load = {
  title: 'Importar visitas de teste',
  path: '/importarVisitasTeste',
  gate: 'logged',
  register: 'visitas_teste',
  key: ['nome'],
  references: [{ field: 'clienteId' }],
  columns: ['nome', { field: 'cliente', of: 'clienteId', as: 'nome', title: 'Cliente' }, 'dia', 'valor', 'paga'],
}

let shop: Shop
const caller = { userId: 1, stores: [1], owner: true }
type Saved = { id: number; version: number }

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<TestReply> =>
  shop.as(caller)(method, `/api/${path}`, body && { lojaId: 1, ...body })

async function ok<T = Saved>(answer: Promise<TestReply>): Promise<T> {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return body as T
}

const customer = async (nome: string): Promise<number> => (await ok(call('POST', 'clientes_teste', { nome }))).id
const visit = (clienteId: number | null, more: object = {}): Promise<Saved> =>
  ok(call('POST', 'visitas_teste', { nome: 'Visita', clienteId, dia: '2026-11-01', valor: 10, paga: true, ...more }))
const figures = async (id: number): Promise<unknown[]> => {
  const { visitas, gasto, ultima } = await ok<Record<string, unknown>>(call('GET', `clientes_teste/${id}?lojaId=1`))
  return [visitas, gasto, ultima]
}
async function undoLast(): Promise<void> {
  const [action] = await ok<{ id: string }[]>(call('GET', 'atividade?lojaId=1'))
  expect(await ok<object>(call('POST', `atividade/${action?.id}/desfazer`, {}))).toMatchObject({ recusados: [] })
}

beforeAll(async () => {
  const { model, problems } = readModel([
    ...readDefinitionFiles(),
    ...Object.entries(registers).map(([name, value]) => ({
      path: `registers/toys/${name}.schema.json`,
      text: JSON.stringify(value),
    })),
    { path: 'imports/visitas-teste.json', text: JSON.stringify(load) },
  ])
  expect(problems).toEqual([])
  shop = await openShop(model)
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira'), ('Segunda')`)
})
afterAll(() => shop?.close())

let ana = 0
let bia = 0
beforeEach(async () => {
  ana = await customer(`Ana ${crypto.randomUUID().slice(0, 8)}`)
  bia = await customer('Bia')
})

it('begins with nothing, and follows what is made, changed, moved and removed; nobody writes it', async () => {
  expect(await figures(ana)).toEqual([0, 0, null])
  const first = await visit(ana)
  await visit(ana, { dia: '2026-11-05', valor: 2.55, paga: false, chegada: '2026-11-05T20:30:00.000Z' })
  const read = () => ok<{ version: number; chegada: string }>(call('GET', `clientes_teste/${ana}?lojaId=1`))
  const { version, chegada } = await read()
  expect(chegada).toBe('2026-11-05T20:30:00.000Z')
  // Figures that stay as they are leave the record alone.
  await ok(call('PATCH', `visitas_teste/${first.id}`, { nome: 'Outra' }))
  const none = await visit(bia)
  await ok(call('PATCH', `visitas_teste/${none.id}`, { nome: 'Outra' }))
  await ok(call('DELETE', `visitas_teste/${none.id}?lojaId=1`))
  expect((await read()).version).toBe(version)
  expect(await figures(ana)).toEqual([2, 10, '2026-11-05'])
  await ok(call('PATCH', `visitas_teste/${first.id}`, { valor: 30.1 }))
  expect(await figures(ana)).toEqual([2, 30.1, '2026-11-05'])
  await ok(call('PATCH', `visitas_teste/${first.id}`, { clienteId: bia }))
  expect([await figures(ana), await figures(bia)]).toEqual([
    [1, 0, '2026-11-05'],
    [1, 30.1, '2026-11-01'],
  ])
  await ok(call('DELETE', `visitas_teste/${first.id}?lojaId=1`))
  expect(await figures(bia)).toEqual([0, 0, null])
  await ok(call('PATCH', `clientes_teste/${ana}`, { nome: 'Ana', visitas: 99 }))
  expect(await figures(ana)).toEqual([1, 0, '2026-11-05'])
})

it('counts all of those who save at once', async () => {
  await Promise.all(Array.from({ length: 12 }, () => visit(ana)))
  expect(await figures(ana)).toEqual([12, 120, '2026-11-01'])
})

it('is refused with the save, and taken back with it', async () => {
  const one = await visit(ana)
  expect((await call('PATCH', `visitas_teste/${one.id}`, { valor: 5000 })).status).toBe(422)
  expect(await figures(ana)).toEqual([1, 10, '2026-11-01'])
  await ok(call('PATCH', `visitas_teste/${one.id}`, { valor: 20, clienteId: bia }))
  await undoLast()
  expect([await figures(ana), await figures(bia)]).toEqual([
    [1, 10, '2026-11-01'],
    [0, 0, null],
  ])
  await ok(call('DELETE', `visitas_teste/${one.id}?lojaId=1`))
  expect(await figures(ana)).toEqual([0, 0, null])
  await undoLast()
  expect(await figures(ana)).toEqual([1, 10, '2026-11-01'])
})

it('stands again as it is with a record whose removal is undone', async () => {
  await visit(ana)
  await ok(call('DELETE', `clientes_teste/${ana}?lojaId=1`))
  await undoLast()
  const [{ clienteId } = {}] = await ok<{ clienteId: number | null }[]>(
    call('GET', `visitas_teste?lojaId=1&filter=${encodeURIComponent(JSON.stringify({ order: ['id DESC'], limit: 1 }))}`),
  )
  expect(await figures(ana)).toEqual(clienteId === ana ? [1, 10, '2026-11-01'] : [0, 0, null])
})

it('follows a mass change and an import, and lists are filtered and ordered by it', async () => {
  const nome = (await ok<{ nome: string }>(call('GET', `clientes_teste/${ana}?lojaId=1`))).nome
  const file = `nome;cliente;dia;valor;paga\nA ${nome};${nome};01/11/2026;10;sim\nB ${nome};${nome};07/11/2026;5,5;sim\n`
  expect((await importText(shop, 'visitas-teste', file, caller)).statuses).toEqual(['created', 'created'])
  expect(await figures(ana)).toEqual([2, 15.5, '2026-11-07'])
  await undoLast()
  expect(await figures(ana)).toEqual([0, 0, null])
  await importText(shop, 'visitas-teste', file, caller)
  const registros = { where: { clienteId: ana } }
  expect(await ok(call('POST', 'visitas_teste/alterarVarios', { registros, dados: { paga: false } }))).toMatchObject({
    alterados: 2,
  })
  expect(await figures(ana)).toEqual([2, 0, '2026-11-07'])
  const filter = encodeURIComponent(
    JSON.stringify({ where: { visitas: { gte: 2 }, ultima: '2026-11-07' }, order: ['visitas DESC'] }),
  )
  expect(await ok<{ id: number }[]>(call('GET', `clientes_teste?lojaId=1&filter=${filter}`))).toMatchObject([{ id: ana }])
})

it('is worked out of what stands when the tables are brought to the definitions, each store by itself', async () => {
  const { database, model } = shop
  const old = await database.system.query(`INSERT INTO clientes_teste ("lojaId", nome) VALUES (2, 'Antiga') RETURNING id`)
  await database.system.query(
    `INSERT INTO visitas_teste ("lojaId", nome, "clienteId", dia, valor, paga) VALUES (2, 'V', $1, '2025-01-02', 7, true)`,
    [old.rows[0]?.id],
  )
  await database.asOwner(q => fillFigures(q, model))
  const { rows } = await database.system.query(
    'SELECT visitas, gasto::float, ultima::text FROM clientes_teste WHERE "lojaId" = 2',
  )
  expect(rows.map(row => ({ ...row, visitas: Number(row.visitas) }))).toEqual([{ visitas: 1, gasto: 7, ultima: '2025-01-02' }])
})
