import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCep } from '../../../src/plugins/cep/server.ts'
import { stubCepAnswer } from '../../../src/plugins/cep/stubServer.ts'
import { createIntegrationHealth } from '../../../src/server/integrations/integrationHealth.ts'
import { keepIntegrationHealth } from '../../../src/server/integrations/keepIntegrationHealth.ts'
import { type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let cep: StubServer
let owner: string
let employee: string
let store: number

beforeAll(async () => {
  cep = await startStubServer(stubCepAnswer)
  server = await openServer(undefined, { plugins: [openCep], env: { CEP_URL: cep.address } })
  store = await server.addStore('Loja')
  await server.tie(await server.addUser('dona@x.br'), store, { type: 1, email: 'dona@x.br' })
  await server.tie(await server.addUser('ana@x.br'), store, { type: 2, email: 'ana@x.br', cardapio_ver: true })
  owner = await server.enter('dona@x.br')
  employee = await server.enter('ana@x.br')
})
afterAll(async () => {
  await server?.close()
  await cep?.close()
})

interface Failing {
  readonly falhando: number
  readonly array: readonly { readonly nome: string; readonly desde: string; readonly motivo: string }[]
}
const failing = async (): Promise<Failing> =>
  (await server.call(owner, 'GET', `/api/relatorio/inicio/integracoes?lojaId=${store}`)).json() as Failing

test('what fails again and again is told to the owner, with since when and why, until a server has an answer', async () => {
  await server.call(owner, 'GET', '/api/Apps/buscaCEP/01001000')
  expect(await failing()).toEqual({ falhando: 0, array: [] })
  cep.behaviour = 'failing'
  // A lookup tries three times: two of them open the circuit.
  for (let call = 0; call < 2; call += 1) await server.call(owner, 'GET', '/api/Apps/buscaCEP/01001000')
  await expect.poll(failing).toMatchObject({ falhando: 1, array: [{ nome: 'CEP_URL', motivo: 'status' }] })
  expect((await failing()).array[0]?.desde).toMatch(/^\d{4}-\d\d-\d\dT/)

  // Another server of the same database reaches it.
  const elsewhere = createIntegrationHealth()
  keepIntegrationHealth(elsewhere, server.context.database.system, pino({ level: 'silent' }))
  elsewhere.succeeded('CEP_URL')
  await expect.poll(failing).toEqual({ falhando: 0, array: [] })
})

test('an employee is not told', async () => {
  expect((await server.call(employee, 'GET', `/api/relatorio/inicio/integracoes?lojaId=${store}`)).statusCode).toBe(403)
})

test('what nobody told again for a day counts no more', async () => {
  await server.context.database.system.query(
    `INSERT INTO system.failing_services (name, since, reason, "toldAt")
     VALUES ('EAN_URL', now() - interval '3 days', 'timeout', now() - interval '2 days')`,
  )
  expect(await failing()).toEqual({ falhando: 0, array: [] })
})
