import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Whether a store is open in the app: by its hours and pauses, and closed by hand in an emergency. */

let server: TestServer
const tokens = { dona: '', cardapio: '', caixa: '', outra: '' }
const stores = { ours: 0, theirs: 0 }

beforeAll(async () => {
  server = await openServer()
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  await server.context.database.system.query('UPDATE lojas SET cardapio_digital = true')
  server.context.access.forget()
  const person = async (name: keyof typeof tokens, lojaId: number, values: object): Promise<void> => {
    tokens[name] = await server.enterStore(name, lojaId, values)
  }
  await person('dona', stores.ours, { type: 1 })
  await person('cardapio', stores.ours, { cardapio_digital_ver: true })
  await person('caixa', stores.ours, { pdv_relatorios: true })
  await person('outra', stores.theirs, { type: 1 })
})
afterAll(() => server?.close())

const status = async (token = tokens.dona, lojaId = stores.ours) => {
  const reply = await server.call(token, 'GET', `/api/Loja_perfil/appStatus?lojaId=${lojaId}`)
  return { code: reply.statusCode, ...JSON.parse(reply.body) }
}
const pause = (open: boolean, token = tokens.cardapio, lojaId = stores.ours) =>
  server.call(token, 'POST', '/api/Apps/pausaEmergencia', { lojaId, status: open, appDeliveryUri: 'x' })
const said = (body: string): string => JSON.parse(body).error.message
const hours = (body: object) =>
  server.call(tokens.dona, 'POST', '/api/Loja_Horarios/save', {
    lojaId: stores.ours,
    entrega: true,
    retirada: true,
    mesa: true,
    ...body,
  })

test('without hours a store is closed, and nobody closes it twice', async () => {
  expect(await status()).toMatchObject({ code: 200, aberto: false, emergencia: false, motivo: 'Nenhum horário cadastrado' })
  const refused = await pause(false)
  expect([refused.statusCode, said(refused.body)]).toEqual([400, 'A loja já está fechada.'])
})

test('in its hours it is open, an emergency closes it until somebody opens it, and a pause tells its reason', async () => {
  expect(
    (await hours({ aberto: true, dia_semana_ini: 0, dia_semana_fim: 6, inicio: '00:00', fim: '00:00', mesa: false })).statusCode,
  ).toBe(201)
  const open = await status(tokens.cardapio)
  expect(open).toMatchObject({ aberto: true, motivo: null, testaHorarioPorOperacao: true })
  expect([open.operacao.entrega.aberto, open.operacao.mesa.aberto]).toEqual([true, false])
  const early = await pause(true)
  expect([early.statusCode, said(early.body)]).toEqual([400, 'A loja não está em pausa de emergência: ela segue seus horários.'])
  expect((await pause(false)).json()).toMatchObject({ aberto: false, emergencia: true, motivo: 'Pausa de emergência', fim: null })
  expect((await pause(false)).statusCode).toBe(400)
  expect(await status()).toMatchObject({ aberto: false, emergencia: true })
  expect((await pause(true)).json()).toMatchObject({ aberto: true, emergencia: false })
  const atOnce = await Promise.all([pause(false), pause(false), pause(false)])
  expect(atOnce.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
  expect((await pause(true)).statusCode).toBe(200)

  const now = DateTime.utc()
  const planned = {
    aberto: false,
    motivo: 'Falta de energia',
    pausa_inicio: now.minus({ hours: 1 }).toISO(),
    pausa_fim: now.plus({ hours: 1 }).toISO(),
  }
  expect((await hours(planned)).statusCode).toBe(201)
  expect(await status()).toMatchObject({
    aberto: false,
    emergencia: false,
    operacao: { entrega: { motivo: 'Falta de energia' } },
  })
})

test('who may not see the digital menu, and other stores, neither see nor change it', async () => {
  expect((await status(tokens.caixa)).code).toBe(403)
  expect((await pause(true, tokens.caixa)).statusCode).toBe(403)
  expect((await status(tokens.outra)).code).toBe(403)
  expect((await pause(false, tokens.outra)).statusCode).toBe(403)
  expect(await status(tokens.outra, stores.theirs)).toMatchObject({ code: 200, emergencia: false })
  for (const wrong of [undefined, 'talvez', null])
    expect(
      (await server.call(tokens.dona, 'POST', '/api/Apps/pausaEmergencia', { lojaId: stores.ours, status: wrong })).statusCode,
    ).toBe(422)
})
