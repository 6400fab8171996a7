import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proveWork } from '../../../src/browser/data/proveWork.ts'
import { forgetReads } from '../../../src/server/query/remembered/rememberedReads.ts'
import { originsOf } from '../../../src/server/visitors/pageFrames.ts'
import { removeUnconfirmed } from '../../../src/server/visitors/removeUnconfirmed.ts'
import { visitKey } from '../../../src/server/visitors/visitLink.ts'
import { productModel } from '../fixtures/product.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { waitingLetters } from '../fixtures/waitingLetters.ts'

/** Strangers ask a store for a table: what they may fill and read, how often, and what a link opens. */
const model = productModel()
const version = model.messages['reserva.consent-text']?.version

let server: TestServer
let ours: number
let closed: number
let owner: string
beforeAll(async () => {
  server = await openServer(model)
  // Tests read the letters that wait: the sender takes them every ten seconds.
  await server.context.mailWorker.close()
  ours = await server.addStore('Cantina')
  closed = await server.addStore('Fechada')
  owner = await server.enterStore('dona', ours, { type: 1 })
  await sql(
    `UPDATE lojas SET reservas_online = true, paginas_origens = $2 WHERE id = $1`,
    ours,
    'https://www.cantina.com.br\nhttp://mau.br',
  )
})
afterAll(() => server?.close())
beforeEach(async () => {
  await sql('DELETE FROM system.rate_counts')
  await sql('DELETE FROM system.queue')
  await sql('DELETE FROM salao_reservas')
})

const sql = async (text: string, ...params: unknown[]) =>
  (await server.context.database.system.query<Record<string, unknown>>(text, params)).rows
const tomorrow = (hour: number): string => {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  return new Date(`${day}T${String(hour).padStart(2, '0')}:00:00-03:00`).toISOString()
}
const valores = { nome: 'Ana', email: 'ana@x.br', telefone: '11988887777', inicio: tomorrow(19), pessoas: 2 }
interface Sent {
  readonly values?: object
  readonly more?: object
  readonly from?: string
  readonly proof?: string
}
const send = ({ values = {}, more = {}, from = '10.1.1.1', proof }: Sent = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/visitantes/salao_reservas',
    payload: { loja: ours, valores: { ...valores, ...values }, consentimento: true, consentimento_versao: version, ...more },
    remoteAddress: from,
    headers: proof === undefined ? {} : { 'x-proof': proof },
  })
const rows = () => sql('SELECT * FROM salao_reservas ORDER BY id')
const keyOf = (id: unknown, lojaId = ours, now?: number) =>
  visitKey(server.context.service, { lojaId, register: 'salao_reservas', id: String(id) }, 90, now)
const look = (chave: string) => server.app.inject({ url: `/api/visitantes/registro?chave=${encodeURIComponent(chave)}` })
const step = (chave: string, passo: string) =>
  server.app.inject({ method: 'POST', url: '/api/visitantes/registro', payload: { chave, passo } })
const letters = () => waitingLetters(server)
const codeOf = (reply: { json(): { error?: { code?: string } } }) => reply.json().error?.code

describe('what a visitor sends', () => {
  test('waits for its confirmation, with the consent and a letter; the answer tells no key', async () => {
    const reply = await send()
    expect([reply.statusCode, reply.json()]).toEqual([200, { chave: null }])
    const [row] = await rows()
    expect(row).toMatchObject({ nome: 'Ana', status: 'A_VERIFICAR', origem: 'SITE', aceito_versao: version, mesaId: null })
    expect(Date.now() - new Date(String(row?.aceito_em)).getTime()).toBeLessThan(60_000)
    expect(new Date(String(row?.fim)).getTime() - new Date(String(row?.inicio)).getTime()).toBe(120 * 60_000)
    const [letter] = await letters()
    expect(letter).toMatchObject({ to: 'ana@x.br', lojaId: ours, subject: 'Confirme a sua reserva em Cantina' })
    const key = new URL(String(letter?.link)).searchParams.get('chave') ?? ''
    expect((await look(key)).json().passos).toEqual([
      { id: 'verificar', titulo: 'Confirmar o pedido', principal: true, confirma: false },
    ])
  })

  test('holds no field but those that the definition lets visitors fill', async () => {
    const reply = await send({
      values: { status: 'CONFIRMADA', origem: 'LOJA', mesaId: 1, lojaId: closed, id: 7, aceito_versao: 'x' },
    })
    expect(reply.statusCode).toBe(200)
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'A_VERIFICAR', origem: 'SITE', mesaId: null, aceito_versao: version })
    expect(Number(row?.lojaId)).toBe(ours)
  })

  test.each([
    [{ nome: '' }, 'nome'],
    [{ email: 'x' }, 'email'],
    [{ inicio: new Date(Date.now() - 3_600_000).toISOString() }, 'inicio'],
    [{ inicio: new Date(Date.now() + 100 * 86_400_000).toISOString() }, 'inicio'],
    [{ inicio: 'ontem' }, 'inicio'],
    [{ pessoas: 13 }, 'pessoas'],
    [{ pessoas: 1e9 }, 'pessoas'],
    [{ observacao: 'x'.repeat(501) }, 'observacao'],
    [{ nome: { $gt: '' } }, 'nome'],
    [{ nome: ['a'] }, 'nome'],
  ])('is refused at its field: %j', async (values, path) => {
    const reply = await send({ values })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().error.details.map((one: { path: string }) => one.path)).toContain(path)
    expect(await rows()).toEqual([])
  })

  test('needs consent to the text as it stands', async () => {
    expect(codeOf(await send({ more: { consentimento: false } }))).toBe('visit.consent-required')
    expect(codeOf(await send({ more: { consentimento_versao: '2020-01-01' } }))).toBe('visit.consent-changed')
    expect(await rows()).toEqual([])
  })

  test('is thanked for and dropped where a program filled the trap', async () => {
    const reply = await send({ more: { site: 'http://spam' } })
    expect([reply.statusCode, reply.json()]).toEqual([200, { chave: null }])
    expect(await rows()).toEqual([])
  })

  test('is held to the opening hours, over midnight too', async () => {
    const change = (values: object) => server.call(owner, 'PATCH', `/api/loja_perfil/${ours}`, values)
    expect((await change({ reservas_abre: '18:00', reservas_fecha: '01:00' })).statusCode).toBe(200)
    const codes = []
    for (const hour of [12, 20]) codes.push((await send({ values: { inicio: tomorrow(hour) } })).statusCode)
    expect((await change({ reservas_abre: null, reservas_fecha: null })).statusCode).toBe(200)
    expect(codes).toEqual([422, 200])
  })
})

describe('a page that is not open answers alike', () => {
  test('switched off, unknown store, register without visitors, register that is none', async () => {
    const asked = [
      ['salao_reservas', closed],
      ['salao_reservas', 99_999],
      ['produtos', ours],
      ['nada', ours],
    ] as const
    for (const [register, loja] of asked) {
      const shown = await server.app.inject({ url: `/api/visitantes/${register}?loja=${loja}` })
      expect([shown.statusCode, codeOf(shown)]).toEqual([404, 'visit.closed'])
      const sent = await server.app.inject({ method: 'POST', url: `/api/visitantes/${register}`, payload: { loja, valores } })
      expect([sent.statusCode, codeOf(sent)]).toEqual([404, 'visit.closed'])
    }
  })

  test('a store whose licence is over', async () => {
    const admin = await server.addUser('parado@x.br', { active: false })
    await sql('UPDATE lojas SET "adminUserId" = $2 WHERE id = $1', ours, admin)
    const reply = await send()
    await sql('UPDATE lojas SET "adminUserId" = NULL WHERE id = $1', ours)
    expect([reply.statusCode, codeOf(reply)]).toEqual([404, 'visit.closed'])
  })

  test('an open one shows the name of its store, its clock and whether it offers times, and nothing else of it', async () => {
    const reply = await server.app.inject({ url: `/api/visitantes/salao_reservas?loja=${ours}` })
    expect(Object.keys(reply.json()).toSorted()).toEqual(['livres', 'logo', 'nome', 'nomes', 'zona'])
    expect(reply.json().nome).toBe('Cantina')
    expect(reply.headers['x-robots-tag']).toContain('noindex')
  })
})

describe('limits', () => {
  test('one network sends ten an hour to a store; another still may', async () => {
    const codes = []
    for (let at = 0; at < 11; at += 1) codes.push((await send({ more: { site: 'x' } })).statusCode)
    expect(codes).toEqual([...Array(10).fill(200), 429])
    expect((await send({ from: '10.2.2.2', more: { site: 'x' } })).statusCode).toBe(200)
  })

  test('above twenty an hour browsers work first, and each proof counts once', async () => {
    for (let at = 0; at < 20; at += 1) expect((await send({ from: `10.3.0.${at}`, more: { site: 'x' } })).statusCode).toBe(200)
    const refused = await send({ from: '10.4.0.1' })
    expect([refused.statusCode, codeOf(refused)]).toEqual([428, 'proof-required'])
    const proof = (await proveWork(new Response(refused.body, { status: 428 }))) ?? ''
    expect((await send({ from: '10.4.0.1', proof })).statusCode).toBe(200)
    expect((await send({ from: '10.4.0.2', proof })).statusCode).toBe(428)
    expect(await rows()).toHaveLength(1)
  })
})

describe('the link', () => {
  test('says the names that the store gave its fields', async () => {
    await send()
    const [row] = await rows()
    const titles = async (): Promise<string[]> =>
      (await look(keyOf(row?.id))).json().fatos.map(({ titulo }: { titulo: string }) => titulo)
    const names = async () => (await server.app.inject({ url: `/api/visitantes/salao_reservas?loja=${ours}` })).json().nomes
    const usual = await titles()
    expect(await names()).toEqual({})
    const body = { lojaId: ours, registro: 'salao_reservas', campo: 'pessoas', titulo: 'Lugares à mesa' }
    expect((await server.call(owner, 'POST', '/api/Loja_campos', body)).statusCode).toBe(201)
    expect(await titles()).toEqual(usual.map(title => (title === 'Pessoas' ? 'Lugares à mesa' : title)))
    expect(usual).toContain('Pessoas')
    expect(await names()).toEqual({ pessoas: 'Lugares à mesa' })
    await sql('DELETE FROM "Loja_campos"')
    forgetReads(server.context.database)
    server.context.access.forget()
  })

  const made = async () => {
    await send()
    return String((await rows())[0]?.id)
  }

  test('shows what is published, confirms once, and cancels', async () => {
    const id = await made()
    const key = keyOf(id)
    const shown = (await look(key)).json()
    expect(shown.fatos.map((one: { titulo: string }) => one.titulo)).toEqual(['Nome', 'Dia e hora', 'Pessoas', 'Situação'])
    expect(shown.passos.map((one: { id: string }) => one.id)).toEqual(['verificar'])
    const confirmed = await step(key, 'verificar')
    expect(confirmed.json().passos.map((one: { id: string }) => one.id)).toEqual(['desistir'])
    expect((await rows())[0]?.status).toBe('SOLICITADA')
    expect([(await step(key, 'verificar')).statusCode, codeOf(await step(key, 'verificar'))]).toEqual([409, 'visit.late'])
    expect((await step(key, 'desistir')).statusCode).toBe(200)
    expect((await rows())[0]).toMatchObject({ status: 'CANCELADA', motivo: expect.stringContaining('cliente') })
  })

  test('cancels a booking to which the staff gave a table, too', async () => {
    const id = await made()
    const key = keyOf(id)
    await step(key, 'verificar')
    const table = await server.call(owner, 'POST', '/api/salao_mesas', { lojaId: ours, nome: 'Janela', lugares: 4 })
    const values = { mesaId: table.json().id }
    const given = await server.call(owner, 'POST', `/api/salao_reservas/${id}/ways/confirmar?lojaId=${ours}`, { values })
    expect(given.statusCode, given.body).toBe(200)
    const gone = await step(key, 'desistir')
    expect([gone.statusCode, gone.json().error]).toEqual([200, undefined])
  })

  test('takes no way that is the staff’s', async () => {
    const key = keyOf(await made())
    for (const passo of ['confirmar', 'recusar', 'compareceu', 'receber', '__proto__', ''])
      expect((await step(key, passo)).statusCode).toBe(409)
  })

  test('outlasts the page: a store that takes no more bookings still lets guests cancel theirs', async () => {
    const key = keyOf(await made())
    await step(key, 'verificar')
    const open = (reservas_online: boolean) => server.call(owner, 'PATCH', `/api/loja_perfil/${ours}`, { reservas_online })
    await open(false)
    const replies = [await send(), await look(key), await step(key, 'desistir')]
    await open(true)
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 200, 200])
  })

  test('ends with the reservation: nobody confirms or cancels one that is over', async () => {
    const key = keyOf(await made())
    await sql(`UPDATE salao_reservas SET inicio = now() - interval '3 hours', fim = now() - interval '1 minute'`)
    const replies = [await look(key), await step(key, 'verificar')]
    expect(replies.map(codeOf)).toEqual(['visit.link-ended', 'visit.link-ended'])
  })

  test('opens nothing when it is guessed, changed, over, or of another store', async () => {
    const id = await made()
    const key = keyOf(id)
    const wrong = [
      '',
      'x',
      'v1.a.b.c',
      `${key}aa`,
      key.slice(0, -2),
      keyOf(id, closed),
      keyOf(99_999),
      keyOf(id, ours, Date.now() - 91 * 86_400_000),
      visitKey(server.context.service, { lojaId: ours, register: 'produtos', id }, 90),
    ]
    for (const one of wrong) {
      const reply = await look(one)
      expect([reply.statusCode, codeOf(reply)], one).toEqual([404, 'visit.link-ended'])
      expect((await step(one, 'verificar')).statusCode).toBe(404)
    }
    expect((await rows())[0]?.status).toBe('A_VERIFICAR')
  })

  test('ends with the record: what nobody confirms is removed when its time is over', async () => {
    const id = await made()
    await removeUnconfirmed(server.context.service)
    expect(await rows()).toHaveLength(1)
    await sql(`UPDATE salao_reservas SET "updatedAt" = now() - interval '3 hours'`)
    await removeUnconfirmed(server.context.service)
    expect(await rows()).toEqual([])
    expect((await look(keyOf(id))).statusCode).toBe(404)
  })
})

test('two people give one table to two guests at the same moment: one of them hears of the other', async () => {
  const [table] = await sql(`INSERT INTO salao_mesas ("lojaId", nome, lugares) VALUES ($1, 'Mesa 1', 4) RETURNING id`, ours)
  const body = { lojaId: ours, nome: 'Rui', pessoas: 2, inicio: tomorrow(20), mesaId: Number(table?.id) }
  const replies = await Promise.all(
    [body, { ...body, nome: 'Eva', inicio: tomorrow(21) }, { ...body, nome: 'Léo' }].map(one =>
      server.call(owner, 'POST', '/api/salao_reservas', one),
    ),
  )
  const codes = replies.map(({ statusCode }) => statusCode).toSorted()
  expect(codes).toEqual([201, 422, 422])
  expect(replies.find(({ statusCode }) => statusCode === 422)?.json().error.details[0].code).toBe('reserva.mesa-ocupada')
  expect(await rows()).toHaveLength(1)
})

test('only whole https origins may frame a page', () => {
  expect(originsOf('https://www.a.com.br\nhttp://b.br https://c.br/x https://d.br:8443 javascript:x https://e.br;x *')).toEqual([
    'https://www.a.com.br',
    'https://d.br:8443',
  ])
  expect(originsOf(undefined)).toEqual([])
})
