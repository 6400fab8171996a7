import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordWaysReply } from '../../../src/api/record.ts'
import { readModel } from '../../../src/model/read.ts'
import { startNoticeWorker } from '../../../src/server/features/notices/noticeWorker.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { openShop, type Shop, type TestCaller } from '../fixtures/shop.ts'

/** Expenses that others approve: above an amount one person, to be written off two. */

const definition = {
  title: 'Despesas',
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 30, personal: false },
    total: { type: 'number', title: 'Total', format: 'money' },
    motivo: { type: 'string', title: 'Motivo', maxLength: 60 },
    aprovada_por: { type: 'string', title: 'Aprovada por', maxLength: 60, readOnly: true },
    estado: {
      type: 'string',
      title: 'Estado',
      oneOf: ['NOVA', 'APROVADA', 'BAIXADA'].map(value => ({ const: value, title: value.toLowerCase() })),
      default: 'NOVA',
      ways: {
        list: [
          {
            id: 'aprovar_despesa',
            title: 'Aprovar a despesa',
            from: ['NOVA'],
            to: 'APROVADA',
            when: 'total > 0.0',
            set: { aprovada_por: 'user.name' },
            approve: { gate: 'contas_ver', above: 'total > 100.0' },
          },
          {
            id: 'baixar',
            title: 'Dar baixa',
            from: ['APROVADA'],
            to: 'BAIXADA',
            ask: ['motivo'],
            approve: { gate: 'contas_ver', people: 2 },
          },
        ],
      },
    },
  },
  required: ['nome'],
}

const clerk: TestCaller = { userId: 1, stores: [1], flags: [] }
const ana: TestCaller = { userId: 2, stores: [1], flags: ['contas_ver'] }
const bia: TestCaller = { userId: 3, stores: [1], flags: ['contas_ver'] }
const stranger: TestCaller = { userId: 4, stores: [2], owner: true }

let shop: Shop
beforeAll(async () => {
  const { model, problems } = readModel([
    ...readDefinitionFiles(),
    { path: 'registers/toys/despesas.schema.json', text: JSON.stringify(definition) },
  ])
  expect(problems).toEqual([])
  shop = await openShop(model)
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira'), ('Segunda')`)
  await shop.database.system.query(
    `INSERT INTO user_lojas ("lojaId", "userId", type, contas_ver) VALUES (1, 2, 2, true), (1, 3, 2, true), (1, 1, 2, false)`,
  )
})
afterAll(() => shop?.close())

let count = 0
const made = async (total: number): Promise<{ id: number }> => {
  count += 1
  return (await shop.as(clerk)('POST', '/api/despesas', { lojaId: 1, nome: `Despesa ${count}`, total })).body as { id: number }
}
const read = async ({ id }: { id: number }) => (await shop.as(clerk)('GET', `/api/despesas/${id}?lojaId=1`)).body
const send = async ({ id }: { id: number }, path: string, who: TestCaller, body: object = {}) => {
  const reply = await shop.as(who)('POST', `/api/despesas/${id}/ways/${path}`, { lojaId: who.stores[0], ...body })
  return [
    reply.status,
    (reply.body as { error?: { code: string }; aviso?: string }).error?.code ?? (reply.body as { aviso: string }).aviso,
  ]
}
const ways = async ({ id }: { id: number }, who: TestCaller) =>
  (await shop.as(who)('GET', `/api/despesas/${id}/ways?lojaId=1`)).body as RecordWaysReply

test('a small one takes its way at once, a large one waits for another person', async () => {
  const small = await made(50)
  expect(await send(small, 'aprovar_despesa', clerk)).toEqual([200, 'Aprovar a despesa: feito'])
  expect(await read(small)).toMatchObject({ estado: 'APROVADA', aprovada_por: 'Pessoa 1' })
  const large = await made(500)
  expect(await send(large, 'aprovar_despesa', clerk)).toEqual([200, 'Aprovar a despesa: espera a aprovação de outra pessoa'])
  expect(await read(large)).toMatchObject({ estado: 'NOVA' })
  expect(await send(large, 'aprovar_despesa', clerk)).toEqual([409, 'way-waiting'])
  expect((await ways(large, clerk)).pedidos).toMatchObject([
    { quem: 'Pessoa 1', estado: 'waiting', decide: false, aprova: false },
  ])
  expect((await ways(large, ana)).pedidos).toMatchObject([{ decide: true, aprova: true, faltam: 1 }])
  expect(await send(large, 'aprovar_despesa/aprovar', clerk)).toEqual([403, 'right-missing'])
  expect(await send(large, 'aprovar_despesa/aprovar', ana)).toEqual([200, 'Aprovar a despesa: feito'])
  expect(await read(large)).toMatchObject({ estado: 'APROVADA', aprovada_por: 'Pessoa 2' })
  expect(await send(large, 'aprovar_despesa/aprovar', bia)).toEqual([404, 'way-none'])
  const { passos, estados } = await ways(large, clerk)
  expect(passos).toMatchObject([{ quem: 'Pessoa 2', texto: '“Aprovar a despesa”: de nova para aprovada' }])
  expect(estados).toMatchObject([
    {
      campo: 'estado',
      tempos: [
        { estado: 'nova', minutos: 0 },
        { estado: 'aprovada', texto: '0 minutos' },
      ],
    },
  ])
})

test('no plain save, change of many or undo goes around it', async () => {
  const large = await made(500)
  const plain = await shop.as(ana)('PATCH', `/api/despesas/${large.id}?lojaId=1`, { estado: 'APROVADA' })
  expect(plain).toMatchObject({ status: 422, body: { error: { code: 'way-approval' } } })
  const many = await shop.as(ana)('POST', '/api/despesas/updateMany', {
    lojaId: 1,
    ids: [large.id],
    data: { estado: 'APROVADA' },
  })
  expect(many).toMatchObject({ status: 422, body: { error: { details: [{ path: '0.estado', code: 'way-approval' }] } } })
  expect(await read(large)).toMatchObject({ estado: 'NOVA' })
})

test('nobody approves their own, and what cannot be taken is not asked for', async () => {
  const empty = await made(0)
  expect(await send(empty, 'aprovar_despesa', ana)).toEqual([422, 'way-closed'])
  const own = await made(500)
  await send(own, 'aprovar_despesa', ana)
  expect(await send(own, 'aprovar_despesa/aprovar', ana)).toEqual([422, 'way-own'])
  expect(await send(own, 'aprovar_despesa/aprovar', stranger)).toEqual([404, 'not-found'])
  expect(await send(own, 'aprovar_despesa/aprovar', bia)).toEqual([200, 'Aprovar a despesa: feito'])
})

test('two people approve where two must, with what was said', async () => {
  const one = await made(50)
  await send(one, 'aprovar_despesa', clerk)
  expect(await send(one, 'baixar', clerk)).toEqual([422, 'way-asks'])
  expect((await send(one, 'baixar', clerk, { values: { motivo: 'Paga duas vezes' } }))[0]).toBe(200)
  expect((await ways(one, ana)).pedidos).toMatchObject([{ ditos: [{ titulo: 'Motivo', texto: 'Paga duas vezes' }], faltam: 2 }])
  expect(await send(one, 'baixar/aprovar', ana)).toEqual([200, 'Aprovado; falta outra pessoa: Dar baixa'])
  expect(await send(one, 'baixar/aprovar', ana)).toEqual([409, 'way-twice'])
  expect(await read(one)).toMatchObject({ estado: 'APROVADA' })
  expect(await send(one, 'baixar/aprovar', bia)).toEqual([200, 'Dar baixa: feito'])
  expect(await read(one)).toMatchObject({ estado: 'BAIXADA', motivo: 'Paga duas vezes' })
  expect((await ways(one, clerk)).passos[0]?.texto).toBe('“Dar baixa”: de aprovada para baixada, Motivo: Paga duas vezes')
})

test('of two who decide at once one is late', async () => {
  const one = await made(500)
  await send(one, 'aprovar_despesa', clerk)
  const replies = await Promise.all([
    send(one, 'aprovar_despesa/aprovar', ana),
    send(one, 'aprovar_despesa/recusar', bia, { motivo: 'Caro' }),
  ])
  expect(replies.map(([status]) => status).toSorted()).toEqual([200, 404])
})

test('a refusal says why, and the request may be made anew', async () => {
  const one = await made(500)
  await send(one, 'aprovar_despesa', clerk)
  expect(await send(one, 'aprovar_despesa/recusar', ana)).toEqual([422, 'required'])
  expect(await send(one, 'aprovar_despesa/recusar', ana, { motivo: 'Caro demais' })).toEqual([
    200,
    'Pedido recusado: Aprovar a despesa',
  ])
  expect((await ways(one, clerk)).pedidos).toMatchObject([{ estado: 'refused', decidiu: 'Pessoa 2', motivo: 'Caro demais' }])
  expect((await send(one, 'aprovar_despesa', clerk))[0]).toBe(200)
})

test('a record that changed since is not approved, and the request says so', async () => {
  const one = await made(500)
  await send(one, 'aprovar_despesa', clerk)
  await shop.as(clerk)('PATCH', `/api/despesas/${one.id}?lojaId=1`, { total: 9000 })
  expect((await ways(one, ana)).pedidos).toMatchObject([{ mudou: true, aprova: false }])
  expect(await send(one, 'aprovar_despesa/aprovar', ana)).toEqual([409, 'way-stale'])
  expect(await read(one)).toMatchObject({ estado: 'NOVA' })
  expect((await ways(one, clerk)).pedidos).toMatchObject([{ estado: 'stale' }])
  expect((await send(one, 'aprovar_despesa', clerk))[0]).toBe(200)
})

/** Notices of a record by now: the oldest first. */
const told = async ({ id }: { id: number }): Promise<string[]> => {
  const worker = startNoticeWorker(shop.database.system, shop.service)
  await worker.deliver()
  await worker.close()
  const { rows } = await shop.database.system.query<{ userId: string; notice: string; text: string }>(
    `SELECT "userId", notice, text FROM system.notices WHERE "lojaId" = 1 AND page = $1 ORDER BY "createdAt", "userId"`,
    [`/despesas/${id}`],
  )
  return rows.map(({ userId, notice, text }) => `${userId} ${notice}: ${text}`)
}

test('those who approve are told, once a request, and whoever asked that it was approved', async () => {
  const one = await made(700)
  await send(one, 'aprovar_despesa', clerk)
  const asked = [
    `2 aprovacao_pedida: Pessoa 1 pede aprovação em Despesas: Aprovar a despesa (Despesa ${count}).`,
    `3 aprovacao_pedida: Pessoa 1 pede aprovação em Despesas: Aprovar a despesa (Despesa ${count}).`,
  ]
  expect(await told(one)).toEqual(asked)
  expect(await told(one)).toEqual(asked)
  await send(one, 'aprovar_despesa/aprovar', ana)
  expect(await told(one)).toEqual([
    ...asked,
    `1 aprovacao_dada: Pessoa 2 aprovou o seu pedido em Despesas: Aprovar a despesa (Despesa ${count}).`,
  ])
  const reply = await shop.as(stranger)('GET', `/api/despesas/${one.id}/ways?lojaId=2`)
  expect(reply.status).toBe(404)
})

test('whoever asked is told of a refusal with its reason, and that the record changed', async () => {
  const one = await made(700)
  await send(one, 'aprovar_despesa', clerk)
  await send(one, 'aprovar_despesa/recusar', ana, { motivo: 'Caro {demais}' })
  const own = async () => (await told(one)).filter(line => line.startsWith('1 '))
  const words = `1 aprovacao_recusada: Pedido recusado por Pessoa 2 em Despesas: Aprovar a despesa (Despesa ${count}). Motivo:`
  expect(await own()).toEqual([`${words} Caro demais`])
  await send(one, 'aprovar_despesa', clerk)
  await shop.as(clerk)('PATCH', `/api/despesas/${one.id}?lojaId=1`, { total: 9000 })
  await send(one, 'aprovar_despesa/aprovar', ana)
  expect(await own()).toEqual([`${words} Caro demais`, `${words} o registro mudou depois do pedido`])
})

test('the first of two approvals tells whoever asked nothing yet; who cannot enter any more hears nothing', async () => {
  const one = await made(50)
  await send(one, 'aprovar_despesa', clerk)
  await send(one, 'baixar', clerk, { values: { motivo: 'Paga' } })
  await send(one, 'baixar/aprovar', ana)
  expect((await told(one)).filter(line => line.startsWith('1 '))).toEqual([])
  await shop.database.system.query('UPDATE user_lojas SET bloqueado = true WHERE "userId" = 1')
  await send(one, 'baixar/aprovar', bia)
  expect((await told(one)).filter(line => line.startsWith('1 '))).toEqual([])
  await shop.database.system.query('UPDATE user_lojas SET bloqueado = false WHERE "userId" = 1')
})
