import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMercadoPagoStub } from '../../../src/plugins/mercadoPago/stubServer.ts'
import { type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { demoCompany, type ProcessDatabase } from '../fixtures/demoCompany.ts'
import { waysBack } from '../fixtures/mercadoPago.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, startProcess } from '../fixtures/serverProcess.ts'

/** A server that is killed between the provider's answer and our write: the store is told what to do, and ends with one installation. */

const folder = scratchFolder()
const provider = createMercadoPagoStub()
let there: StubServer
let running: ServerProcess | undefined
let database: ProcessDatabase
let token = ''
const call = apiClient(() => running?.address ?? '')

beforeAll(async () => {
  database = await demoCompany(folder)
  there = await startStubServer(provider.answer)
})
afterAll(async () => {
  await running?.end()
  await there?.close()
  await database?.drop()
  removeFolder(folder)
})

const start = async (more: Readonly<Record<string, string>> = {}): Promise<void> => {
  const site = { MERCADOPAGO_URL: there.address, MERCADOPAGO_AUTH_URL: there.address, PUBLIC_URL: 'https://loja.example' }
  running = await startProcess(folder, ['--no-pages'], { ...database.env, ...site, ...more })
}
const lojaId = 1
const authorised = async (): Promise<object> => {
  const { body } = await call('GET', `MercadoPago/installParams?lojaId=${lojaId}`, token)
  const [back] = await waysBack((body as { url: string }).url)
  return { lojaId, ...Object.fromEntries(back ?? []) }
}

test('what a killed server left is seen on the page, and installing again ends in one installation', async () => {
  await start({ FAULT_POINT: 'mercado-pago.answered' })
  const entered = await call('POST', 'users/login', undefined, { email: 'dono@demo.com.br', password: 'demo1234' })
  token = (entered.body as { id: string }).id
  const back = await authorised()
  await expect(call('POST', 'mercadoPago/oauth', token, back)).rejects.toThrow(TypeError)
  await start()
  expect(await call('GET', `telas/integracoes/estados?lojaId=${lojaId}`, token)).toMatchObject({
    body: { mercadoPago: { title: 'Instalação interrompida', tone: 'warning' } },
  })
  expect((await call('GET', `mercadoPago/oauth?lojaId=${lojaId}`, token)).status).toBe(404)
  expect(await call('POST', 'mercadoPago/oauth', token, back)).toMatchObject({
    status: 409,
    body: {
      error: {
        message:
          'Esta autorização já chegou e ainda não foi gravada. Se a página não mudar em um minuto, o servidor parou no meio: clique em Instalar e autorize de novo. Nada fica em dobro.',
      },
    },
  })
  expect(await call('POST', 'mercadoPago/oauth', token, await authorised())).toMatchObject({ body: { instalado: true } })
  expect((await call('GET', `Mercado_Pago_oauth?lojaId=${lojaId}`, token)).body).toHaveLength(1)
  expect((await call('GET', `mercadoPago/points?lojaId=${lojaId}`, token)).body).toHaveLength(2)
})
