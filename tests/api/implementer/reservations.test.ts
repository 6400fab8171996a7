import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../../src/base/paper/fixtures/readPdf.ts'
import { type ReadModel, readModel } from '../../../src/model/read.ts'
import { automationJobs } from '../../../src/server/jobs/automationJobs.ts'
import { endThreads } from '../../../src/server/threads/inWorker.ts'
import { keepShippedRoles } from '../../../src/server/write/store/shippedRoles.ts'
import { layeredFiles, sampleLayer } from '../../fixtures/layeredFolder.ts'
import { type AutomatedShop, openAutomatedShop } from '../automations/automatedShop.ts'
import { noticeCalls } from '../notices/noticeCalls.ts'

/** A restaurant that takes reservations, made by an implementer in a folder of their own: `tests/fixtures/layers/cantina`. */

let read: ReadModel
let shop: AutomatedShop
let host: string
const tables = { window: 0, garden: 0 }

beforeAll(async () => {
  read = readModel(layeredFiles('cantina'))
  expect(read.problems).toEqual([])
  shop = await openAutomatedShop(read.model)
  const { server, stores, tokens } = shop
  await server.context.database.asOwner(q => keepShippedRoles(q, read.model))
  const roles = await listed('papeis')
  const papelId = roles.find(({ nome }) => nome === 'Recepção')?.id
  host = await server.enterStore('recepcao', stores.ours, { email: 'recepcao@x.br' })
  const place = (await listed('user_lojas')).find(({ email }) => email === 'recepcao@x.br')
  const given = await server.call(tokens.dona, 'PATCH', `/api/user_lojas/${place?.id}?lojaId=${stores.ours}`, { papelId })
  expect(given.statusCode, given.body).toBe(200)
  tables.window = await made('x_can_mesas', { nome: 'Janela', lugares: 4 })
  tables.garden = await made('x_can_mesas', { nome: 'Jardim', lugares: 8 })
})
afterAll(async () => {
  await shop?.close()
  await endThreads()
})

interface Listed {
  readonly id: number
  readonly [field: string]: unknown
}
const listed = async (register: string, token = shop.tokens.dona): Promise<Listed[]> =>
  (await shop.server.call(token, 'GET', `/api/${register}/list?lojaId=${shop.stores.ours}`)).json()
const save = (register: string, values: object, token = shop.tokens.dona) =>
  shop.call(token, register, { lojaId: shop.stores.ours, ...values })
async function made(register: string, values: object, token?: string): Promise<number> {
  const reply = await save(register, values, token)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().id
}
const problems = async (
  reply: Promise<{ json(): { error: { details: { path: string; code: string }[] } } }>,
): Promise<string[]> => (await reply).json().error.details.map(({ path, code }) => `${path} ${code}`)

const begun = Date.now()
const later = (minutes: number): string => new Date(begun + minutes * 60_000).toISOString()
/** Days ahead, so that bookings of one test are in no other's way. */
const evening = (days: number, fromHour: number, hours = 2) => ({
  inicio: later(days * 1440 + fromHour * 60),
  fim: later(days * 1440 + (fromHour + hours) * 60),
})
const booking = (values: object) => ({ nome: 'Ana Lima', pessoas: 2, mesaId: tables.window, ...values })
const go = async (id: number, way: string, values: object = {}, token = host) =>
  shop.server.call(token, 'POST', `/api/x_can_reservas/${id}/ways/${way}?lojaId=${shop.stores.ours}`, { values })

test('no code was written for it', () => {
  const files = readdirSync(sampleLayer('cantina'), { recursive: true, encoding: 'utf8', withFileTypes: true })
  const kinds = files.filter(file => file.isFile()).map(({ name }) => name.slice(name.lastIndexOf('.')))
  expect(new Set(kinds)).toEqual(new Set(['.json', '.sql']))
})

describe('a reservation', () => {
  test('has a number, states, and reasons where one is refused', async () => {
    const id = await made('x_can_reservas', booking(evening(1, 0)), host)
    const { codigo, status } = (await listed('x_can_reservas', host)).find(one => one.id === id) ?? { codigo: '', status: '' }
    expect([codigo, status]).toEqual([expect.stringMatching(/^RES-\d{4}-\d{4}$/), 'PENDENTE'])
    expect(await problems(go(id, 'recusar'))).toEqual(['motivo way-asks'])
    expect((await go(id, 'sentar')).statusCode).not.toBe(200)
    expect((await go(id, 'recusar', { motivo: 'Casa cheia' })).statusCode).toBe(200)
    expect((await listed('x_can_reservas', host)).find(one => one.id === id)).toMatchObject({
      status: 'RECUSADA',
      motivo: 'Casa cheia',
    })
  })

  test('never shares its table, not even of ten that come at once; what was cancelled is free', async () => {
    const time = evening(2, 0)
    const replies = await Promise.all(Array.from({ length: 10 }, () => save('x_can_reservas', booking(time), host)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(422)])
    expect(await problems(save('x_can_reservas', booking(evening(2, 1)), host))).toEqual(['inicio x_can.ocupada'])
    await made('x_can_reservas', booking(evening(2, 2)), host)
    await made('x_can_reservas', booking({ ...time, mesaId: tables.garden }), host)
    const id = replies.find(({ statusCode }) => statusCode === 201)?.json().id
    expect((await go(id, 'cancelar', { motivo: 'Chuva' })).statusCode).toBe(200)
    await made('x_can_reservas', booking(time), host)
  })

  test('asks for no more people than its table has places', async () => {
    const many = booking({ ...evening(3, 0), pessoas: 5 })
    expect(await problems(save('x_can_reservas', many, host))).toEqual(['pessoas x_can.lugares'])
  })

  test('stands in a calendar by table', () => {
    expect(read.model.registers.x_can_reservas?.views.looks).toMatchObject({
      calendar: { at: 'inicio', until: 'fim', by: 'mesaId' },
    })
  })

  test('counts for its guest once they came', async () => {
    const clienteId = await made('parceiros', { nome_fantasia: 'Bia', cliente: true, x_can_restricoes: 'Sem glúten' })
    const id = await made('x_can_reservas', booking({ ...evening(4, 0), clienteId }), host)
    for (const way of ['confirmar', 'sentar']) expect((await go(id, way)).statusCode).toBe(200)
    const guest = (await listed('parceiros')).find(one => one.id === clienteId)
    expect(guest).toMatchObject({ x_can_reservas: 1, x_can_restricoes: 'Sem glúten' })
  })
})

describe('automation', () => {
  const tick = async (): Promise<void> => {
    for (const job of automationJobs) await job.run({ ...shop.server.context.service, signal: new AbortController().signal })
    await shop.work()
  }

  test('reminds guest and staff an hour before, of what is confirmed', async () => {
    await shop.switchOn('x_can_lembrete')
    const soon = { inicio: later(59), fim: later(119), email: 'cida@x.br' }
    const id = await made('x_can_reservas', booking({ ...soon, nome: 'Cida' }), host)
    await made('x_can_reservas', booking({ ...soon, nome: 'Davi', mesaId: tables.garden }), host)
    expect((await go(id, 'confirmar')).statusCode).toBe(200)
    await tick()
    await tick()
    const pages = (await noticeCalls(shop.server).of(host)).map(({ pagina }) => pagina)
    expect(pages).toEqual([`/x_can_reservas/${id}`])
    expect((await shop.post.next('cida@x.br')).text).toContain('mesa Janela')
  })

  test('tells the till which table was opened', async () => {
    const secret = await shop.switchOn('x_can_mesa_aberta', '/caixa')
    expect(secret).toMatch(/^whsec_/)
    const id = await made('x_can_reservas', booking({ ...evening(5, 0), pessoas: 3 }), host)
    for (const way of ['confirmar', 'sentar']) await go(id, way)
    await shop.work()
    const calls = shop.receiver.calls.filter(({ path }) => path === '/caixa').map(({ body }) => JSON.parse(body).data)
    expect(calls).toEqual([{ reserva: expect.stringMatching(/^RES-/), mesa: 'Janela', pessoas: 3 }])
  })
})

describe('a guest', () => {
  const visit = (payload: object) => shop.server.app.inject({ method: 'POST', url: '/api/visitantes/x_can_reservas', payload })
  const asked = { nome: 'Fabi', email: 'fabi@x.br', telefone: '11988887777', pessoas: 2, inicio: evening(50, 0).inicio }
  const sent = (): object => ({ loja: shop.stores.ours, valores: asked, consentimento: true })

  test('books by the public page, confirms by the letter, and gives up by its link', async () => {
    expect((await visit(sent())).statusCode).toBe(404)
    const { server, stores, tokens } = shop
    const opened = await server.call(tokens.dona, 'PATCH', `/api/loja_perfil/${stores.ours}?lojaId=${stores.ours}`, {
      reservas_online: true,
    })
    expect(opened.statusCode, opened.body).toBe(200)
    const told = await visit(sent())
    expect(told.statusCode, told.body).toBe(200)
    expect(await problems(visit({ ...sent(), consentimento: false }))).toEqual(['consentimento visit.consent-required'])
    const mine = async () => (await listed('x_can_reservas', host)).find(({ nome }) => nome === 'Fabi')
    expect(await mine()).toMatchObject({ status: 'PEDIDA', fim: evening(50, 0).fim })
    await shop.work()
    const letter = await shop.post.next('fabi@x.br')
    const chave = decodeURIComponent(/x_can_reserva\?chave=([^\s"<]+)/.exec(letter.text)?.[1] ?? '')
    const go = (passo: string) =>
      server.app.inject({ method: 'POST', url: '/api/visitantes/registro', payload: { chave, passo } })
    expect((await go('verificar')).statusCode).toBe(200)
    expect(await mine()).toMatchObject({ status: 'PENDENTE' })
    expect((await go('desistir')).json()).toMatchObject({ passos: [] })
    expect(await mine()).toMatchObject({ status: 'CANCELADA' })
  })

  test('fills nothing but what the layer names', async () => {
    const more = { ...asked, nome: 'Gil', email: 'gil@x.br', mesaId: tables.window, status: 'CONFIRMADA', codigo: 'RES-1' }
    expect((await visit({ ...sent(), valores: more })).statusCode).toBe(200)
    const made = (await listed('x_can_reservas', host)).find(({ nome }) => nome === 'Gil')
    expect(made).toMatchObject({ status: 'PEDIDA', mesaId: null, codigo: expect.stringMatching(/^RES-\d{4}-/) })
  })
})

test('its card is printed once it is confirmed', async () => {
  const id = await made('x_can_reservas', booking({ ...evening(6, 0), nome: 'Eva' }), host)
  const card = `/api/x_can_reservas/${id}/documents/x_can_cartao.pdf?lojaId=${shop.stores.ours}`
  expect((await shop.server.call(host, 'GET', card)).statusCode).toBe(422)
  await go(id, 'confirmar')
  const reply = await shop.server.call(host, 'GET', card)
  expect(readPdf(reply.rawPayload)[0]?.lines).toEqual(expect.arrayContaining(['Reservado para Eva', 'Mesa: Janela']))
})

test('its role opens reservations and nothing that it does not name', async () => {
  const status = async (path: string, token: string) =>
    (await shop.server.call(token, 'GET', `/api/${path}/list?lojaId=${shop.stores.ours}`)).statusCode
  expect([await status('x_can_reservas', host), await status('Conta', host)]).toEqual([200, 403])
  expect(await status('x_can_reservas', shop.tokens.caixa)).toBe(403)
  expect((await save('x_can_mesas', { nome: 'Varanda', lugares: 2 }, host)).statusCode).toBe(403)
  expect(await status('x_can_reservas', shop.tokens.outra)).toBe(403)
})

test('its report adds up what was confirmed, for who may see it', async () => {
  const id = await made('x_can_reservas', booking({ ...evening(40, 0), pessoas: 4 }), host)
  await go(id, 'confirmar')
  const query = `lojaId=${shop.stores.ours}&startDate=${later(39 * 1440)}&endDate=${later(41 * 1440)}`
  const ask = (token: string) => shop.server.call(token, 'GET', `/api/Relatorio/x_can_ocupacao?${query}`)
  expect((await ask(host)).json()).toMatchObject({ reservas: 1, mesas: [{ mesa: 'Janela', reservas: 1, pessoas: 4 }] })
  expect((await ask(shop.tokens.caixa)).statusCode).toBe(403)
})
