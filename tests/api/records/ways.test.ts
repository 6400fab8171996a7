import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { importText } from '../fixtures/import.ts'
import { openShop, type Shop, type TestCaller } from '../fixtures/shop.ts'

/** Reservations whose state moves on ways: who takes them, when, what is asked and set. */

const definition = {
  title: 'Reservas',
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 30, personal: false },
    pessoas: { type: 'integer', title: 'Pessoas' },
    mesa: { type: 'string', title: 'Mesa', maxLength: 10 },
    motivo: { type: 'string', title: 'Motivo', maxLength: 60 },
    confirmado_em: { type: 'string', format: 'dateTime', title: 'Confirmado em', readOnly: true },
    confirmado_por: { type: 'string', title: 'Confirmado por', maxLength: 60, readOnly: true },
    eram: { type: 'integer', title: 'Eram' },
    estado: {
      type: 'string',
      title: 'Estado',
      oneOf: ['PENDENTE', 'CONFIRMADA', 'SENTADA', 'CANCELADA'].map(value => ({ const: value, title: value.toLowerCase() })),
      default: 'PENDENTE',
      ways: {
        list: [
          {
            id: 'confirmar',
            title: 'Confirmar',
            from: ['PENDENTE'],
            to: 'CONFIRMADA',
            when: 'pessoas > 0 && (before.pessoas == 0 || pessoas <= before.pessoas)',
            message: 'order.items-missing',
            set: { confirmado_em: 'now', confirmado_por: 'user.name', eram: 'before.pessoas' },
          },
          { id: 'sentar', title: 'Sentar', from: ['CONFIRMADA'], to: 'SENTADA', gate: 'estoque_ver', require: ['mesa'] },
          { id: 'cancelar', title: 'Cancelar a reserva', from: ['PENDENTE', 'CONFIRMADA'], to: 'CANCELADA', ask: ['motivo'] },
          { id: 'reabrir', title: 'Reabrir', from: ['CANCELADA'], to: 'PENDENTE', server: true },
        ],
        history: 'passos',
      },
    },
    passos: {
      type: 'array',
      title: 'Passos',
      readOnly: true,
      items: {
        type: 'object',
        properties: { estado: { type: 'string', title: 'Estado' }, motivo: { type: 'string', title: 'Motivo' } },
      },
    },
  },
  required: ['nome'],
}

const load = {
  title: 'Importar reservas',
  path: '/importarReservas',
  gate: 'logged',
  register: 'reservas',
  key: ['nome'],
  columns: ['nome', 'pessoas', 'estado', 'motivo'],
}

const files = Object.entries({ 'registers/toys/reservas.schema.json': definition, 'imports/reservas.json': load }).map(
  ([path, value]) => ({ path, text: JSON.stringify(value) }),
)

interface Reservation {
  readonly id: number
  readonly version: number
  readonly estado: string
  readonly confirmado_por: string | null
  readonly passos: readonly { readonly estado: string; readonly motivo: string | null }[]
}

const owner: TestCaller = { userId: 1, stores: [1], owner: true }
const clerk: TestCaller = { userId: 2, stores: [1], flags: [] }
const waiter: TestCaller = { userId: 3, stores: [1], flags: ['estoque_ver'] }
const stranger: TestCaller = { userId: 4, stores: [2], owner: true }

let shop: Shop
beforeAll(async () => {
  const { model, problems } = readModel([...readDefinitionFiles(), ...files])
  expect(problems).toEqual([])
  shop = await openShop(model)
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira'), ('Segunda')`)
})
afterAll(() => shop?.close())

let count = 0
const made = async (more: object = {}): Promise<Reservation> => {
  count += 1
  const { status, body } = await shop.as(owner)('POST', '/api/reservas', {
    lojaId: 1,
    nome: `Reserva ${count}`,
    pessoas: 4,
    ...more,
  })
  expect([status, body]).toEqual([201, expect.anything()])
  return body as Reservation
}
const read = async ({ id }: Pick<Reservation, 'id'>): Promise<Reservation> =>
  (await shop.as(owner)('GET', `/api/reservas/${id}?lojaId=1`)).body as Reservation
const take = (way: string, { id }: Pick<Reservation, 'id'>, who: TestCaller = owner, body: object = {}) =>
  shop.as(who)('POST', `/api/reservas/${id}/ways/${way}`, { lojaId: who.stores[0], ...body })
const codes = ({ status, body }: { status: number; body: unknown }): unknown => {
  const { error } = body as { error?: { code: string; details?: { path: string; code: string }[] } }
  const told = error?.details?.map(({ path, code }) => [path, code]) ?? []
  return [status, told.length > 0 ? told : error?.code]
}

describe('a way', () => {
  test('sets what it says, by the record as it was, and is written down', async () => {
    const one = await made()
    expect(await take('confirmar', one)).toMatchObject({ status: 200, body: { count: 1, aviso: 'Confirmar: feito' } })
    expect(await read(one)).toMatchObject({
      estado: 'CONFIRMADA',
      confirmado_por: 'Pessoa 1',
      eram: 4,
      passos: [{ estado: 'PENDENTE' }, { estado: 'CONFIRMADA' }],
    })
  })

  test('holds for a plain save, too: what it sets, its condition, and where it begins', async () => {
    const one = await made({ pessoas: 0 })
    const save = (body: object) => shop.as(owner)('PATCH', `/api/reservas/${one.id}?lojaId=1`, body)
    expect(codes(await save({ estado: 'CONFIRMADA' }))).toEqual([422, [['estado', 'order.items-missing']]])
    expect(codes(await save({ estado: 'SENTADA' }))).toEqual([422, [['estado', 'way-unknown']]])
    expect((await save({ estado: 'CONFIRMADA', pessoas: 2 })).status).toBe(200)
    expect(await read(one)).toMatchObject({ estado: 'CONFIRMADA', confirmado_por: 'Pessoa 1', eram: 0 })
  })

  test('compares with the record as it was', async () => {
    const one = await made({ pessoas: 2 })
    const more = await shop.as(owner)('PATCH', `/api/reservas/${one.id}?lojaId=1`, { estado: 'CONFIRMADA', pessoas: 3 })
    expect(codes(more)).toEqual([422, [['estado', 'order.items-missing']]])
  })

  test('is taken by those whom its gate lets through, once what it requires is filled in', async () => {
    const one = await made()
    await take('confirmar', one, clerk)
    expect((await take('sentar', one, clerk)).status).toBe(403)
    const plain = await shop.as(clerk)('PATCH', `/api/reservas/${one.id}?lojaId=1`, { estado: 'SENTADA', mesa: '7' })
    expect(codes(plain)).toEqual([422, [['estado', 'way-gate']]])
    expect(codes(await take('sentar', one, waiter))).toEqual([422, [['mesa', 'way-requires']]])
    await shop.as(clerk)('PATCH', `/api/reservas/${one.id}?lojaId=1`, { mesa: '7' })
    expect((await take('sentar', one, waiter)).status).toBe(200)
  })

  test('asks anew each time, whatever the record says already', async () => {
    const one = await made({ motivo: 'Antigo' })
    expect(codes(await take('cancelar', one))).toEqual([422, [['motivo', 'way-asks']]])
    const plain = (body: object) => shop.as(owner)('PATCH', `/api/reservas/${one.id}?lojaId=1`, body)
    expect(codes(await plain({ estado: 'CANCELADA' }))).toEqual([422, [['motivo', 'way-asks']]])
    expect(codes(await take('cancelar', one, owner, { values: { nome: 'Outro' } }))).toEqual([
      422,
      [['values.nome', 'way-unasked']],
    ])
    expect((await take('cancelar', one, owner, { values: { motivo: 'Chuva' } })).status).toBe(200)
    expect((await read(one)).passos.at(-1)).toMatchObject({ estado: 'CANCELADA', motivo: 'Chuva' })
  })

  test('of the server is offered to nobody', async () => {
    const one = await made()
    await take('cancelar', one, owner, { values: { motivo: 'Chuva' } })
    expect((await take('reabrir', one)).status).toBe(404)
    const plain = await shop.as(owner)('PATCH', `/api/reservas/${one.id}?lojaId=1`, { estado: 'PENDENTE' })
    expect(codes(plain)).toEqual([422, [['estado', 'way-unknown']]])
  })

  test('is taken by one of two people at once; the other is told', async () => {
    const one = await made()
    const replies = await Promise.all([owner, clerk].map(who => take('confirmar', one, who)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(replies.map(codes)).toContainEqual([409, 'way-late'])
    expect((await read(one)).passos).toHaveLength(2)
  })

  test('of another store, or of nothing, is not there', async () => {
    const one = await made()
    expect((await take('confirmar', one, stranger)).status).toBe(404)
    expect((await take('voar', one)).status).toBe(404)
    expect((await take('confirmar', { id: 999_999 })).status).toBe(404)
    expect(await read(one)).toMatchObject({ estado: 'PENDENTE' })
  })

  test('takes several, all or none', async () => {
    const [a, b, empty] = [await made(), await made(), await made({ pessoas: 0 })]
    const all = (ids: readonly number[]) => shop.as(owner)('POST', '/api/reservas/ways/confirmar', { lojaId: 1, ids })
    expect(codes(await all([a.id, empty.id]))).toEqual([422, [['1.estado', 'order.items-missing']]])
    expect(await read(a)).toMatchObject({ estado: 'PENDENTE' })
    expect(await all([a.id, b.id])).toMatchObject({ status: 200, body: { count: 2, aviso: 'Confirmar: 2 registros' } })
    expect(codes(await all([]))).toEqual([404, 'not-found'])
  })

  test('holds for changes of many and for imports', async () => {
    const one = await made({ nome: 'Da planilha' })
    const many = await shop.as(clerk)('POST', '/api/reservas/updateMany', {
      lojaId: 1,
      ids: [one.id],
      data: { estado: 'CANCELADA' },
    })
    expect(codes(many)).toEqual([422, [['0.motivo', 'way-asks']]])
    const send = (text: string) => importText(shop, 'reservas', `nome;pessoas;estado;motivo\n${text}\n`, clerk, { change: true })
    expect(await send('Da planilha;4;sentada;')).toMatchObject({ statuses: ['failed'] })
    expect(await send('Da planilha;4;cancelada;Chuva')).toMatchObject({ statuses: ['changed'], texts: {} })
    expect((await read(one)).passos.at(-1)).toMatchObject({ estado: 'CANCELADA', motivo: 'Chuva' })
  })

  test('is taken back by who could take it, and by nobody else', async () => {
    const one = await made({ mesa: '7' })
    await take('confirmar', one)
    const act = async (way: string, who: TestCaller) => {
      const action = randomUUID()
      expect(
        (await shop.as(who)('POST', `/api/reservas/${one.id}/ways/${way}`, { lojaId: 1 }, { 'x-action': action })).status,
      ).toBe(200)
      return action
    }
    const seated = await act('sentar', waiter)
    const back = (action: string, who: TestCaller) => shop.as(who)('POST', `/api/atividade/${action}/desfazer`, { lojaId: 1 })
    const former: TestCaller = { ...waiter, flags: [] }
    expect((await back(seated, former)).body).toMatchObject({ desfeitos: 0, recusados: [{ id: String(one.id) }] })
    expect((await back(seated, waiter)).body).toMatchObject({ desfeitos: 1, recusados: [] })
    expect(await read(one)).toMatchObject({ estado: 'CONFIRMADA', passos: [{}, { estado: 'CONFIRMADA' }] })
  })
})
