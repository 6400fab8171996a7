import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { productModel } from '../fixtures/product.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Times of a day at which a table is free, told to strangers, and what they say of a store without a name. */
let server: TestServer
let ours: number
let other: number
let owner: string
beforeAll(async () => {
  server = await openServer(productModel())
  ours = await server.addStore('Cantina')
  other = await server.addStore('Outra')
  owner = await server.enterStore('dona', ours, { type: 1 })
  await sql(
    `UPDATE lojas SET reservas_online = true, reservas_abre = '18:00', reservas_fecha = '22:00', avaliacoes_online = id = $1 WHERE id = ANY ($2)`,
    ours,
    [ours, other],
  )
})
afterAll(() => server?.close())
beforeEach(async () => {
  await sql('DELETE FROM system.rate_counts')
  await sql('DELETE FROM salao_reservas')
  await sql('DELETE FROM salao_mesas')
})

const sql = async (text: string, ...params: unknown[]) =>
  (await server.context.database.system.query<Record<string, unknown>>(text, params)).rows
const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
const at = (clock: string) => new Date(`${day}T${clock}:00-03:00`).toISOString()
const addTable = async (nome: string, lugares: number, lojaId = ours) =>
  (
    await sql(
      `INSERT INTO salao_mesas ("lojaId", nome, lugares, ativa) VALUES ($1, $2, $3, true) RETURNING id`,
      lojaId,
      nome,
      lugares,
    )
  )[0]?.id
const book = (values: object, lojaId = ours) =>
  sql(
    `INSERT INTO salao_reservas ("lojaId", nome, inicio, fim, pessoas, "mesaId", status)
     SELECT $1, 'Fulana de Tal', v.inicio, v.inicio + interval '2 hours', 2, v.mesa, v.status
     FROM jsonb_to_record($2) AS v (inicio timestamptz, mesa bigint, status text)`,
    lojaId,
    JSON.stringify(values),
  )
const ask = (dia = day, valores: string | undefined = '{"pessoas":2}', loja = ours) =>
  server.app.inject({
    url: `/api/visitantes/salao_reservas/livres?loja=${loja}&dia=${dia}${valores === undefined ? '' : `&valores=${encodeURIComponent(valores)}`}`,
  })
const clocks = async (...given: Parameters<typeof ask>): Promise<string[]> =>
  (await ask(...given)).json().horarios.map((one: { hora: string }) => one.hora)

const evening = ['18:00', '18:30', '19:00', '19:30', '20:00', '20:30', '21:00', '21:30']

test('the store books no moment that passed; what began may still change in all but its moment', async () => {
  const write = (method: 'POST' | 'PATCH', path: string, values: object) =>
    server.call(owner, method, `/api/salao_reservas${path}`, { lojaId: ours, ...values })
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const add = (minutes: number) => write('POST', '', { nome: 'Ana', pessoas: 2, inicio: ago(minutes) })
  const refused = await add(90)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().error.details).toMatchObject([{ path: 'inicio', message: 'Este dia e hora já passaram: confira a data' }])
  expect((await add(30)).statusCode).toBe(201)
  await book({ inicio: ago(300), mesa: null, status: 'CONFIRMADA' })
  const [old] = await sql(`SELECT id, version FROM salao_reservas WHERE status = 'CONFIRMADA'`)
  const change = (values: object) => write('PATCH', `/${old?.id}`, values)
  expect((await change({ observacao: 'Chegaram tarde' })).statusCode).toBe(200)
  expect((await change({ inicio: ago(200) })).statusCode).toBe(422)
  expect((await server.call(owner, 'POST', `/api/salao_reservas/${old?.id}/ways/faltou?lojaId=${ours}`, {})).statusCode).toBe(200)
})

test('a reservation that is moved keeps its length, unless its end is said', async () => {
  const write = (method: 'POST' | 'PATCH', path: string, values: object) =>
    server.call(owner, method, `/api/salao_reservas${path}`, { lojaId: ours, ...values })
  const { id } = (await write('POST', '', { nome: 'Ana', pessoas: 2, inicio: at('20:00'), fim: at('21:30') })).json()
  const moved = async (values: object) => {
    const reply = await write('PATCH', `/${id}`, values)
    expect(reply.statusCode, reply.body).toBe(200)
    const { inicio, fim } = reply.json()
    return [inicio, fim]
  }
  const next = (clock: string) => new Date(Date.parse(at(clock)) + 86_400_000).toISOString()
  expect(await moved({ inicio: at('18:00') })).toEqual([at('18:00'), at('19:30')])
  expect(await moved({ inicio: next('20:00') })).toEqual([next('20:00'), next('21:30')])
  expect(await moved({ inicio: next('19:00'), fim: next('19:30') })).toEqual([next('19:00'), next('19:30')])
  expect(await moved({ inicio: next('20:00'), fim: null })).toEqual([next('20:00'), next('22:00')])
  expect((await write('PATCH', `/${id}`, { fim: next('19:30') })).statusCode).toBe(422)
})

test('days of the week without reservations have no times; a night is of the day on which it began', async () => {
  const open = async (reservas_semana: number[], reservas_abre: string | null, reservas_fecha: string | null) => {
    const values = { reservas_semana, reservas_abre, reservas_fecha }
    expect((await server.call(owner, 'PATCH', `/api/loja_perfil/${ours}`, values)).statusCode).toBe(200)
  }
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  const others = [0, 1, 2, 3, 4, 5, 6].filter(one => one !== weekday)
  const visit = async (clock: string) => {
    const valores = { nome: 'Ana', email: 'ana@x.br', telefone: '11988887777', inicio: at(clock), pessoas: 2 }
    const payload = { loja: ours, valores, consentimento: true }
    const reply = await server.app.inject({ method: 'POST', url: '/api/visitantes/salao_reservas', payload })
    return reply.json().error?.details[0].code
  }
  try {
    await open([weekday], '18:00', '22:00')
    expect([await clocks(), await visit('20:00')]).toEqual([evening, undefined])
    await open(others, '18:00', '22:00')
    expect([await clocks(), await visit('20:00')]).toEqual([[], 'reserva.dia-fechado'])
    await open([weekday], '21:00', '01:00')
    expect(await clocks()).toEqual(['21:00', '21:30', '22:00', '22:30', '23:00', '23:30'])
    await open(others, '21:00', '01:00')
    expect(await clocks()).toEqual(['00:00', '00:30'])
    // One end of the hours alone holds as well.
    await open([], '22:30', null)
    expect(await clocks()).toEqual(['22:30', '23:00', '23:30'])
    await open([], null, '01:00')
    expect(await clocks()).toEqual(['00:00', '00:30'])
  } finally {
    await open([], '18:00', '22:00')
  }
})

test('a store without tables offers the times of its hours', async () => {
  expect(await clocks()).toEqual(evening)
  expect((await ask()).json().horarios[0]).toEqual({ hora: '18:00', momento: at('18:00') })
})

test('a time is free while a table that is large enough is', async () => {
  const small = await addTable('Pequena', 2)
  await addTable('Grande', 6)
  await book({ inicio: at('19:00'), mesa: small, status: 'CONFIRMADA' })
  expect(await clocks()).toEqual(evening)
  expect(await clocks(day, '{"pessoas":7}')).toEqual([])
  expect(await clocks(day, '{"pessoas":6}')).toEqual(evening)
  // Somebody without a table yet takes up any.
  await book({ inicio: at('20:00'), mesa: null, status: 'SOLICITADA' })
  expect(await clocks()).toEqual(['18:00', '21:00', '21:30'])
})

test('what was cancelled, is not confirmed yet or belongs to another store takes up nothing', async () => {
  const table = await addTable('Única', 4)
  const foreign = await addTable('Dela', 4, other)
  for (const status of ['CANCELADA', 'RECUSADA', 'A_VERIFICAR', 'FALTOU'])
    await book({ inicio: at('19:00'), mesa: table, status })
  await book({ inicio: at('19:00'), mesa: foreign, status: 'CONFIRMADA' }, other)
  expect(await clocks()).toEqual(evening)
})

test('nothing of guests, tables or counts is told', async () => {
  await book({ inicio: at('19:00'), mesa: await addTable('Varanda', 4), status: 'CONFIRMADA' })
  const reply = await ask()
  expect(Object.keys(reply.json())).toEqual(['horarios'])
  expect(reply.body).not.toMatch(/Fulana|Varanda|19:00/)
})

test('days that passed or are too far have none; odd days and values are refused', async () => {
  expect(await clocks('2020-01-01')).toEqual([])
  expect(await clocks('2099-01-01')).toEqual([])
  expect(await clocks('2026-02-31')).toEqual([])
  for (const dia of ['', 'hoje', '2026-1-1', "2026-01-01' OR 1=1"])
    expect((await ask(encodeURIComponent(dia))).statusCode).toBe(422)
  expect((await ask(day, '[')).statusCode).toBe(400)
  expect((await ask(day, '{"pessoas":{"$gt":1},"nome":"x","lojaId":9}')).statusCode).toBe(200)
  expect((await ask(day, 'x'.repeat(501))).statusCode).toBe(422)
})

test('a closed page tells no times, and one network asks so often', async () => {
  await sql('UPDATE lojas SET reservas_online = false WHERE id = $1', other)
  for (const loja of [other, 99_999]) expect((await ask(day, undefined, loja)).statusCode).toBe(404)
  expect((await server.app.inject({ url: `/api/visitantes/avaliacoes/livres?loja=${ours}&dia=${day}` })).statusCode).toBe(404)
  let last = 0
  for (let turn = 0; turn < 31; turn += 1) last = (await ask()).statusCode
  expect(last).toBe(429)
})

test('a guest says what they think, within bounds, and the store reads it alone', async () => {
  const send = (valores: object, loja = ours, more: object = {}) =>
    server.app.inject({ method: 'POST', url: '/api/visitantes/avaliacoes', payload: { loja, valores, ...more } })
  const reply = await send({ nota: 3, comentario: 'Demorou', lojaId: other, id: 9 })
  expect([reply.statusCode, reply.json()]).toEqual([200, { chave: null }])
  for (const nota of [11, -1, 'dez', null, 1.5]) {
    const refused = await send({ nota })
    expect([refused.statusCode, refused.json().error.details[0].path], String(nota)).toEqual([422, 'nota'])
  }
  expect((await send({ nota: 5, comentario: 'x'.repeat(1001) })).json().error.details[0].path).toBe('comentario')
  expect((await send({ nota: 5 }, other)).statusCode).toBe(404)
  expect((await send({ nota: 5 }, ours, { site: 'http://x' })).statusCode).toBe(200)
  const list = (await server.call(owner, 'GET', `/api/avaliacoes/list?lojaId=${ours}`)).json()
  expect(list).toEqual([expect.objectContaining({ nota: 3, comentario: 'Demorou' })])
  expect((await server.call(owner, 'POST', '/api/avaliacoes', { lojaId: ours, nota: 10 })).statusCode).toBe(403)
  const stranger = await server.enterStore('outra', other, { type: 1 })
  expect((await server.call(stranger, 'GET', `/api/avaliacoes/list?lojaId=${other}`)).json()).toEqual([])
})
