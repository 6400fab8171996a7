import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkInMail, type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { openServer, type TestServer, testPassword } from '../fixtures/testServer.ts'

let server: TestServer
let post: MailCatcher
let store: number
const person = { id: 0, token: '' }

beforeAll(async () => {
  post = await openMailCatcher()
  server = await openServer(undefined, { mail: { url: post.url, from: 'Loja Teste <loja@teste.br>' } })
  store = await server.addStore('Cantina Bella Massa')
  person.id = await server.addUser('mariana.alves@x.br', { nome: 'Mariana Alves Conceição' })
  await server.tie(person.id, store, { type: 1, email: 'mariana.alves@x.br' })
  person.token = await server.enter('mariana.alves@x.br')
})
afterAll(async () => {
  await server?.close()
  await post?.close()
})
beforeEach(() => server.context.database.system.query('DELETE FROM system.attempts'))

const change = (newPassword: string) =>
  server.call(person.token, 'POST', '/api/users/change-password', { oldPassword: testPassword, newPassword })

describe('a new password', () => {
  test.each([
    ['123456', 'password.most-used'],
    ['Password', 'password.most-used'],
    ['senha123', 'password.most-used'],
    ['P@ssw0rd!', 'password.most-used'],
    ['brasil2024', 'password.most-used'],
    ['Senha@2026', 'password.most-used'],
    ['      ', 'password.repeated'],
    ['aaaaaaaa', 'password.repeated'],
    ['mariana', 'password.personal'],
    ['Conceicao2026', 'password.personal'],
    ['mariana.alves@x.br', 'password.personal'],
    ['cantina bella massa', 'password.personal'],
    ['12345', 'password.too-short'],
  ])('"%s" is refused at its field', async (password, code) => {
    const reply = await change(password)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().error.details).toMatchObject([{ path: 'newPassword', code }])
    expect(reply.json().error.details[0].message).not.toBe('')
  })

  test('of six characters will do, unless the store asks for eight', async () => {
    await server.context.database.system.query('UPDATE lojas SET senha_longa = true WHERE id = $1', [store])
    server.context.access.forget()
    const short = await change('xk3-9w')
    expect(short.json().error.details).toEqual([
      { path: 'newPassword', code: 'password.too-short-company', message: 'Mínimo de 8 caracteres: é o que a sua empresa pede' },
    ])
    await server.context.database.system.query('UPDATE lojas SET senha_longa = false WHERE id = $1', [store])
    expect((await change('xk3-9w')).statusCode).toBe(204)
    expect((await post.next('mariana.alves@x.br')).text).toMatch(/senha da conta mariana.alves@x.br foi alterada/)
  })
})

const tryFrom = (address: string, agent: string, password: string, cookie = '') =>
  server.app.inject({
    method: 'POST',
    url: '/api/users/login',
    remoteAddress: address,
    headers: { 'user-agent': agent, ...(cookie ? { cookie } : {}) },
    payload: { email: 'bento@x.br', password },
  })

describe('wrong attempts of a stranger', () => {
  beforeAll(async () => {
    await server.tie(await server.addUser('bento@x.br'), store, { email: 'bento@x.br' })
  })

  const closeByStranger = async () => {
    for (let round = 0; round < 6; round++) await tryFrom('203.0.113.9', 'curl/8', 'errada')
    expect((await tryFrom('203.0.113.9', 'curl/8', testPassword)).statusCode).toBe(429)
  }

  test('do not keep out a device that signed in before, wherever it is', async () => {
    const first = await tryFrom('198.51.100.4', 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0', testPassword)
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)
    await closeByStranger()
    // A device that is not known waits as the stranger does.
    expect((await tryFrom('198.51.100.77', 'curl/8', testPassword)).statusCode).toBe(429)
    expect((await tryFrom('198.51.100.4', 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0', testPassword)).statusCode).toBe(200)
    expect((await tryFrom('192.0.2.50', 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0', testPassword, cookie)).statusCode).toBe(200)
  })

  test('a known device is stopped for itself, when it guesses', async () => {
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0'
    const codes = []
    for (let round = 0; round < 8; round++) codes.push((await tryFrom('198.51.100.4', agent, 'errada')).statusCode)
    expect(codes).toContain(429)
  })

  test('are undone by a password set by letter', async () => {
    await closeByStranger()
    await server.app.inject({ method: 'POST', url: '/api/users/sendResetPasswordEmail', payload: { email: 'bento@x.br' } })
    let mail = await post.next('bento@x.br')
    while (!mail.text.includes('/confirmacao?')) mail = await post.next('bento@x.br')
    const token = linkInMail(mail.text).searchParams.get('t')
    const set = (password: string) =>
      server.app.inject({ method: 'POST', url: '/api/ConfirmationTokens/confirmacao', payload: { token, password } })
    // The person's own name is refused here, too, and the link still opens.
    expect((await set('bento1')).json().error.details).toMatchObject([{ path: 'password', code: 'password.personal' }])
    expect((await set('novissima-7')).statusCode).toBe(204)
    expect((await tryFrom('203.0.113.200', 'outro', 'novissima-7')).statusCode).toBe(200)
  })

  test('a login on a new device is told by a letter, one on a known device is not', async () => {
    await server.tie(await server.addUser('clara@x.br'), store, { email: 'clara@x.br' })
    const enter = (address: string, agent: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/users/login',
        remoteAddress: address,
        headers: { 'user-agent': agent },
        payload: { email: 'clara@x.br', password: testPassword },
      })
    await enter('198.51.100.8', 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0')
    await enter('198.51.100.8', 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0')
    await enter('203.0.113.50', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile Safari/604.1')
    const mail = await post.next('clara@x.br')
    expect(mail.text).toContain('Safari no iPhone, endereço 203.0.113.50')
    expect(mail.text).toMatch(/\/sessoes$/m)
    await server.context.mailWorker.deliver()
    expect(post.mails.filter(({ to }) => to === 'clara@x.br')).toEqual([])
  })
})
