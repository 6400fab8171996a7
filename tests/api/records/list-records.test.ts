import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import type { NotedChange } from '../../../src/server/service.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { openShop, type Shop, type TestReply } from '../fixtures/shop.ts'

/** Rows of a list that are records of a register of their own: what their definition says holds however they are saved. */

const access = { all: 'logged' }
const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 40, ...more })
const day = (title: string, more: object = {}) => ({ type: 'string', format: 'date', title, ...more })
const money = (title: string, more: object = {}) => ({ type: 'number', format: 'money', title, ...more })
const to = (title: string, register: string, as: string) => ({ type: 'integer', title, reference: { to: register, as } })
const count = (title: string, register: string, by: string, where?: object) => ({
  type: 'integer',
  title,
  readOnly: true,
  rollup: { register, by, count: true, ...(where ? { where } : {}) },
})

const registers = {
  pecas_teste: {
    title: 'Peças de teste',
    type: 'object',
    register: { scope: 'store', label: 'nome', access },
    properties: {
      nome: text('Nome'),
      vezes: count('Vezes', 'alugados_teste', 'pecaId'),
      fora: count('Fora', 'alugados_teste', 'pecaId', { situacao: 'CONFIRMADO' }),
    },
    required: ['nome'],
  },
  alugueis_teste: {
    title: 'Aluguéis de teste',
    type: 'object',
    register: {
      scope: 'store',
      label: 'nome',
      access,
      locked: { when: "situacao == 'DEVOLVIDO'", message: 'aluguel_teste.fechado' },
    },
    properties: {
      nome: text('Nome'),
      de: day('De'),
      ate: day('Até'),
      dias: { type: 'integer', title: 'Dias', stored: false, compute: 'empty(de) || empty(ate) ? 0 : daysBetween(de, ate) + 1' },
      total: money('Total', { compute: 'sum(itens.map(i, i.subtotal))' }),
      alugados: count('Alugados', 'alugados_teste', 'aluguelId'),
      situacao: {
        type: 'string',
        title: 'Situação',
        default: 'ABERTO',
        oneOf: ['ABERTO', 'CONFIRMADO', 'DEVOLVIDO'].map(value => ({ const: value, title: value })),
        ways: {
          list: [
            { id: 'confirmar', title: 'Confirmar', from: ['ABERTO'], to: 'CONFIRMADO' },
            { id: 'devolver', title: 'Devolver', from: ['CONFIRMADO'], to: 'DEVOLVIDO' },
          ],
        },
      },
      itens: { type: 'array', title: 'Itens', list: { register: 'alugados_teste', by: 'aluguelId' } },
    },
    required: ['nome'],
  },
  alugados_teste: {
    title: 'Alugados de teste',
    type: 'object',
    register: {
      scope: 'store',
      label: 'numero',
      access,
      noOverlap: [
        { from: 'de', to: 'ate', same: ['pecaId'], when: "situacao == 'CONFIRMADO'", message: 'aluguel_teste.ocupada' },
      ],
    },
    properties: {
      numero: text('Número', { readOnly: true, numbering: 'IT-{0000}' }),
      aluguelId: to('Aluguel', 'alugueis_teste', 'aluguel'),
      pecaId: to('Peça', 'pecas_teste', 'peca'),
      de: day('De', { compute: 'parent.de' }),
      ate: day('Até', { compute: 'parent.ate' }),
      situacao: text('Situação', { compute: 'parent.situacao' }),
      diaria: money('Diária'),
      subtotal: money('Subtotal', { compute: 'diaria * parent.dias' }),
    },
    required: ['pecaId', 'diaria'],
  },
}

const messages = {
  'aluguel_teste.ocupada': { text: 'A peça já está alugada ({other}).', kind: 'validation' },
  'aluguel_teste.fechado': { text: 'Um aluguel devolvido não muda mais.', kind: 'error' },
}

interface Rental {
  readonly id: number
  readonly version: number
  readonly total: number
  readonly alugados: number
  readonly itens: readonly Row[]
}
interface Row {
  readonly id: number
  readonly version: number
  readonly numero: string
  readonly de: string | null
  readonly subtotal: number
  readonly situacao: string
}

let shop: Shop
const noted: NotedChange[] = []
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<TestReply> =>
  shop.as({ userId: 1, stores: [1], owner: true })(method, `/api/${path}`, body && { lojaId: 1, ...body })

async function ok<T>(answer: Promise<TestReply>): Promise<T> {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return body as T
}
const refusal = async (answer: Promise<TestReply>): Promise<unknown> => {
  const { status, body } = (await answer) as TestReply<{ error: { code: string; details?: { path: string; code: string }[] } }>
  const { code, details = [] } = body.error
  return [status, ...(details.length > 0 ? details.map(each => `${each.path} ${each.code}`) : [code])]
}

const rent = (de: string, ate: string, rows: readonly object[], more: object = {}): Promise<Rental> =>
  ok(call('POST', 'alugueis_teste', { nome: 'Festa', de, ate, itens: rows, ...more }))
const take = (id: number, way: string) => call('POST', `alugueis_teste/${id}/ways/${way}`, {})
const read = (id: number): Promise<Rental> => ok(call('GET', `alugueis_teste/${id}?lojaId=1`))
const item = (pecaId: number, more: object = {}) => ({ pecaId, diaria: 10, ...more })
const figures = async (id: number): Promise<unknown> => {
  const { vezes, fora } = await ok<{ vezes: number; fora: number }>(call('GET', `pecas_teste/${id}?lojaId=1`))
  return [vezes, fora]
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
    { path: 'messages/aluguel_teste.json', text: JSON.stringify({ messages }) },
  ])
  expect(problems).toEqual([])
  shop = await openShop(model)
  Object.assign(shop.service, {
    noteChanges: (_: unknown, changes: readonly NotedChange[]) => {
      noted.push(...changes)
    },
  })
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira')`)
})
afterAll(() => shop?.close())

let chair = 0
let table = 0
beforeEach(async () => {
  chair = (await ok<{ id: number }>(call('POST', 'pecas_teste', { nome: 'Cadeira' }))).id
  table = (await ok<{ id: number }>(call('POST', 'pecas_teste', { nome: 'Mesa' }))).id
})

it('refuses rows that overlap, sent with their record or moved by what it says', async () => {
  const first = await rent('2026-03-01', '2026-03-03', [item(chair)])
  const second = await rent('2026-03-03', '2026-03-05', [item(table), item(chair)])
  await ok(take(first.id, 'confirmar'))
  expect(await refusal(take(second.id, 'confirmar'))).toEqual([422, 'itens.1.de aluguel_teste.ocupada'])
  await ok(call('PATCH', `alugueis_teste/${second.id}`, { de: '2026-03-04' }))
  await ok(take(second.id, 'confirmar'))
  const back = call('PATCH', `alugueis_teste/${second.id}`, { de: '2026-03-02' })
  expect(await refusal(back)).toEqual([422, 'itens.1.de aluguel_teste.ocupada'])
  const third = await rent('2026-03-01', '2026-03-01', [])
  await ok(take(third.id, 'confirmar'))
  const added = call('PATCH', `alugueis_teste/${third.id}`, { itens: [item(chair)] })
  expect(await refusal(added)).toEqual([422, 'itens.0.de aluguel_teste.ocupada'])
})

it('numbers rows, counts them, and tells of them', async () => {
  noted.length = 0
  const made = await rent('2026-04-01', '2026-04-02', [item(chair), item(table)])
  const [first, second] = made.itens
  const numbers = made.itens.map(({ numero }) => Number(/^IT-(\d{4})$/.exec(numero)?.[1]))
  expect(numbers).toEqual([numbers[0], Number(numbers[0]) + 1])
  expect([await figures(chair), await figures(table)]).toEqual([
    [1, 0],
    [1, 0],
  ])
  expect(made).toMatchObject({ alugados: 2, total: 40 })
  expect(await read(made.id)).toMatchObject({ version: made.version, alugados: 2, total: 40 })
  const ofRows = () => noted.splice(0).filter(({ register }) => register === 'alugados_teste')
  expect(ofRows()).toEqual(made.itens.map(({ id }) => expect.objectContaining({ id: String(id), as: 'made' })))

  await ok(take(made.id, 'confirmar'))
  expect(await figures(chair)).toEqual([1, 1])
  const before = expect.objectContaining({ situacao: 'ABERTO' })
  expect(ofRows()).toContainEqual(expect.objectContaining({ id: String(first?.id), as: undefined, before }))
  const itens = [
    { id: first?.id, deletar: true },
    { id: second?.id, pecaId: chair },
  ]
  const changed = await ok<Rental>(call('PATCH', `alugueis_teste/${made.id}`, { itens }))
  expect(changed).toMatchObject({ version: (await read(made.id)).version, alugados: 1 })
  expect([await figures(chair), await figures(table)]).toEqual([
    [1, 1],
    [0, 0],
  ])
  expect(ofRows()).toContainEqual(expect.objectContaining({ id: String(first?.id), as: 'removed' }))
  await undoLast()
  expect([await figures(chair), await figures(table)]).toEqual([
    [1, 1],
    [1, 1],
  ])
  expect(await read(made.id)).toMatchObject({ alugados: 2 })

  noted.length = 0
  await ok(call('DELETE', `alugueis_teste/${made.id}?lojaId=1`))
  expect(await figures(chair)).toEqual([0, 0])
  expect(ofRows().map(({ as }) => as)).toEqual(['removed', 'removed'])
  await undoLast()
  expect(await figures(chair)).toEqual([1, 1])
  expect(await read(made.id)).toMatchObject({ alugados: 2 })
})

it('computes a row that is saved by itself under the record that it belongs to', async () => {
  const made = await rent('2026-05-01', '2026-05-04', [item(chair)])
  await ok(take(made.id, 'confirmar'))
  const row = await ok<Row>(call('POST', 'alugados_teste', { aluguelId: made.id, ...item(table) }))
  expect(row).toMatchObject({ de: '2026-05-01', ate: '2026-05-04', situacao: 'CONFIRMADO', subtotal: 40 })
  expect(await read(made.id)).toMatchObject({ total: 80, alugados: 2 })
  const dearer = await ok<Row>(call('PATCH', `alugados_teste/${row.id}`, { diaria: 20, version: row.version }))
  expect(dearer).toMatchObject({ de: '2026-05-01', subtotal: 80, version: row.version + 1 })
  expect(await read(made.id)).toMatchObject({ total: 120 })
  const history = await ok<{ acao: string; depois: object }[]>(call('GET', `alugados_teste/${row.id}/historico?lojaId=1`))
  expect(history.map(({ acao }) => acao)).toEqual(['alterar', 'criar'])

  const other = await rent('2026-05-04', '2026-05-05', [])
  await ok(take(other.id, 'confirmar'))
  const twice = call('POST', 'alugados_teste', { aluguelId: other.id, ...item(table) })
  expect(await refusal(twice)).toEqual([422, 'de aluguel_teste.ocupada'])
  const moved = call('PATCH', `alugados_teste/${made.itens[0]?.id}`, { pecaId: table })
  expect(await refusal(moved)).toEqual([422, 'de aluguel_teste.ocupada'])
})

it('leaves the rows of a locked record alone', async () => {
  const made = await rent('2026-06-01', '2026-06-02', [item(chair)])
  const open = await rent('2026-06-01', '2026-06-02', [item(table)])
  await ok(take(made.id, 'confirmar'))
  await ok(call('PATCH', `alugados_teste/${made.itens[0]?.id}`, { diaria: 11 }))
  await ok(take(made.id, 'devolver'))
  const row = `alugados_teste/${made.itens[0]?.id}`
  for (const answer of [
    call('POST', 'alugados_teste', { aluguelId: made.id, ...item(table) }),
    call('PATCH', row, { diaria: 12 }),
    call('PATCH', row, { aluguelId: open.id }),
    call('PATCH', `alugados_teste/${open.itens[0]?.id}`, { aluguelId: made.id }),
    call('DELETE', `${row}?lojaId=1`),
  ])
    expect(await refusal(answer)).toEqual([422, 'aluguel_teste.fechado'])
  expect(await read(made.id)).toMatchObject({ total: 22, alugados: 1 })
})
