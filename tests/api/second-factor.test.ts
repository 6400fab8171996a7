import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setPasswordHash } from '../../src/server/access/users.ts'
import { stepOfCode, totpCode, totpStep } from '../../src/server/session/secondFactor/totp.ts'
import { type MailCatcher, openMailCatcher } from '../mailCatcher.ts'
import { cheapHash } from './fixtures/cheapHash.ts'
import { softAuthenticator } from './fixtures/softAuthenticator.ts'
import { openServer, type TestServer, testPassword } from './fixtures/testServer.ts'

let server: TestServer
let letters: MailCatcher
const ids = { ana: 0, bia: 0, store: 0, other: 0 }
/** As tests call it: without PUBLIC_URL the name by which it was called. */
const origin = 'http://localhost'

beforeAll(async () => {
  letters = await openMailCatcher()
  server = await openServer(undefined, { mail: { url: letters.url, from: 'Loja Teste <loja@teste.br>' } })
  ids.ana = await server.addUser('ana@x.br')
  ids.bia = await server.addUser('bia@x.br')
  ids.store = await server.addStore('Loja')
  ids.other = await server.addStore('Outra')
  await server.tie(ids.ana, ids.store, { type: 1 })
  await server.tie(ids.bia, ids.other, { type: 1 })
})
afterAll(async () => {
  await server?.close()
  await letters?.close()
})

beforeEach(async () => {
  const tables = [
    'totp_seeds',
    'recovery_codes',
    'passkeys',
    'trusted_devices',
    'challenges',
    'attempts',
    'sessions',
    'queue',
    'letters',
  ]
  for (const table of tables) await q().query(`DELETE FROM system.${table}`)
  server.context.access.forgetAll()
  letters.mails.length = 0
})

const q = () => server.context.database.system
const post = (token: string, path: string, body: object = {}) => server.call(token, 'POST', `/api/users/${path}`, body)
const state = async (token: string) => (await server.call(token, 'GET', '/api/users/segundo-fator')).json()
const open = (path: string, payload: object, cookie = '') =>
  server.app.inject({ method: 'POST', url: `/api/users/${path}`, payload, headers: { cookie } })
const login = (email: string, cookie = '') => open('login', { email, password: testPassword }, cookie)
/** Forgets that codes were taken: the tests are quicker than the clock of an app. */
const nextCode = () => q().query('UPDATE system.totp_seeds SET "lastStep" = 0')

const base32 = (text: string): Buffer => {
  const bits = [...text].map(one => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

/** Sets an authenticator app up: gives what it shows, and the recovery codes. */
async function withApp(token: string) {
  const { setup, chave, qr } = (await post(token, 'segundo-fator/totp', { password: testPassword })).json()
  const seed = base32(chave)
  const code = (away = 0) => totpCode(seed, totpStep(Date.now()) + away)
  const reply = await post(token, 'segundo-fator/totp/confirmar', { setup, code: code() })
  expect(reply.statusCode, reply.body).toBe(200)
  await nextCode()
  return { setup, seed, qr, code, codes: reply.json().codigos as string[] }
}

/** Gives somebody a passkey. */
async function withPasskey(token: string, proof: object = { password: testPassword }) {
  const maker = softAuthenticator(origin)
  const { setup, options } = (await post(token, 'segundo-fator/passkeys/opcoes', proof)).json()
  const body = { setup, nome: 'Celular', response: maker.register(options) }
  const reply = await post(token, 'segundo-fator/passkeys', body)
  expect(reply.statusCode, reply.body).toBe(200)
  return { maker, body, codes: reply.json().codigos as string[] }
}

const errorOf = (reply: { statusCode: number; json(): { error?: { code: string } } }) => [
  reply.statusCode,
  reply.json().error?.code,
]

describe('an authenticator app', () => {
  test('counts once a code proved it, and is told by letter; its key is sealed and codes are hashed', async () => {
    const token = await server.enter('ana@x.br')
    expect(await state(token)).toMatchObject({
      totp: null,
      codigos: 0,
      passkeys: [],
      endereco: { origem: origin, passkeys: true },
    })
    const begun = (await post(token, 'segundo-fator/totp', { password: testPassword })).json()
    expect(begun.qr).toMatch(/^data:image\/png;base64,/)
    expect((await login('ana@x.br')).statusCode).toBe(200)
    const wrong = await post(token, 'segundo-fator/totp/confirmar', { setup: begun.setup, code: '00000' })
    expect(wrong.json().error).toMatchObject({ code: 'second-factor.wrong', details: [{ path: 'code' }] })
    const { seed, codes } = await withApp(token)
    expect(codes).toHaveLength(10)
    expect(await state(token)).toMatchObject({ totp: expect.any(String), codigos: 10 })
    const { rows } = await q().query('SELECT seed FROM system.totp_seeds UNION ALL SELECT hash FROM system.recovery_codes')
    const kept = JSON.stringify(rows) + JSON.stringify((await q().query('SELECT * FROM system.challenges')).rows)
    for (const secret of [seed.toString('base64'), seed.toString('hex'), seed.toString('base64url'), codes[0] ?? ''])
      expect(kept).not.toContain(secret)
    expect(server.logged.join('')).not.toContain(begun.chave)
    expect((await letters.next('ana@x.br')).text).toMatch(/novo segundo fator: Aplicativo autenticador[\s\S]*segurancaDaConta/)
  })

  test('is asked after the right password alone, and then lets in as the login does', async () => {
    const { code } = await withApp(await server.enter('ana@x.br'))
    expect(errorOf(await open('login', { email: 'ana@x.br', password: 'errada' }))).toEqual([401, 'login-failed'])
    const asked = await login('ana@x.br')
    expect(errorOf(asked)).toEqual([401, 'second-factor.needed'])
    expect(asked.json().error.message).toContain('segundo fator')
    const { challenge } = asked.json()
    expect(challenge).toMatchObject({ ttl: 300, methods: ['totp', 'recovery'] })
    expect(asked.json().id).toBeUndefined()
    expect((await server.call(challenge.id, 'POST', '/api/users/configuracao')).statusCode).toBe(401)
    const reply = await open('login/codigo', { challenge: challenge.id, code: code() })
    expect(reply.json()).toMatchObject({ userId: ids.ana, ttl: 14 * 24 * 3600 })
    expect((await post(reply.json().id, 'configuracao')).json()).toMatchObject({
      usuario: { id: ids.ana },
      segundoFatorExigido: false,
    })
  })

  test('a code counts once, an answered challenge never again', async () => {
    const { code } = await withApp(await server.enter('ana@x.br'))
    const [first, second] = [(await login('ana@x.br')).json().challenge.id, (await login('ana@x.br')).json().challenge.id]
    const now = code()
    const both = await Promise.all([first, second].map(challenge => open('login/codigo', { challenge, code: now })))
    expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const third = (await login('ana@x.br')).json().challenge.id
    expect(errorOf(await open('login/codigo', { challenge: third, code: now }))).toEqual([401, 'second-factor.wrong'])
    const used = both[0]?.statusCode === 200 ? first : second
    await nextCode()
    expect(errorOf(await open('login/codigo', { challenge: used, code: code() }))).toEqual([401, 'second-factor.expired'])
    expect(errorOf(await open('login/codigo', { challenge: 'erfunden', code: code() }))).toEqual([401, 'second-factor.expired'])
  })

  test("another's challenge takes no code of mine, and a challenge ends with its time", async () => {
    const ana = await withApp(await server.enter('ana@x.br'))
    await withApp(await server.enter('bia@x.br'))
    const { challenge } = (await login('bia@x.br')).json()
    expect(errorOf(await open('login/codigo', { challenge: challenge.id, code: ana.code() }))).toEqual([
      401,
      'second-factor.wrong',
    ])
    const own = (await login('ana@x.br')).json().challenge.id
    await q().query(`UPDATE system.challenges SET "expiresAt" = now() - interval '1 second'`)
    expect(errorOf(await open('login/codigo', { challenge: own, code: ana.code() }))).toEqual([401, 'second-factor.expired'])
  })

  test('guesses are limited: by challenge, by person, whatever the number of challenges', async () => {
    const { seed, code } = await withApp(await server.enter('ana@x.br'))
    const wrong = ['111111', '222222', '333333', '444444', '555555', '666666', '777777'].filter(
      one => stepOfCode(seed, one) === undefined,
    )
    const challenge = async () => (await login('ana@x.br')).json().challenge.id
    const guess = async (one: string, at: string) => (await open('login/codigo', { challenge: at, code: one })).statusCode
    const first = await challenge()
    const replies = await Promise.all(wrong.map(one => guess(one, first)))
    expect(replies.filter(status => status === 401).length).toBeGreaterThan(0)
    const next = await challenge()
    // The first wait is a second, which is over before a busy machine asks again.
    await q().query(`UPDATE system.attempts SET "blockedUntil" = now() + interval '1 hour' WHERE "blockedUntil" > "updatedAt"`)
    expect(errorOf(await open('login/codigo', { challenge: next, code: code() }))).toEqual([429, 'rate-limited'])
    await q().query('DELETE FROM system.attempts')
    expect(errorOf(await open('login/codigo', { challenge: first, code: code() }))).toEqual([401, 'second-factor.expired'])
    expect((await open('login/codigo', { challenge: next, code: code() })).statusCode).toBe(200)
  })

  test('a recovery code lets in once, typed as people type; new ones take the place of all', async () => {
    const token = await server.enter('ana@x.br')
    const { codes, code } = await withApp(token)
    const enter = async (typed = '') =>
      open('login/codigo', { challenge: (await login('ana@x.br')).json().challenge.id, code: typed })
    expect((await enter(codes[0]?.toLowerCase().replaceAll('-', ' '))).statusCode).toBe(200)
    expect(errorOf(await enter(codes[0]))).toEqual([401, 'second-factor.wrong'])
    expect((await state(token)).codigos).toBe(9)
    const renewed = await post(token, 'segundo-fator/codigos', { code: code() })
    expect(renewed.json().codigos).toHaveLength(10)
    expect(errorOf(await enter(codes[1]))).toEqual([401, 'second-factor.wrong'])
    expect((await enter(renewed.json().codigos[0])).statusCode).toBe(200)
  })

  test('is changed only by who proves it: the password is not enough any more', async () => {
    const token = await server.enter('ana@x.br')
    expect(errorOf(await post(token, 'segundo-fator/totp', {}))).toEqual([422, 'second-factor.password-required'])
    expect(errorOf(await post(token, 'segundo-fator/totp', { password: 'errada' }))).toEqual([422, 'password.wrong'])
    const { setup, code } = await withApp(token)
    const password = { password: testPassword }
    for (const path of ['totp', 'totp/remover', 'codigos', 'passkeys/opcoes'])
      expect(errorOf(await post(token, `segundo-fator/${path}`, password)), path).toEqual([422, 'second-factor.code-required'])
    expect(errorOf(await post(token, 'segundo-fator/totp/confirmar', { setup, code: code() }))).toEqual([
      422,
      'second-factor.setup-expired',
    ])
    expect(errorOf(await post(token, 'segundo-fator/totp/remover', { code: '12345' }))).toEqual([422, 'second-factor.wrong'])
    expect((await post(token, 'segundo-fator/totp/remover', { code: code() })).statusCode).toBe(204)
    expect(await state(token)).toMatchObject({ totp: null, codigos: 0 })
    expect((await login('ana@x.br')).statusCode).toBe(200)
    await letters.next('ana@x.br')
    expect((await letters.next('ana@x.br')).text).toContain('Foi removido da conta ana@x.br um segundo fator')
  })

  test('what one began another cannot end', async () => {
    const [ana, bia] = [await server.enter('ana@x.br'), await server.enter('bia@x.br')]
    const { setup, chave } = (await post(ana, 'segundo-fator/totp', { password: testPassword })).json()
    const code = totpCode(base32(chave), totpStep(Date.now()))
    expect(errorOf(await post(bia, 'segundo-fator/totp/confirmar', { setup, code }))).toEqual([
      422,
      'second-factor.setup-expired',
    ])
    expect(await state(bia)).toMatchObject({ totp: null })
  })
})

describe('a device that is remembered', () => {
  const remembered = async () => {
    const token = await server.enter('ana@x.br')
    const { code } = await withApp(token)
    const { challenge } = (await login('ana@x.br')).json()
    const reply = await open('login/codigo', { challenge: challenge.id, code: code(), remember: true })
    await nextCode()
    const set = String(reply.headers['set-cookie'])
    expect(set).toMatch(/HttpOnly; SameSite=Strict/)
    return { token, code, cookie: set.split(';')[0] ?? '' }
  }

  test('is not asked again, but by its own person alone; only a hash is kept', async () => {
    const { token, cookie } = await remembered()
    expect((await login('ana@x.br', `outro=1; ${cookie}`)).statusCode).toBe(200)
    expect((await login('ana@x.br')).statusCode).toBe(401)
    expect((await open('login', { email: 'ana@x.br', password: 'errada' }, cookie)).statusCode).toBe(401)
    await withApp(await server.enter('bia@x.br'))
    const others = cookie.replace(`_${ids.ana}=`, `_${ids.bia}=`)
    expect((await login('bia@x.br', others)).statusCode).toBe(401)
    const { rows } = await q().query('SELECT hash FROM system.trusted_devices')
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1])
    expect((await state(token)).aparelhos).toBe(1)
  })

  test.each(['password', 'reset', 'factor', 'forgotten', 'time'])('is asked again after: %s', async why => {
    const { token, code, cookie } = await remembered()
    if (why === 'password') {
      const changed = await post(token, 'change-password', { oldPassword: testPassword, newPassword: 'barco azul de papel' })
      expect(changed.statusCode).toBe(204)
      await setPasswordHash(q(), ids.ana, cheapHash(testPassword))
    }
    if (why === 'reset') await q().query('UPDATE system.passwords SET "changedAt" = now() WHERE "userId" = $1', [ids.ana])
    if (why === 'forgotten') await post(token, 'segundo-fator/aparelhos/esquecer')
    if (why === 'time') await q().query(`UPDATE system.trusted_devices SET "expiresAt" = now() - interval '1 second'`)
    if (why === 'factor') {
      await withPasskey(token, { code: code() })
      await nextCode()
      expect((await post(token, 'segundo-fator/totp/remover', { code: code() })).statusCode).toBe(204)
    }
    expect(errorOf(await login('ana@x.br', cookie))).toEqual([401, 'second-factor.needed'])
    expect((await state(token)).aparelhos).toBe(0)
  })
})

describe('a passkey', () => {
  const ask = async () => (await open('login/passkey/opcoes', {})).json()

  test('signs in alone, once for each question', async () => {
    const { maker, codes } = await withPasskey(await server.enter('ana@x.br'))
    expect(codes).toHaveLength(10)
    const { challenge, options } = await ask()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    const answer = { challenge, response: maker.sign(options) }
    const reply = await open('login/passkey', answer)
    expect(reply.json()).toMatchObject({ userId: ids.ana })
    expect(await state(reply.json().id)).toMatchObject({ passkeys: [{ nome: 'Celular', usadaEm: expect.any(String) }] })
    expect(errorOf(await open('login/passkey', answer))).toEqual([401, 'second-factor.expired'])
    const again = await ask()
    expect(errorOf(await open('login/passkey', { ...answer, challenge: again.challenge }))).toEqual([401, 'second-factor.wrong'])
  })

  test('is refused from other pages, without its person recognised, and unknown', async () => {
    const { maker } = await withPasskey(await server.enter('ana@x.br'))
    const answers = [
      (options: never) => maker.sign(options, { origin: 'https://retaguarda.example' }),
      (options: never) => maker.sign(options, { verified: false }),
      (options: never) => softAuthenticator(origin).sign(options),
      () => ({ id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '', authenticatorData: '', signature: '' } }),
      () => 7,
    ]
    for (const answer of answers) {
      const { challenge, options } = await ask()
      const reply = await open('login/passkey', { challenge, response: answer(options as never) })
      expect(errorOf(reply)).toEqual([401, 'second-factor.wrong'])
    }
  })

  test('is the second step after a password, of its own person only', async () => {
    const { maker } = await withPasskey(await server.enter('ana@x.br'))
    const bia = await withPasskey(await server.enter('bia@x.br'))
    const { challenge } = (await login('ana@x.br')).json()
    expect(challenge).toMatchObject({ methods: ['passkey', 'recovery'], passkey: { allowCredentials: [{ type: 'public-key' }] } })
    const others = await open('login/passkey', { challenge: challenge.id, response: bia.maker.sign(challenge.passkey) })
    expect(errorOf(others)).toEqual([401, 'second-factor.wrong'])
    const own = await open('login/passkey', { challenge: challenge.id, response: maker.sign(challenge.passkey) })
    expect(own.json()).toMatchObject({ userId: ids.ana })
  })

  test('is named, proves its person, and is removed; never by another', async () => {
    const [ana, bia] = [await server.enter('ana@x.br'), await server.enter('bia@x.br')]
    const { maker, body } = await withPasskey(ana)
    const [{ id }] = (await state(ana)).passkeys
    expect(errorOf(await post(ana, 'segundo-fator/passkeys', body))).toEqual([422, 'second-factor.setup-expired'])
    expect(errorOf(await post(bia, 'segundo-fator/passkeys/renomear', { id, nome: 'Minha' }))).toEqual([404, 'passkey.gone'])
    expect(errorOf(await post(bia, 'segundo-fator/passkeys/remover', { id, password: testPassword }))).toEqual([
      404,
      'passkey.gone',
    ])
    expect((await post(ana, 'segundo-fator/passkeys/renomear', { id, nome: 'x'.repeat(61) })).statusCode).toBe(422)
    expect((await post(ana, 'segundo-fator/passkeys/renomear', { id, nome: 'Notebook' })).statusCode).toBe(204)
    const { challenge, options } = (await post(ana, 'segundo-fator/provar')).json()
    const proof = { challenge, response: maker.sign(options) }
    expect((await post(ana, 'segundo-fator/passkeys/remover', { id, proof })).statusCode).toBe(204)
    expect(await state(ana)).toMatchObject({ passkeys: [], codigos: 0 })
    expect((await login('ana@x.br')).statusCode).toBe(200)
  })

  test('is told to need https or localhost where the address is neither', async () => {
    const token = await server.enter('ana@x.br')
    const headers = { authorization: token, host: '127.0.0.1:3000' }
    const read = await server.app.inject({ url: '/api/users/segundo-fator', headers })
    expect(read.json().endereco).toEqual({ origem: 'http://127.0.0.1:3000', passkeys: false })
    const payload = { password: testPassword }
    const reply = await server.app.inject({ method: 'POST', url: '/api/users/segundo-fator/passkeys/opcoes', headers, payload })
    expect(errorOf(reply)).toEqual([422, 'passkey.address'])
    expect(reply.json().error.message).toContain('http://127.0.0.1:3000')
  })
})

describe('a store that asks for a second factor', () => {
  const asks = async (yes: boolean) => {
    await q().query('UPDATE lojas SET exigir_segundo_fator = $2 WHERE id = $1', [ids.store, yes])
    server.context.access.forgetAll()
  }
  afterAll(() => asks(false))

  test('answers its owner nothing but how to set it up, until it is there; others as ever', async () => {
    const employee = await server.enterStore('func', ids.store, { cadastros_ver: true })
    const [ana, bia] = [await server.enter('ana@x.br'), await server.enter('bia@x.br')]
    const read = (token: string, store: number) => server.call(token, 'GET', `/api/unidades?lojaId=${store}`)
    expect((await read(ana, ids.store)).statusCode).toBe(200)
    await asks(true)
    expect(errorOf(await read(ana, ids.store))).toEqual([423, 'second-factor.required'])
    for (const url of ['/api/produtos/list', '/api/users/convites', '/api/events', '/api/lojas', '/api/relatorio/contas/dre'])
      expect((await server.call(ana, 'GET', `${url}?lojaId=${ids.store}`)).statusCode, url).toBe(423)
    expect((await server.call(ana, 'GET', '/api/users/convites')).statusCode).toBe(423)
    const files = await server.call(ana, 'POST', `/api/files?lojaId=${ids.store}&resource=produtos`)
    expect(files.statusCode).toBe(423)
    const session = (await post(ana, 'configuracao')).json()
    expect(session).toMatchObject({ segundoFatorExigido: true, loja: { id: ids.store, nome_fantasia: 'Loja' } })
    expect(Object.keys(session.loja).sort()).toEqual(['cnpj', 'fotoUrl', 'id', 'nome_fantasia'])
    expect((await read(bia, ids.other)).statusCode).toBe(200)
    expect((await read(employee, ids.store)).statusCode).toBe(200)
    expect((await post(employee, 'configuracao')).json().segundoFatorExigido).toBe(false)
    const { code } = await withApp(ana)
    expect((await read(ana, ids.store)).statusCode).toBe(200)
    expect((await post(ana, 'configuracao')).json()).toMatchObject({ segundoFatorExigido: false })
    expect((await post(ana, 'segundo-fator/totp/remover', { code: code() })).statusCode).toBe(204)
    expect((await read(ana, ids.store)).statusCode).toBe(423)
  })

  test('asks the platform where it is worked on as one of it, and nowhere else', async () => {
    await asks(true)
    await server.addUser('plataforma@x.br', { admin: true })
    const token = await server.enter('plataforma@x.br')
    const read = (store: number) => server.call(token, 'GET', `/api/unidades?lojaId=${store}`)
    expect([(await read(ids.store)).statusCode, (await read(ids.other)).statusCode]).toEqual([423, 200])
  })
})

test('who lost everything is let in again by an administrator of the platform alone, and told by letter', async () => {
  const [ana, bia] = [await server.enter('ana@x.br'), await server.enter('bia@x.br')]
  await withApp(ana)
  await withPasskey(bia)
  await letters.next('ana@x.br')
  expect((await post(bia, 'segundo-fator/retirar', { id: ids.ana })).statusCode).toBe(403)
  expect(errorOf(await login('ana@x.br'))).toEqual([401, 'second-factor.needed'])
  await server.addUser('suporte@x.br', { admin: true })
  const support = await server.enter('suporte@x.br')
  expect((await post(support, 'segundo-fator/retirar', { id: ids.ana })).statusCode).toBe(200)
  expect((await login('ana@x.br')).statusCode).toBe(200)
  expect((await letters.next('ana@x.br')).text).toContain('Aplicativo autenticador, passkeys e códigos')
  expect(errorOf(await post(support, 'segundo-fator/retirar', { id: ids.ana }))).toEqual([422, 'second-factor.none'])
  expect(errorOf(await login('bia@x.br'))).toEqual([401, 'second-factor.needed'])
})
