import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { proofInMail } from '../../proofInMail.ts'
import { openServer, type TestServer, testPassword } from '../fixtures/testServer.ts'

/** Somebody changes their own e-mail: both addresses agree, and until then nothing is another. */

let server: TestServer
let post: MailCatcher
let store = 0

beforeAll(async () => {
  post = await openMailCatcher()
  server = await openServer(undefined, { mail: { url: post.url, from: 'Casa <casa@x.br>' } })
  store = await server.addStore('Cantina')
})
afterAll(async () => {
  await server?.close()
  await post?.close()
})
beforeEach(() => {
  post.mails.length = 0
})

const q = () => server.context.database.system
/** Somebody who owns the store, with their session. */
const somebody = async (name: string) => {
  const token = await server.enterStore(name, store, { type: 1 })
  const id = Number((await q().query<{ id: string }>('SELECT id FROM users WHERE email = $1', [`${name}@x.br`])).rows[0]?.id)
  return { token, id, email: `${name}@x.br` }
}
const ask = (token: string, email: string) => server.call(token, 'POST', '/api/users/email', { email })
const prove = (token: string, proof: object) => server.call(token, 'POST', '/api/users/confirmarEmail', proof)
const state = async (token: string) => (await server.call(token, 'GET', '/api/users/email')).json()
const proofTo = async (to: string) => proofInMail((await post.next(to)).text)
const code = (reply: { json(): { error: { code: string } } }): string => reply.json().error.code
const emailsOf = async (id: number): Promise<string[]> =>
  (
    await q().query<{ email: string }>(
      'SELECT email FROM users WHERE id = $1 UNION ALL SELECT email FROM user_lojas WHERE "userId" = $1',
      [id],
    )
  ).rows.map(({ email }) => email)

test('the e-mail changes once both addresses agreed, by link or by code, in the account and in its stores', async () => {
  const ana = await somebody('ana')
  const elsewhere = await server.enter(ana.email)
  const asked = await ask(ana.token, 'Ana.Nova@X.br')
  expect(asked.statusCode, asked.body).toBe(200)
  expect(asked.json()).toMatchObject({ email: ana.email, troca: { email: 'ana.nova@x.br', atual: false, novo: false } })
  const [old, fresh] = [await proofTo(ana.email), await proofTo('ana.nova@x.br')]

  expect((await prove(ana.token, { token: fresh.token })).json().troca).toMatchObject({ atual: false, novo: true })
  // The new address alone changes nothing, whoever asks in whatever way.
  expect(await emailsOf(ana.id)).toEqual([ana.email, ana.email])
  expect((await server.login('ana.nova@x.br')).statusCode).toBe(401)

  const done = await prove(ana.token, { codigo: old.code })
  expect([done.statusCode, done.json()]).toEqual([200, { email: 'ana.nova@x.br', confirmado: true, troca: null }])
  expect(await emailsOf(ana.id)).toEqual(['ana.nova@x.br', 'ana.nova@x.br'])
  expect((await server.login('ana.nova@x.br')).statusCode).toBe(200)
  expect((await server.login(ana.email)).statusCode).toBe(401)
  const session = (await server.call(elsewhere, 'POST', '/api/users/configuracao')).json()
  expect(session.usuario.email).toBe('ana.nova@x.br')

  for (const to of [ana.email, 'ana.nova@x.br']) expect((await post.next(to)).text).toContain('agora usa o e-mail')
  const { rows } = await q().query<{ evento: string }>(
    'SELECT evento FROM registro_seguranca WHERE "lojaId" = $1 AND "userId" = $2 ORDER BY sequencia',
    [store, ana.id],
  )
  expect(rows.map(({ evento }) => evento)).toEqual(expect.arrayContaining(['email-change-asked', 'email-changed']))
  const history = await q().query(`SELECT FROM user_logs WHERE recurso = 'user_lojas' AND depois LIKE '%ana.nova@x.br%'`)
  expect(history.rowCount).toBe(1)
})

test('proofs are of the account, of the address and of the newest wish', async () => {
  const [bia, thief] = [await somebody('bia'), await somebody('ladrao')]
  await ask(bia.token, 'bia1@x.br')
  const [old, first] = [await proofTo(bia.email), await proofTo('bia1@x.br')]
  for (const proof of [{ token: old.token }, { codigo: old.code }]) {
    await ask(thief.token, 'meu@x.br')
    expect((await prove(thief.token, proof)).statusCode).toBe(422)
  }
  await ask(bia.token, 'bia2@x.br')
  for (const proof of [{ token: old.token }, { token: first.token }, { codigo: first.code }])
    expect((await prove(bia.token, proof)).statusCode).toBe(422)
  expect((await state(bia.token)).troca).toMatchObject({ email: 'bia2@x.br', atual: false, novo: false })
})

test.each([
  ['given up', (token: string) => server.call(token, 'POST', '/api/users/email/cancelar', {})],
  [
    'answered by a new password',
    (token: string) =>
      server.call(token, 'POST', '/api/users/change-password', { oldPassword: testPassword, newPassword: 'outra-senha-9' }),
  ],
])('a change that was %s is void, and so are its letters', async (how, act) => {
  const who = await somebody(`desiste.${how.length}`)
  const wanted = `nova.${how.length}@x.br`
  await ask(who.token, wanted)
  const [old, fresh] = [await proofTo(who.email), await proofTo(wanted)]
  await prove(who.token, { token: fresh.token })
  expect((await act(who.token)).statusCode).toBeLessThan(300)
  expect((await state(who.token)).troca).toBeNull()
  await prove(who.token, { token: old.token })
  expect(await emailsOf(who.id)).toEqual([who.email, who.email])
})

test('an address that has an account is asked for like any other, and its owner alone hears of it', async () => {
  const [caio, taken] = [await somebody('caio'), await somebody('ocupado')]
  const shape = (reply: { statusCode: number; json(): { troca: object } }, email: string) => {
    const { ate, ...rest } = reply.json().troca as { ate: string }
    return JSON.stringify([reply.statusCode, rest]).replace(email, '')
  }
  const free = shape(await ask(caio.token, 'livre@x.br'), 'livre@x.br')
  expect(shape(await ask(caio.token, taken.email), taken.email)).toBe(free)
  const letter = await post.next(taken.email)
  expect(letter.text).toContain('que já tem uma conta')
  expect(proofInMail(letter.text)).toEqual({ path: '', token: '', code: '' })
})

test('who takes the address first has it', async () => {
  const dora = await somebody('dora')
  await ask(dora.token, 'disputa@x.br')
  const [old, fresh] = [await proofTo(dora.email), await proofTo('disputa@x.br')]
  await prove(dora.token, { token: old.token })
  await server.addUser('disputa@x.br')
  const late = await prove(dora.token, { token: fresh.token })
  expect([late.statusCode, code(late)]).toEqual([422, 'email-change.gone'])
  expect((await state(dora.token)).troca).toBeNull()
  expect(await emailsOf(dora.id)).toEqual([dora.email, dora.email])
})

test('an invitation of the same store that waits for the new address goes: they are in it already', async () => {
  const eva = await somebody('eva')
  await q().query(`INSERT INTO user_lojas ("lojaId", email, type, convite) VALUES ($1, 'eva.nova@x.br', 2, 1)`, [store])
  await ask(eva.token, 'eva.nova@x.br')
  for (const to of [eva.email, 'eva.nova@x.br']) await prove(eva.token, { token: (await proofTo(to)).token })
  const { rows } = await q().query(`SELECT "userId"::int FROM user_lojas WHERE email = 'eva.nova@x.br'`)
  expect(rows).toEqual([{ userId: eva.id }])
})

test('ten codes are tried in a day, and the link opens all the same', async () => {
  const fabio = await somebody('fabio')
  await ask(fabio.token, 'fabio.novo@x.br')
  const old = await proofTo(fabio.email)
  const tried = []
  for (let n = 0; n < 11; n++) tried.push((await prove(fabio.token, { codigo: '000 000' })).statusCode)
  expect(tried).toEqual([...Array(10).fill(422), 429])
  expect(code(await prove(fabio.token, { codigo: old.code }))).toBe('email-proof.code-limit')
  expect((await prove(fabio.token, { token: old.token })).json().troca.atual).toBe(true)
})

test('an address that was only said has nothing to agree to, and the letter of the sign-up has a code, too', async () => {
  const gil = await somebody('gil')
  await q().query('INSERT INTO system.unproved_users ("userId") VALUES ($1)', [gil.id])
  expect((await server.call(gil.token, 'POST', '/api/users/reenviarEmail', {})).statusCode).toBe(200)
  const { code: digits } = await proofTo(gil.email)
  expect((await ask(gil.token, 'gil.certo@x.br')).json().troca).toMatchObject({ atual: true, novo: false })
  expect((await prove(gil.token, { codigo: (await proofTo('gil.certo@x.br')).code })).json()).toMatchObject({
    email: 'gil.certo@x.br',
    confirmado: true,
  })
  const hugo = await somebody('hugo')
  await q().query('INSERT INTO system.unproved_users ("userId") VALUES ($1)', [hugo.id])
  await server.call(hugo.token, 'POST', '/api/users/reenviarEmail', {})
  const own = await proofTo(hugo.email)
  expect((await prove(hugo.token, { codigo: digits })).statusCode).toBe(422)
  expect((await prove(hugo.token, { codigo: own.code.replace(' ', '') })).json().confirmado).toBe(true)
})

test('asking is for who proved lately who they are, for another address, and five times a day', async () => {
  await somebody('ines')
  const login = await server.app.inject({
    method: 'POST',
    url: '/api/users/login',
    headers: { origin: 'http://127.0.0.1:3000' },
    payload: { email: 'ines@x.br', password: testPassword },
  })
  const token = login.json().id
  await q().query(`UPDATE system.sessions SET "provedAt" = now() - interval '1 hour'`)
  const unproved = await ask(token, 'ines.nova@x.br')
  expect([unproved.statusCode, code(unproved)]).toEqual([428, 'identity-needed'])
  await server.call(token, 'POST', '/api/users/confirmarIdentidade', { password: testPassword })
  expect(code(await ask(token, 'INES@x.br'))).toBe('email-change.same')
  expect((await ask(token, 'nenhum')).json().error.details).toMatchObject([{ path: 'email' }])
  const asked = []
  for (let n = 0; n < 6; n++) asked.push((await ask(token, `ines${n}@x.br`)).statusCode)
  expect(asked).toEqual([200, 200, 200, 200, 200, 429])
})

test('where a limit of letters refuses a wish, the one before it stands, and so do its letters', async () => {
  const jair = await somebody('jair')
  expect((await ask(jair.token, 'jair.novo@x.br')).statusCode).toBe(200)
  const [old, fresh] = [await proofTo(jair.email), await proofTo('jair.novo@x.br')]
  await q().query(
    `INSERT INTO system.letters ("lojaId", recipient) SELECT "lojaId", recipient FROM system.letters, generate_series(1, 20)
     WHERE recipient = encode(sha256('jair@x.br'), 'hex')`,
  )
  expect(code(await ask(jair.token, 'jair.outro@x.br'))).toBe('letter.pair-limit')
  expect((await state(jair.token)).troca).toMatchObject({ email: 'jair.novo@x.br', atual: false, novo: false })
  await prove(jair.token, { token: old.token })
  expect((await prove(jair.token, { codigo: fresh.code })).json()).toMatchObject({ email: 'jair.novo@x.br', troca: null })
})
