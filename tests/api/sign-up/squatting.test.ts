import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { secretsOfInstallation } from '../../../src/server/database/secret.ts'
import { mailLetter } from '../../../src/server/session/mailLetter.ts'
import { linkInMail, type MailCatcher, mailText, openMailCatcher } from '../../mailCatcher.ts'
import { proofInMail } from '../../proofInMail.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { createVisitor, signUpOf } from './signUps.ts'

/** Somebody signs up with the e-mail of another, before or after that one is invited to a store. */

let server: TestServer
let post: MailCatcher
let segmentoId: number
let store: number
let owner = ''

beforeAll(async () => {
  post = await openMailCatcher()
  server = await openServer(undefined, { mail: { url: post.url, from: 'Loja <loja@x.br>' } })
  const { rows } = await q().query<{ id: string }>(`INSERT INTO segmentos (nome) VALUES ('Bar') RETURNING id`)
  segmentoId = Number(rows[0]?.id)
  store = await server.addStore('Loja da Dona')
  await server.tie(await server.addUser('dona@x.br'), store, { type: 1, email: 'dona@x.br' })
  owner = await server.enter('dona@x.br')
})
afterAll(async () => {
  await server?.close()
  await post?.close()
})
beforeEach(() => {
  post.mails.length = 0
})

const q = () => server.context.database.system
const password = 'segredo-1'
const signUp = async (email: string) => {
  const reply = await createVisitor(server, signUpOf(email, { segmentoId, password }))
  expect(reply.statusCode, reply.body).toBe(200)
  return reply
}
const enter = async (email: string, secret = password): Promise<string> => (await server.login(email, secret)).json().id
const invite = (email: string, token = owner, lojaId = store) =>
  server.call(token, 'POST', '/api/users/convidar', { lojaId, email, type: 1 })
const confirm = (token: string | null, secret: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/ConfirmationTokens/confirmacao',
    payload: { token, password: secret },
    headers: { 'x-forwarded-for': `10.7.0.${Math.floor(secret.length)}` },
  })
const session = async (token: string) => (await server.call(token, 'POST', '/api/users/configuracao')).json()
const storesOf = async (token: string): Promise<number[]> =>
  (await session(token)).usuario.lojas.map(({ id }: { id: number }) => id)
const proofIn = (text: string): string => proofInMail(text).token

/** Nothing of the store is the squatter's, by whatever way. */
async function holdsNothing(token: string): Promise<void> {
  expect((await session(token)).convites).toBe(0)
  expect((await server.call(token, 'GET', '/api/users/convites')).json()).toEqual([])
  for (const what of ['aceitar', 'recusar'])
    expect((await server.call(token, 'POST', `/api/users/convites/${what}`, { loja: store })).json().error.code).toBe(
      'invitation.gone',
    )
  expect((await server.call(token, 'GET', `/api/parceiros?lojaId=${store}`)).statusCode).toBe(403)
  expect(await storesOf(token)).not.toContain(store)
}

describe.each([
  ['as it is written', (email: string) => email],
  ['in other letters', (email: string) => email.toUpperCase()],
  ['with blanks around it', (email: string) => ` ${email} `],
])('the e-mail %s', (said, write) => {
  const email = (name: string) => `${name}.${said.replaceAll(' ', '.')}@x.br`

  it('signed up before the invitation opens nothing; the letter is the way in, and shuts the squatter out', async () => {
    const maria = email('maria')
    await signUp(write(maria).trim())
    const squatter = await enter(maria)
    const welcome = await post.next(maria)
    expect((await invite(write(maria).trim())).statusCode).toBe(200)
    await holdsNothing(squatter)
    // The owner of the address who opens the link of the sign-up gives nothing away: it asks for a login.
    const token = proofIn(welcome.text)
    const unsigned = await server.app.inject({ method: 'POST', url: '/api/users/confirmarEmail', payload: { token } })
    expect(unsigned.statusCode).toBe(401)
    const letter = await post.next(maria)
    expect((await confirm(linkInMail(letter.text).searchParams.get('t'), 'minha-senha')).statusCode).toBe(204)
    expect((await server.call(squatter, 'POST', '/api/users/configuracao')).statusCode).toBe(401)
    expect((await server.login(maria, password)).statusCode).toBe(401)
    const rightful = await enter(maria, 'minha-senha')
    expect(await storesOf(rightful)).toContain(store)
    expect((await session(rightful)).email_confirmado).toBe(true)
  })

  it('signed up after the invitation makes no account, and the letter is the way in', async () => {
    const rosa = email('rosa')
    expect((await invite(rosa)).statusCode).toBe(200)
    const letter = await post.next(rosa)
    await signUp(write(rosa).trim())
    expect((await server.login(rosa, password)).statusCode).toBe(401)
    expect((await post.next(rosa)).text).toContain('Alguém tentou criar uma conta')
    expect((await confirm(linkInMail(letter.text).searchParams.get('t'), 'minha-senha')).statusCode).toBe(204)
    expect(await storesOf(await enter(rosa, 'minha-senha'))).toEqual([store])
  })
})

it('an address that differs by more than letters is another one', async () => {
  await signUp('bia+loja@x.br')
  const squatter = await enter('bia+loja@x.br')
  await server.call(squatter, 'POST', '/api/users/confirmarEmail', { token: proofIn((await post.next('bia+loja@x.br')).text) })
  expect((await invite('bia@x.br')).statusCode).toBe(200)
  expect((await session(squatter)).email_confirmado).toBe(true)
  await holdsNothing(squatter)
})

it('the letter of one store accepts its invitation alone', async () => {
  const other = await server.addStore('Outra')
  await server.tie(await server.addUser('outra@x.br'), other, { type: 1, email: 'outra@x.br' })
  await invite('duas@x.br')
  const letter = await post.next('duas@x.br')
  await invite('duas@x.br', await server.enter('outra@x.br'), other)
  await confirm(linkInMail(letter.text).searchParams.get('t'), 'minha-senha-2')
  const token = await enter('duas@x.br', 'minha-senha-2')
  expect(await storesOf(token)).toEqual([store])
  expect((await session(token)).convites).toBe(1)
  expect((await server.call(token, 'POST', '/api/users/convites/aceitar', { loja: other })).statusCode).toBe(200)
})

it('the reply of an invitation is the same for who has an account and who has none', async () => {
  await server.addUser('tem@x.br')
  const shape = async (email: string) => {
    const reply = await invite(email)
    const { id, email: said, createdAt, updatedAt, ...rest } = reply.json()
    return [reply.statusCode, rest]
  }
  const known = await shape('tem@x.br')
  expect(await shape('nao.tem@x.br')).toEqual(known)
  expect(known).toMatchObject([200, { userId: null, convite: 1 }])
  const people = (await server.call(owner, 'GET', `/api/users?lojaId=${store}`)).body
  expect(people).not.toContain('tem@x.br')
  const taken = await server.call(owner, 'GET', `/api/users/uniqCodigo?lojaId=${store}&field=email&value=tem@x.br`)
  expect(taken.statusCode).toBe(403)
})

it('a name is no letter of its own: the button of the welcome leads to us alone', async () => {
  const name = 'Oi\n\nhttps://evil.example/login\n\n<b>fim</b>'
  const reply = await createVisitor(server, signUpOf('vitima@x.br', { segmentoId, password, nome_fantasia: name }))
  expect(reply.statusCode, reply.body).toBe(200)
  const { raw, text } = await post.next('vitima@x.br')
  expect(text).toContain('A loja Oi https evil. example/login')
  expect(text.match(/https?:\S+/g)).toEqual([expect.stringContaining('/confirmarEmail?t=')])
  expect(raw.match(/<a[ =]/g)).toHaveLength(1)
  expect(raw).not.toContain('<b>')
})

describe('who has not proved the e-mail', () => {
  it('writes to nobody, works in their own store, and is free once they open the link', async () => {
    await signUp('nova@x.br')
    const token = await enter('nova@x.br')
    const { loja, email_confirmado, envia_emails } = await session(token)
    expect([email_confirmado, envia_emails]).toEqual([false, true])
    expect((await server.call(token, 'POST', '/api/unidades', { lojaId: loja.id, nome: 'dz' })).statusCode).toBe(201)
    const refused = await invite('alguem@x.br', token, loja.id)
    expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'letter.unproved'])
    expect((await q().query(`SELECT FROM users WHERE email = 'alguem@x.br'`)).rows).toEqual([])
    const context = {
      q: q(),
      model: server.context.service.model(),
      secrets: secretsOfInstallation(server.context.service.dataDir),
    }
    const letter = { code: 'accountant-files', params: { store: 'Nova', month: '10/2026' }, attachments: [] }
    await expect(mailLetter({ ...context, lojaId: loja.id }, 'contador@x.br', letter)).rejects.toMatchObject({
      statusCode: 422,
      code: 'letter.unproved',
    })
    await mailLetter({ ...context, lojaId: loja.id }, 'nova@x.br', letter)
    server.context.mailWorker.wake()
    await post.next('nova@x.br')
    await post.next('nova@x.br')
    expect((await server.call(token, 'POST', '/api/users/reenviarEmail', {})).statusCode).toBe(200)
    const proof = proofIn((await post.next('nova@x.br')).text)
    expect(post.mails).toEqual([])
    // Nor does anybody else's session prove it, nor does it make a password.
    const stranger = await server.call(owner, 'POST', '/api/users/confirmarEmail', { token: proof })
    expect(stranger.statusCode).toBe(200)
    expect((await confirm(proof, 'tomada-1')).statusCode).toBe(422)
    expect((await session(token)).email_confirmado).toBe(false)
    const wrong = await server.call(token, 'POST', '/api/users/confirmarEmail', { token: 'palpite' })
    expect([wrong.statusCode, wrong.json().error.code]).toEqual([422, 'email-proof.invalid'])
    expect((await server.call(token, 'POST', '/api/users/confirmarEmail', { token: proof })).statusCode).toBe(200)
    expect((await session(token)).email_confirmado).toBe(true)
    expect((await invite('alguem@x.br', token, loja.id)).statusCode).toBe(200)
  })

  it('proves it by a new password, too', async () => {
    await signUp('esqueceu@x.br')
    await post.next('esqueceu@x.br')
    await server.app.inject({ method: 'POST', url: '/api/users/sendResetPasswordEmail', payload: { email: 'esqueceu@x.br' } })
    const link = linkInMail((await post.next('esqueceu@x.br')).text)
    expect((await confirm(link.searchParams.get('t'), 'lembrada-1')).statusCode).toBe(204)
    expect((await session(await enter('esqueceu@x.br', 'lembrada-1'))).email_confirmado).toBe(true)
  })
})

describe('an installation without a mail server', () => {
  it('lets its first owner work, keeps the letters of others as files, and says so', { timeout: 60_000 }, async () => {
    const own = await openServer()
    try {
      const { rows } = await own.context.database.system.query<{ id: string }>(
        `INSERT INTO segmentos (nome) VALUES ('Bar') RETURNING id`,
      )
      const configuration = async (email: string) => {
        const reply = await createVisitor(own, signUpOf(email, { segmentoId: Number(rows[0]?.id), password }))
        expect(reply.statusCode, reply.body).toBe(200)
        const token = (await own.login(email, password)).json().id
        return { token, ...(await own.call(token, 'POST', '/api/users/configuracao')).json() }
      }
      const first = await configuration('primeira@x.br')
      expect([first.email_confirmado, first.envia_emails]).toEqual([true, false])
      const invited = await own.call(first.token, 'POST', '/api/users/convidar', { lojaId: first.loja.id, email: 'equipe@x.br' })
      expect(invited.statusCode).toBe(200)
      const second = await configuration('segunda@x.br')
      expect([second.email_confirmado, second.envia_emails]).toEqual([false, false])
      await own.context.mailWorker.deliver()
      const folder = join(own.context.service.dataDir, 'mail')
      const letters = () => readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8'))
      await expect
        .poll(() =>
          letters()
            .map(raw => /^To: (.*)$/m.exec(raw)?.[1])
            .toSorted(),
        )
        .toEqual(['equipe@x.br', 'segunda@x.br'])
      const letter = letters().find(raw => raw.includes('To: segunda@x.br')) ?? ''
      const proved = await own.call(second.token, 'POST', '/api/users/confirmarEmail', { token: proofIn(mailText(letter)) })
      expect(proved.statusCode).toBe(200)
    } finally {
      await own.close()
    }
  })
})
