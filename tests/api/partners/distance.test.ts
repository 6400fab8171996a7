import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDistance } from '../../../src/plugins/distance/server.ts'
import { stubDirectionsAnswer } from '../../../src/plugins/distance/stubServer.ts'
import { type StubBehaviour, type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let there: StubServer
const tokens = { chefe: '', dona: '' }

beforeAll(async () => {
  there = await startStubServer(stubDirectionsAnswer)
  server = await openServer(undefined, { plugins: [openDistance], env: { MAPS_URL: there.address, MAPS_KEY: 'chave-do-mapa' } })
  const store = await server.addStore('Nossa')
  await server.addUser('chefe@x.br', { admin: true })
  tokens.chefe = await server.enter('chefe@x.br')
  tokens.dona = await server.enterStore('dona', store, { type: 1 })
})
afterAll(async () => {
  await server?.close()
  await there?.close()
})
afterEach(() => {
  there.behaviour = 'normal'
})

const ask = (origem: string, destino: string, token = tokens.chefe) =>
  server.call(token, 'GET', `/api/Apps/distanciaDebug?${new URLSearchParams({ origem, destino })}`)
const said = async (asked: ReturnType<typeof ask>): Promise<[number, string]> => {
  const { statusCode, body } = await asked
  const { error } = JSON.parse(body)
  return [statusCode, error?.details?.[0] ? `${error.details[0].path}: ${error.details[0].message}` : (error?.message ?? '')]
}

test('the administrator asks how far it is, and sees what the map service answered', async () => {
  const asked = await ask('Rua A, 1, São Paulo', 'Rua B, 2 & 3, Campinas')
  expect(asked.statusCode).toBe(200)
  const { distance, directions_json } = asked.json()
  const [leg] = directions_json.routes[0].legs
  expect(distance).toBe(leg.distance.value / 1000)
  expect([leg.start_address, leg.end_address]).toEqual(['Rua A, 1, São Paulo', 'Rua B, 2 & 3, Campinas'])
  expect(there.requests.at(-1)?.query).toMatchObject({ key: 'chave-do-mapa', origin: 'Rua A, 1, São Paulo' })
  expect([asked.body, server.logged.join('\n')].join('\n')).not.toContain('chave-do-mapa')
})

test('owners do not reach it', async () => {
  expect((await ask('a', 'b', tokens.dona)).statusCode).toBe(403)
})

test('an address that is missing or unknown is named', async () => {
  expect(await said(ask(' ', 'b'))).toEqual([422, 'origem: Preencha o endereço no perfil da loja para medir a distância'])
  expect(await said(ask('a', ''))).toEqual([422, 'destino: Informe o endereço de destino'])
  expect((await said(ask('a', 'b'.repeat(501))))[1]).toMatch(/^destino: /)
  expect(await said(ask('a', 'Rua Inexistente'))).toEqual([
    424,
    'O serviço de mapas não achou um caminho entre os endereços (NOT_FOUND).',
  ])
})

test.each<[StubBehaviour, string]>([
  ['malformed', 'Serviço de mapas respondeu algo que não se entende. Tente de novo em instantes.'],
  ['missing', 'Serviço de mapas: not found'],
  ['unauthorised', 'Serviço de mapas: Token inválido'],
  ['redirecting', 'Serviço de mapas recusou o pedido. Confira os dados.'],
  ['too-large', 'Serviço de mapas respondeu algo que não se entende. Tente de novo em instantes.'],
  ['throttled', 'Serviço de mapas recebe chamadas demais agora. Tente de novo em instantes.'],
  ['failing', 'Serviço de mapas não respondeu. Tente de novo em instantes.'],
])('a map service that is %s is told in words', async (mood, text) => {
  there.behaviour = mood
  expect(await said(ask('a', 'b'))).toEqual([424, text])
})
