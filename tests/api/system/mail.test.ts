import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '../../../src/server/access/sessions.ts'
import { secretsOfInstallation } from '../../../src/server/database/secret.ts'
import { enqueueMail, mailQueue } from '../../../src/server/features/mail/mailOutbox.ts'
import { mailFromTemplate } from '../../../src/server/features/mail/mailTemplates.ts'
import { openMailTransport } from '../../../src/server/features/mail/mailTransport.ts'
import { startMailWorker } from '../../../src/server/features/mail/mailWorker.ts'
import { linkInMail, type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { openServer, type TestServer, testPassword } from '../fixtures/testServer.ts'

let server: TestServer
let post: MailCatcher
let store = 0
let dona = ''

beforeAll(async () => {
  post = await openMailCatcher()
  server = await openServer(undefined, { mail: { url: post.url, from: 'Loja Teste <loja@teste.br>' } })
  store = await server.addStore('Loja')
  await server.tie(await server.addUser('dona@x.br'), store, { type: 1, email: 'dona@x.br' })
  dona = await server.enter('dona@x.br')
})
afterAll(async () => {
  await server?.close()
  await post?.close()
})
beforeEach(() => {
  post.refuse = undefined
  post.mails.length = 0
})

const q = () => server.context.database.system
const open = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
  server.app.inject({ method: 'POST', url: `/api/${url}`, payload, remoteAddress })
const reset = (email: string, from?: string) => open('users/sendResetPasswordEmail', { email }, from)
const confirm = (token: string | null, password: string, from?: string) =>
  open('ConfirmationTokens/confirmacao', { token, password }, from)
const invite = (email: string) => server.call(dona, 'POST', `/api/users/convidar?lojaId=${store}&email=${email}&type=2`)
const waiting = async (): Promise<{ attempts: number; failure: string | null; content: string; due: string }[]> =>
  (await q().query(`SELECT attempts, failure, content, "dueAt"::text AS due FROM system.queue WHERE queue = 'mail'`))
    .rows as never

describe('an invitation', () => {
  test('brings a link; with it somebody makes a password and enters, once', async () => {
    expect((await invite('nova@x.br')).statusCode).toBe(200)
    const mail = await post.next('nova@x.br')
    expect(mail.from).toBe('loja@teste.br')
    expect(mail.raw).toMatch(/^From: "?Loja Teste"? <loja@teste\.br>$/m)
    expect(mail.raw).toMatch(/Message-ID: <[\w-]+@retaguarda>/i)
    expect(mail.text).toContain('nova@x.br')
    const link = linkInMail(mail.text)
    expect([link.pathname, link.searchParams.get('reset')]).toEqual(['/confirmacao', null])
    const token = link.searchParams.get('t')
    expect((await server.login('nova@x.br', 'segredo1')).statusCode).toBe(401)
    expect((await confirm(token, 'segredo1')).statusCode).toBe(204)
    expect((await server.login('nova@x.br', 'segredo1')).statusCode).toBe(200)
    const again = await confirm(token, 'outra-senha')
    expect([again.statusCode, again.json().error.code]).toEqual([422, 'confirmation.invalid'])
    expect((await server.login('nova@x.br', 'segredo1')).statusCode).toBe(200)
  })

  test('whose link came of age opens nothing', async () => {
    await invite('tarde@x.br')
    const token = linkInMail((await post.next('tarde@x.br')).text).searchParams.get('t')
    await q().query(`UPDATE system.confirmations SET "expiresAt" = now() - interval '1 second' WHERE hash = $1`, [
      hashToken(token ?? ''),
    ])
    expect((await confirm(token, 'segredo1')).json().error.code).toBe('confirmation.invalid')
  })

  test('that is rolled back with its save is never sent', async () => {
    // Those of before are on their way out.
    await expect.poll(waiting).toEqual([])
    const before = (await q().query('SELECT count(*)::int AS n FROM system.confirmations')).rows[0]?.n
    expect((await server.call(dona, 'POST', '/api/user_lojas', { lojaId: store, email: 'erro@x.br', type: 9 })).statusCode).toBe(
      422,
    )
    expect(await waiting()).toEqual([])
    expect((await q().query('SELECT count(*)::int AS n FROM system.confirmations')).rows[0]?.n).toBe(before)
  })

  test('nothing that opens an account is kept readable', async () => {
    post.refuse = '451 later'
    await invite('lida@x.br')
    await server.context.mailWorker.deliver()
    const [mail] = await waiting()
    expect(mail?.content).toMatch(/^v1\./)
    const { rows } = await q().query<{ text: string }>('SELECT c::text AS text FROM system.confirmations c')
    await q().query('UPDATE system.queue SET "dueAt" = now()')
    post.refuse = undefined
    await server.context.mailWorker.deliver()
    const token = linkInMail((await post.next('lida@x.br')).text).searchParams.get('t') ?? 'nenhum'
    expect(rows.some(({ text }) => text.includes(token))).toBe(false)
    expect(server.logged.join('')).not.toContain(token)
    expect(server.logged.join('')).not.toContain('lida@x.br')
  })
})

test('a mail server that refuses again and again is told to the owner, until it takes one', async () => {
  const failing = async () =>
    (await server.call(dona, 'GET', `/api/relatorio/inicio/integracoes?lojaId=${store}`)).json<{ array: unknown[] }>().array
  post.refuse = '451 later'
  await invite('espera@x.br')
  // The server's own worker may have the mail just then: it is tried until it was refused often enough.
  const tried = async () => {
    await q().query('UPDATE system.queue SET "dueAt" = now()')
    await server.context.mailWorker.deliver()
    return failing()
  }
  await expect.poll(tried).toMatchObject([{ nome: 'SMTP_URL', motivo: 'status' }])
  post.refuse = undefined
  await expect.poll(tried).toEqual([])
  await post.next('espera@x.br')
})

describe('access to a store', () => {
  test('is told to somebody who has a password, without a link that opens anything', async () => {
    await server.addUser('antiga@x.br')
    expect((await invite('Antiga@x.br')).statusCode).toBe(200)
    const mail = await post.next('antiga@x.br')
    expect(mail.text).toContain('acesso à loja Loja')
    expect(mail.text).not.toContain('/confirmacao')
  })

  test('of a second store brings another link to who has none yet', async () => {
    await invite('semsenha@x.br')
    const first = linkInMail((await post.next('semsenha@x.br')).text).searchParams.get('t')
    const other = await server.addStore('Outra')
    await server.tie(await server.addUser('dono2@x.br'), other, { type: 1, email: 'dono2@x.br' })
    const token = await server.enter('dono2@x.br')
    await server.call(token, 'POST', `/api/users/convidar?lojaId=${other}&email=semsenha@x.br`)
    const second = linkInMail((await post.next('semsenha@x.br')).text).searchParams.get('t')
    expect(second).not.toBe(first)
    expect((await confirm(second, 'segredo1', '10.1.0.6')).statusCode).toBe(204)
    expect((await confirm(first, 'segredo2', '10.1.0.6')).statusCode).toBe(422)
  })
})

describe('a forgotten password', () => {
  test('is replaced by a link; whoever was in is out, and other links are void', async () => {
    await server.addUser('ana@x.br')
    const old = await server.enter('ana@x.br')
    expect((await reset(' Ana@X.br ')).statusCode).toBe(204)
    const first = linkInMail((await post.next('ana@x.br')).text)
    expect((await reset('ana@x.br')).statusCode).toBe(204)
    const second = linkInMail((await post.next('ana@x.br')).text)
    expect(first.searchParams.get('reset')).toBe('true')
    expect((await confirm(second.searchParams.get('t'), 'novissima')).statusCode).toBe(204)
    expect((await post.next('ana@x.br')).text).toContain('A senha da conta ana@x.br foi alterada')
    expect((await server.login('ana@x.br', 'novissima')).statusCode).toBe(200)
    expect((await server.login('ana@x.br', testPassword)).statusCode).toBe(401)
    expect((await server.call(old, 'GET', '/api/model')).statusCode).toBe(401)
    expect((await confirm(first.searchParams.get('t'), 'terceira')).statusCode).toBe(422)
  })

  test('used twice at once, a link works once', async () => {
    await server.addUser('gemea@x.br')
    await reset('gemea@x.br', '10.1.0.1')
    const token = linkInMail((await post.next('gemea@x.br')).text).searchParams.get('t')
    const replies = await Promise.all(['primeira', 'segunda'].map(password => confirm(token, password, '10.1.0.1')))
    expect(replies.filter(reply => reply.statusCode === 204)).toHaveLength(1)
    expect(replies.every(reply => [204, 422, 429].includes(reply.statusCode))).toBe(true)
    expect((await post.next('gemea@x.br')).text).toContain('A senha da conta gemea@x.br foi alterada')
  })

  test('the answer is the same whether somebody has the e-mail', async () => {
    await server.addUser('existe@x.br')
    const answers = []
    for (const email of ['existe@x.br', 'ninguem@x.br']) {
      const started = Date.now()
      const { statusCode, body } = await reset(email, '10.1.0.2')
      answers.push([statusCode, body, Date.now() - started >= 295])
    }
    expect(answers).toEqual([
      [204, '', true],
      [204, '', true],
    ])
    await post.next('existe@x.br')
    await server.context.mailWorker.deliver()
    expect(post.mails).toEqual([])
  })

  test('is asked for so often and no more', async () => {
    const statuses: number[] = []
    for (let call = 0; call < 8; call += 1) statuses.push((await reset('muitas@x.br', '10.1.0.3')).statusCode)
    expect(statuses.slice(0, 5)).toEqual([204, 204, 204, 204, 204])
    expect(statuses).toContain(429)
  })

  test('a short password, a wrong token, nothing at all', async () => {
    expect((await confirm('x', '12345', '10.1.0.4')).json().error.details).toEqual([
      { path: 'password', code: 'password.too-short', message: 'Mínimo de 6 caracteres' },
    ])
    expect((await confirm('x', '123456', '10.1.0.4')).json().error.code).toBe('confirmation.invalid')
    expect((await reset('', '10.1.0.4')).statusCode).toBe(422)
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, at) => confirm(`palpite${at}`, '123456', '10.1.0.5')))
    expect(guesses.filter(reply => reply.statusCode === 429).length).toBeGreaterThan(5)
  })
})

const letter = (to: string) =>
  mailFromTemplate(server.context.service.model(), 'invite', to, { email: to, link: 'http://x', address: 'http://y' })
const secrets = () => secretsOfInstallation(server.context.service.dataDir)

describe('the outbox', () => {
  test('a mail server that is away is asked again later', async () => {
    post.refuse = '451 try later'
    await enqueueMail(q(), secrets(), letter('depois@x.br'))
    await server.context.mailWorker.deliver()
    const [mail] = await waiting()
    expect(mail).toMatchObject({ attempts: 1, failure: 'EENVELOPE 451' })
    expect(Date.parse(mail?.due ?? '')).toBeGreaterThan(Date.now() + 10_000)
    post.refuse = undefined
    await q().query('UPDATE system.queue SET "dueAt" = now()')
    await server.context.mailWorker.deliver()
    expect(await post.next('depois@x.br')).toBeDefined()
    expect(await waiting()).toEqual([])
    expect([1, 2, 3, 12].map(mailQueue(secrets).delayAfter)).toEqual([15, 30, 60, 3600])
  })

  test('a receiver that does not exist is not tried again', async () => {
    post.refuse = '550 no such user'
    await enqueueMail(q(), secrets(), letter('nao-existe@x.br'))
    await server.context.mailWorker.deliver()
    expect(await waiting()).toMatchObject([{ attempts: 1, failure: 'EENVELOPE 550', due: 'infinity' }])
    await q().query('DELETE FROM system.queue')
  })
})

describe('the outbox with senders of the test', () => {
  // The server's own sender takes what is due every ten seconds, in the middle of any of these tests.
  beforeAll(() => server.context.mailWorker.close())

  const carrierTo = (url: string) =>
    startMailWorker({
      q: q(),
      secrets,
      send: openMailTransport({ url, from: undefined }, server.context.service.dataDir),
      log: pino({ level: 'silent' }),
    })

  test('several servers send each mail once', async () => {
    const count = 30
    for (let at = 0; at < count; at += 1) await enqueueMail(q(), secrets(), letter(`p${at}@x.br`))
    const carriers = Array.from({ length: 3 }, () => carrierTo(post.url))
    await Promise.all(carriers.map(carrier => carrier.deliver()))
    await Promise.all(carriers.map(carrier => carrier.close()))
    expect(post.mails.map(mail => mail.to).sort()).toEqual(Array.from({ length: count }, (_, at) => `p${at}@x.br`).sort())
    expect(await waiting()).toEqual([])
  })

  test('a mail whose sender died is free again after a while', async () => {
    await enqueueMail(q(), secrets(), letter('orfa@x.br'))
    const queue = mailQueue(secrets)
    const [taken] = await queue.claim(q())
    expect(queue.rules.read(taken?.content ?? '').to).toBe('orfa@x.br')
    expect(await queue.claim(q())).toEqual([])
    await q().query(`UPDATE system.queue SET "dueAt" = "dueAt" - interval '121 seconds'`)
    const carrier = carrierTo(post.url)
    await carrier.deliver()
    await carrier.close()
    expect(await post.next('orfa@x.br')).toBeDefined()
  })

  test('a mail server that says nothing holds up neither a call nor the closing', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>(done => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as AddressInfo
    const carrier = carrierTo(`smtp://127.0.0.1:${port}`)
    await enqueueMail(q(), secrets(), letter('quieta@x.br'))
    // No promise: nobody waits for it.
    expect(carrier.wake()).toBeUndefined()
    await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1)
    await carrier.close()
    silent.close()
    await q().query('DELETE FROM system.queue')
  })

  test('with an SMTP server no file is written', () => {
    expect(existsSync(join(server.context.service.dataDir, 'mail'))).toBe(false)
  })
})
