import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openCouriers } from '../../../src/plugins/couriers/server.ts'
import { stubCourierAnswer } from '../../../src/plugins/couriers/stubServer.ts'
import { type StubBehaviour, type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
const there = {} as Record<'PickNGo' | 'BeeDelivery', StubServer>
const tokens = { dona: '', caixa: '', outra: '' }
const stores = { ours: 0, theirs: 0 }

beforeAll(async () => {
  there.PickNGo = await startStubServer(stubCourierAnswer)
  there.BeeDelivery = await startStubServer(stubCourierAnswer)
  server = await openServer(undefined, {
    plugins: [openCouriers],
    env: { PICKNGO_URL: there.PickNGo.address, BEEDELIVERY_URL: there.BeeDelivery.address },
  })
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  const person = async (name: keyof typeof tokens, lojaId: number, values: object): Promise<void> => {
    tokens[name] = await server.enterStore(name, lojaId, values)
  }
  await person('dona', stores.ours, { type: 1 })
  await person('caixa', stores.ours, { cadastros_ver: true, cardapio_digital_ver: true })
  await person('outra', stores.theirs, { type: 1 })
})
afterAll(async () => {
  await server?.close()
  await Promise.all(Object.values(there).map(one => one.close()))
})
afterEach(() => {
  for (const one of Object.values(there)) one.behaviour = 'normal'
})

const get = (path: string, token = tokens.dona) =>
  server.call(token, 'GET', `/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${stores.ours}`)
const send = (method: 'POST' | 'DELETE', path: string, body: object = {}, token = tokens.dona) =>
  server.call(token, method, `/api/${path}`, { lojaId: stores.ours, ...body })
const said = async (asked: ReturnType<typeof get>): Promise<[number, string]> => {
  const { statusCode, body } = await asked
  const { error } = JSON.parse(body)
  return [statusCode, error?.details?.[0] ? `${error.details[0].path}: ${error.details[0].message}` : (error?.message ?? '')]
}

describe.each([
  ['PickNGo', 'Pick N Go', { app_id: 'loja-7', app_key: 'chave-secreta' }, { appId: 'loja-7', appKey: 'chave-secreta' }],
  ['BeeDelivery', 'Bee Delivery', { app_key: 'chave-secreta', external_id: 'empresa-7' }, { appKey: 'chave-secreta' }],
] as const)('%s', (name, partner, credentials, tested) => {
  test('is installed with both credentials once they are known, and told without its key', async () => {
    expect(await said(send('POST', `${name}/integrationTest`))).toEqual([404, `${partner} não está instalado nesta loja.`])
    expect((await send('POST', `${name}/integrationTest`, tested)).json()).toEqual({ success: true })
    expect(await said(send('POST', `${name}/upsertWithWhere`, { app_key: 'chave-secreta' }))).toEqual([
      422,
      `${name === 'PickNGo' ? 'app_id' : 'external_id'}: Obrigatório`,
    ])
    expect(await said(send('POST', `${name}/upsertWithWhere`, { ...credentials, app_key: 'errada' }))).toEqual([
      424,
      `${partner} não conhece estas credenciais.`,
    ])
    expect((await send('POST', `${name}/upsertWithWhere`, credentials)).json()).toEqual({ instalado: true })
    // A call that says nothing keeps what is there.
    expect((await send('POST', `${name}/upsertWithWhere`)).json()).toEqual({ instalado: true })
    const [record] = (await get(name)).json()
    expect(JSON.stringify(record)).not.toContain('chave-secreta')
    expect((await send('POST', `${name}/integrationTest`)).json()).toEqual({ success: true })
    expect(there[name].requests.at(-1)?.headers['app-key']).toBe('chave-secreta')
    const { rows } = await server.context.database.system.query<{ all: string }>(
      `SELECT string_agg(r::text, '') AS all FROM "${name}" r`,
    )
    expect(`${rows[0]?.all}${server.logged.join()}`).not.toContain('chave-secreta')
  })

  test('tells in words what ails it', async () => {
    const moods: [StubBehaviour, string][] = [
      ['missing', `${partner}: not found`],
      ['malformed', `${partner} respondeu algo que não se entende. Tente de novo em instantes.`],
      ['throttled', `${partner} recebe chamadas demais agora. Tente de novo em instantes.`],
      ['failing', `${partner} não respondeu. Tente de novo em instantes.`],
    ]
    for (const [mood, text] of moods) {
      there[name].behaviour = mood
      expect([mood, ...(await said(send('POST', `${name}/integrationTest`)))]).toEqual([mood, 424, text])
    }
  })

  test('is for owners of the store alone, and leaves nothing behind', async () => {
    for (const token of [tokens.caixa, tokens.outra]) {
      expect((await get(name, token)).statusCode).toBe(403)
      expect((await send('POST', `${name}/upsertWithWhere`, credentials, token)).statusCode).toBe(403)
      expect((await send('DELETE', `${name}/del`, {}, token)).statusCode).toBe(403)
    }
    expect((await send('DELETE', `${name}/del`)).json()).toEqual({ instalado: false })
    expect(await said(send('DELETE', `${name}/del`))).toEqual([404, `${partner} não está instalado nesta loja.`])
    expect((await get(name)).json()).toEqual([])
  })
})

test('the place of a store is chosen among those of the courier', async () => {
  expect(await said(send('POST', 'PickNGo/upsertWithWhere', { state_id: 25, city_id: 2501 }))).toEqual([
    404,
    'Pick N Go não está instalado nesta loja.',
  ])
  await send('POST', 'PickNGo/upsertWithWhere', { app_id: 'loja-7', app_key: 'chave' })
  expect((await get('PickNGo/states')).json()).toEqual({
    success: true,
    states: [
      { estadoID: 25, estadoUF: 'SP' },
      { estadoID: 19, estadoUF: 'RJ' },
    ],
  })
  expect((await get('PickNGo/cities?stateId=19')).json().cities).toEqual([{ cidadeID: 1901, cidadeNome: 'Rio de Janeiro' }])
  expect((await get('PickNGo/cities')).statusCode).toBe(422)
  // One more than the column holds.
  const beyond = 2_147_483_648
  for (const field of ['state_id', 'city_id']) {
    const refused = await send('POST', 'PickNGo/upsertWithWhere', { [field]: beyond })
    expect([refused.statusCode, refused.json().error.details[0]?.path]).toEqual([422, field])
  }
  expect((await get(`PickNGo/cities?stateId=${beyond}`)).statusCode).toBe(422)
  await send('POST', 'PickNGo/upsertWithWhere', { state_id: 19, city_id: 1901 })
  expect((await get('PickNGo')).json()[0]).toMatchObject({ app_id: 'loja-7', state_id: 19, city_id: 1901 })
})
