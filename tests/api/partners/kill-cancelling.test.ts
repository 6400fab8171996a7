import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPagarmeStub, stubOrder } from '../../../src/plugins/cardProviders/pagarme/stubServer.ts'
import { openCardProviders } from '../../../src/plugins/cardProviders/server.ts'
import { type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { apiClient, type ServerProcess, startProcess } from '../fixtures/serverProcess.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Two servers on one database; one dies with the provider's answer in its hands, or with a notification that it has just taken. */

let first: TestServer
let second: ServerProcess
let stone: StubServer
const account = createPagarmeStub([stubOrder(1, 'paid'), stubOrder(2, 'paid')])
let [token, store] = ['', 0]
const password = 'senha-das-notificacoes'

beforeAll(async () => {
  stone = await startStubServer(account.answer)
  first = await openServer(undefined, { plugins: [openCardProviders], env: { PAGARME_URL: stone.address } })
  store = await first.addStore('Nossa')
  token = await first.enterStore('dona', store, { type: 1, pdv_relatorios: true })
  await post('Pagarme_auth/save', { accountId: 'acc_jZkdN857et650oNv', secretKey: 'sk_segredo_da_stone' })
  await post('Pagarme_auth/senhaAvisos', { avisos_senha: password })
  await post('ConnectStone/atualizar', {})
})
afterAll(async () => {
  await second?.end('SIGKILL')
  await first?.close()
  await stone?.close()
})

const post = (path: string, body: object) => first.call(token, 'POST', `/api/${path}`, { lojaId: store, ...body })
const payment = async (pedido: string) => {
  const all = (await first.call(token, 'GET', `/api/ConnectStone/list?lojaId=${store}`)).json()
  return all.find((one: { pedido: string }) => one.pedido === pedido)
}
const startSecond = async (point = ''): Promise<void> => {
  const { database, service } = first.context
  const settings = { DATABASE_URL: database.url, DATA_DIR: service.dataDir, FAULT_POINT: point, PAGARME_URL: stone.address }
  second = await startProcess(service.dataDir, ['--no-pages'], settings)
}
/** As if the time of the server that is gone were over. */
const takeOver = async (): Promise<void> => {
  await first.context.database.system.query(
    `UPDATE system.queue SET "dueAt" = now() WHERE queue IN ('pagarme', 'notification:pagarme')`,
  )
  for (const worker of [...first.context.workers, ...first.context.notificationWorkers.values()]) await worker.deliver()
}

test('dying between the answer to a cancellation and its writing: another server finds out, and nothing is given back twice', async () => {
  await startSecond('connect-stone-cancelled')
  const died = new Promise(told => second.child.once('exit', (_, signal) => told(signal)))
  const call = apiClient(() => second.address)
  const { id } = await payment('or_demo1')
  await expect(call('POST', 'ConnectStone/cancelar', token, { lojaId: store, connectStoneId: id })).rejects.toThrow()
  expect(await died).toBe('SIGKILL')
  expect(await payment('or_demo1')).toMatchObject({ status: 'paid', cancelamento_por: 'dona@x.br' })
  await takeOver()
  expect(await payment('or_demo1')).toMatchObject({ status: 'canceled' })
  expect(stone.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
}, 600_000)

test('dying right after a notification was answered loses nothing of it', async () => {
  await startSecond()
  const { avisos_endereco } = (await first.call(token, 'GET', `/api/Pagarme_auth?lojaId=${store}`)).json()[0]
  const order = account.orders[1]
  if (!order) throw new Error('no order')
  order.status = 'canceled'
  for (const charge of order.charges) charge.status = 'canceled'
  account.touch(order)
  const reply = await fetch(`${second.address}${new URL(avisos_endereco).pathname}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`acc_jZkdN857et650oNv:${password}`).toString('base64')}` },
    body: JSON.stringify({ id: 'hook_1', type: 'order.canceled', account: { id: 'acc_1' }, data: { id: order.id } }),
  })
  expect(reply.status).toBe(200)
  await second.end('SIGKILL')
  await takeOver()
  expect(await payment('or_demo2')).toMatchObject({ status: 'canceled' })
}, 600_000)
