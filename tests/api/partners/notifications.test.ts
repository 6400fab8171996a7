import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IntegrationError } from '../../../src/server/integrations/integrationError.ts'
import { mostAttempts, notificationQueue } from '../../../src/server/integrations/notifications/notificationQueue.ts'
import { removeOldNotifications } from '../../../src/server/integrations/notifications/unhandledNotifications.ts'
import { type NotificationReceiver, notificationReceiver, type OpenPlugin } from '../../../src/server/plugin.ts'
import { type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Notifications of partners: proved by their signature, kept before they are answered, taken once, handled in their store, given up in sight. */

interface Balance {
  readonly account: string
}

/** The partner as it stands now, whatever it notified before. */
const partner: { balance: number; answers: boolean; failure: Error | undefined } = {
  balance: 0,
  answers: true,
  failure: undefined,
}
const handled: string[] = []
const secret = 'segredo-das-notificacoes'

const receiver: NotificationReceiver = notificationReceiver<Balance>({
  name: 'banco',
  partner: 'Banco Teste',
  largest: 2000,
  async admit({ headers, body, key }, { database }) {
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    if (headers['x-signature'] !== signature) return undefined
    const { id, account, kind = 'saldo' } = JSON.parse(body.toString('utf8'))
    const lojaId = await database.read('all', async q => {
      const { rows } = await q.query<{ id: string }>('SELECT id FROM lojas WHERE nome_fantasia = $1', [account])
      return rows[0] && Number(rows[0].id)
    })
    return { id, kind: key ?? kind, account, lojaId, content: { account } }
  },
  async handle({ id, content }, { lojaId, write, read }) {
    if (partner.failure) throw partner.failure
    if (!partner.answers) throw new Error('partner away')
    await write(async q => {
      await q.query('UPDATE lojas SET razao_social = $2 WHERE id = $1', [lojaId, `saldo ${partner.balance}`])
    })
    const { rows } = await read(q => q.query<{ all: string }>('SELECT count(*)::text AS all FROM equipamentos'))
    handled.push(`${id} ${content.account} ${rows[0]?.all}`)
  },
})

const openBank: OpenPlugin = async () => ({ name: 'banco', receivers: [receiver] })

let server: TestServer
let mails: MailCatcher
let chief = ''
const stores = { ours: 0, theirs: 0 }

beforeAll(async () => {
  mails = await openMailCatcher()
  server = await openServer(undefined, { plugins: [openBank], mail: { url: mails.url, from: undefined } })
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  await server.addUser('chefe@x.br', { admin: true })
  chief = await server.enter('chefe@x.br')
  await server.context.database.system.query(
    `INSERT INTO equipamentos ("lojaId", nome) SELECT $1, 'Caixa ' || n FROM generate_series(1, 3) n`,
    [stores.theirs],
  )
})
afterAll(async () => {
  await server?.close()
  await mails?.close()
})

const post = (body: string | object, { key = '', signature = '', address = '10.0.0.1' } = {}) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  return server.app.inject({
    method: 'POST',
    url: `/api/notificacoes/banco${key}`,
    payload,
    remoteAddress: address,
    headers: {
      'content-type': 'application/json',
      'x-signature': signature || createHmac('sha256', secret).update(payload).digest('hex'),
    },
  })
}
const worker = () => {
  const found = server.context.notificationWorkers.get('banco')
  if (!found) throw new Error('no worker')
  return found
}
const balance = async () => {
  const { rows } = await server.context.database.system.query('SELECT id::int, razao_social FROM lojas ORDER BY id')
  return rows.map(({ razao_social }) => razao_social)
}
const listed = async () => (await server.call(chief, 'GET', '/api/notificacao_parceiros/list')).json()

test('a proved notification is handled once, in its own store, however often it comes', async () => {
  partner.balance = 10
  const replies = await Promise.all([1, 2, 3].map(() => post({ id: 'n-1', account: 'Nossa' })))
  expect(replies.map(({ statusCode, body }) => [statusCode, body])).toEqual([200, 200, 200].map(code => [code, '{}']))
  await worker().deliver()
  await post({ id: 'n-1', account: 'Nossa' })
  await worker().deliver()
  // The equipment of the other store is out of reach.
  expect(handled).toEqual(['n-1 Nossa 0'])
  expect(await balance()).toEqual(['saldo 10', null])
})

test('one that comes late leaves what is newer', async () => {
  partner.balance = 30
  await post({ id: 'n-3', account: 'Nossa' })
  await worker().deliver()
  await post({ id: 'n-2', account: 'Nossa' })
  await worker().deliver()
  expect(await balance()).toEqual(['saldo 30', null])
})

test('of many that arrive at once each is kept once before it is answered, for the store that it is of', async () => {
  const ids = Array.from({ length: 30 }, (_, at) => `m-${at % 20}`)
  // The first may be handled before the last has arrived.
  const before = handled.length
  const replies = await Promise.all(ids.map((id, at) => post({ id, account: at % 2 === 0 ? 'Nossa' : 'Alheia' })))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(ids.map(() => 200))
  await worker().deliver()
  const told = ids.slice(0, 20).map((id, at) => (at % 2 === 0 ? `${id} Nossa 0` : `${id} Alheia 3`))
  expect(handled.slice(before).sort()).toEqual(told.sort())
})

test('a wrong signature is refused and leaves nothing', async () => {
  const forged = await post({ id: 'n-9', account: 'Nossa' }, { signature: 'ab' })
  expect([forged.statusCode, forged.json().error.message]).toEqual([401, 'A assinatura desta notificação não confere.'])
  const altered = createHmac('sha256', secret).update('{"id":"n-9","account":"Nossa"}').digest('hex')
  expect((await post('{"id":"n-9","account":"Nossa" }', { signature: altered })).statusCode).toBe(401)
  expect(await listed()).toEqual([])
  const { rows } = await server.context.database.system.query(`SELECT FROM system.queue_keys WHERE key LIKE '%n-9'`)
  expect(rows).toEqual([])
})

test('what cannot be read, is too large or has no id is refused', async () => {
  expect((await post({ id: '', account: 'Nossa' })).statusCode).toBe(400)
  expect((await post({ id: 'x'.repeat(201), account: 'Nossa' })).statusCode).toBe(400)
  expect((await post({ id: 'n-\u0000', account: 'Nossa' })).statusCode).toBe(400)
  expect((await post({ id: 'n-8', account: 'x'.repeat(3000) })).statusCode).toBe(413)
  expect((await server.app.inject({ method: 'POST', url: '/api/notificacoes/outro' })).statusCode).toBe(404)
})

test('one of an unknown installation is kept for administrators, who get one letter a day', async () => {
  for (const id of ['u-1', 'u-1', 'u-2'])
    expect((await post({ id, account: 'Ninguém' }, { key: '/saldo.novo' })).statusCode).toBe(200)
  expect(await listed()).toMatchObject([
    { aviso: 'u-2', vezes: 1 },
    {
      parceiro: 'Banco Teste',
      aviso: 'u-1',
      tipo: 'saldo.novo',
      conta: 'Ninguém',
      loja: null,
      situacao: 'DESCONHECIDA',
      vezes: 2,
    },
  ])
  // A character that no text of the database holds keeps no notification out.
  expect((await post({ id: 'u-0', account: 'Ninguém', kind: 'saldo\u0000 novo' })).statusCode).toBe(200)
  expect((await listed())[0]).toMatchObject({ aviso: 'u-0', tipo: 'saldo novo' })
  await server.context.mailWorker.deliver()
  expect(mails.mails.map(({ to }) => to)).toEqual(['chefe@x.br'])
  expect(mails.mails[0]?.text).toContain('/notificacao_parceiros')
  const owner = await server.enterStore('dona', stores.ours, { type: 1 })
  expect((await server.call(owner, 'GET', `/api/notificacao_parceiros/list?lojaId=${stores.ours}`)).statusCode).toBe(403)
})

test('what fails is tried again, and given up in sight after a day', async () => {
  partner.answers = false
  await post({ id: 'n-5', account: 'Nossa' })
  await worker().deliver()
  const { system } = server.context.database
  const waiting = async () =>
    (await system.query(`SELECT attempts, failure FROM system.queue WHERE queue = 'notification:banco'`)).rows
  expect(await waiting()).toEqual([{ attempts: 1, failure: 'partner away' }])
  partner.answers = true
  await system.query(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'notification:banco'`)
  await worker().deliver()
  expect(handled.at(-1)).toBe('n-5 Nossa 0')
  expect(await waiting()).toEqual([])

  partner.answers = false
  await post({ id: 'n-6', account: 'Nossa' })
  await worker().deliver()
  await system.query(`UPDATE system.queue SET "dueAt" = now(), attempts = $1 WHERE queue = 'notification:banco'`, [
    mostAttempts - 1,
  ])
  await worker().deliver()
  expect((await listed())[0]).toMatchObject({ aviso: 'n-6', loja: stores.ours, situacao: 'DESISTIU', motivo: 'partner away' })
  await worker().deliver()
  expect(await waiting()).toEqual([{ attempts: mostAttempts, failure: 'partner away' }])
  partner.answers = true
})

test('an administrator has what was given up tried again: queued once, and told how it ended', async () => {
  const { system } = server.context.database
  const row = async (aviso: string) => (await listed()).find((one: { aviso: string }) => one.aviso === aviso)
  const retry = (id: number, token = chief) =>
    server.call(token, 'POST', '/api/notificacoesNaoTratadas/tentaDeNovo', { id, lojaId: stores.ours })
  const queued = async () =>
    (await system.query(`SELECT attempts, "dueAt" = 'infinity' AS given FROM system.queue WHERE queue = 'notification:banco'`))
      .rows
  const { id } = await row('n-6')
  const owner = await server.enterStore('curiosa', stores.ours, { type: 1 })
  expect((await retry(id, owner)).statusCode).toBe(403)
  expect((await retry(987_654)).statusCode).toBe(404)
  // Of an unknown installation nobody knows the store.
  const refused = await retry((await row('u-1')).id)
  const late = 'Esta notificação não está mais entre as de que desistimos. Atualize a lista.'
  expect([refused.statusCode, refused.json().error.message]).toEqual([409, late])

  partner.answers = false
  const replies = await Promise.all([retry(id), retry(id), retry(id)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  await worker().deliver()
  expect(await row('n-6')).toMatchObject({ situacao: 'NA_FILA' })
  expect(await queued()).toEqual([{ attempts: 1, given: false }])
  await system.query(`UPDATE system.queue SET "dueAt" = now(), attempts = $1 WHERE queue = 'notification:banco'`, [
    mostAttempts - 1,
  ])
  await worker().deliver()
  expect(await row('n-6')).toMatchObject({ situacao: 'DESISTIU', motivo: 'partner away', vezes: 2 })

  partner.answers = true
  const again = await retry(id)
  expect([again.statusCode, again.json()]).toEqual([200, { parceiro: 'Banco Teste' }])
  await worker().deliver()
  expect(handled.filter(one => one === 'n-6 Nossa 0')).toHaveLength(1)
  expect(await row('n-6')).toMatchObject({ situacao: 'TRATADA', motivo: null })
  expect(await queued()).toEqual([])
  expect((await retry(id)).statusCode).toBe(409)
})

test('what is given up in two stores is two matters, however many notifications nobody knows', async () => {
  const { system } = server.context.database
  await system.query(
    `INSERT INTO notificacao_parceiros (parceiro, aviso, tipo, conta, situacao, conteudo)
     SELECT 'Outro', 'x-' || n, 'x', 'x', 'DESCONHECIDA', '{}' FROM generate_series(1, 10000) n`,
  )
  expect((await post({ id: 'u-3', account: 'Ninguém' })).statusCode).toBe(200)
  partner.answers = false
  for (const account of ['Nossa', 'Alheia']) await post({ id: 'n-8', account })
  await worker().deliver()
  await system.query(`UPDATE system.queue SET "dueAt" = now(), attempts = $1 WHERE queue = 'notification:banco'`, [
    mostAttempts - 1,
  ])
  await worker().deliver()
  partner.answers = true
  const rows = async () =>
    (
      await system.query(
        `SELECT id::int, loja::int, situacao FROM notificacao_parceiros WHERE aviso IN ('n-8', 'u-3') ORDER BY loja, aviso`,
      )
    ).rows
  expect(await rows()).toMatchObject([
    { loja: stores.ours, situacao: 'DESISTIU' },
    { loja: stores.theirs, situacao: 'DESISTIU' },
  ])
  const { id } = (await rows())[1] ?? {}
  expect((await server.call(chief, 'POST', '/api/notificacoesNaoTratadas/tentaDeNovo', { id })).statusCode).toBe(200)
  await worker().deliver()
  expect(handled.at(-1)).toBe('n-8 Alheia 3')
  expect(await rows()).toMatchObject([
    { loja: stores.ours, situacao: 'DESISTIU' },
    { loja: stores.theirs, situacao: 'TRATADA' },
  ])
  await system.query(`DELETE FROM notificacao_parceiros WHERE parceiro = 'Outro' OR aviso = 'n-8'`)
})

test('the document of the API says where partners notify', async () => {
  const { paths } = (await server.app.inject({ url: '/api/openapi.json' })).json()
  const { post: plain } = paths['/notificacoes/banco']
  expect(plain).toMatchObject({ summary: 'Notificação de Banco Teste', security: [] })
  expect(plain.description).toContain('2000 bytes')
  // Members that bodies of writes may have besides are no word of a partner.
  expect(plain.parameters).toEqual([])
  expect(paths['/notificacoes/banco/{key}'].post.parameters).toMatchObject([{ name: 'key', in: 'path' }])
})

test('after 7 days what nobody handled is gone', async () => {
  const { service } = server.context
  await service.database.system.query(
    `UPDATE notificacao_parceiros SET "createdAt" = now() - interval '8 days' WHERE aviso LIKE 'u-%'`,
  )
  await removeOldNotifications(service)
  expect((await listed()).map(({ aviso }: { aviso: string }) => aviso)).toEqual(['n-6'])
})

test('stores take turns: what one has waiting holds none of another up', async () => {
  const { system } = server.context.database
  const queue = notificationQueue('banco')
  const item = (id: string, lojaId: number, account: string) => ({ lojaId, id, kind: 'saldo', account, content: { account } })
  const ours = Array.from({ length: 40 }, (_, at) => item(`t-${at}`, stores.ours, 'Nossa'))
  await queue.add(system, ours)
  await queue.add(system, [item('t-a', stores.theirs, 'Alheia'), item('t-b', stores.theirs, 'Alheia')])
  const before = handled.length
  await worker().deliver()
  const order = handled.slice(before).map(said => said.split(' ')[1])
  expect(order).toHaveLength(42)
  expect(order.flatMap((account, at) => (account === 'Alheia' ? [at] : [])).at(-1)).toBeLessThanOrEqual(3)
})

test('what the partner no longer has is given up at once, in sight', async () => {
  const { system } = server.context.database
  for (const status of [404, 410]) {
    partner.failure = new IntegrationError('BANCO_URL', 'status', status)
    await post({ id: `g-${status}`, account: 'Nossa' })
    await worker().deliver()
    expect((await listed())[0]).toMatchObject({
      aviso: `g-${status}`,
      situacao: 'DESISTIU',
      motivo: `BANCO_URL: status ${status}`,
    })
  }
  partner.failure = new IntegrationError('BANCO_URL', 'status', 503)
  await post({ id: 'g-503', account: 'Nossa' })
  await worker().deliver()
  expect((await listed())[0]).toMatchObject({ aviso: 'g-410' })
  partner.failure = undefined
  await system.query(`DELETE FROM system.queue WHERE content LIKE '%"g-%'`)
  await system.query(`DELETE FROM notificacao_parceiros WHERE aviso LIKE 'g-%'`)
})

test('an address that guesses is held off; sound notifications still come in', async () => {
  const codes: number[] = []
  for (let at = 0; at < 125; at += 1)
    codes.push((await post({ id: 'x', account: 'Nossa' }, { signature: 'ab', address: '10.0.0.9' })).statusCode)
  expect([codes[0], codes.at(-1)]).toEqual([401, 429])
  expect((await post({ id: 'n-7', account: 'Nossa' }, { address: '10.0.0.9' })).statusCode).toBe(200)
})
