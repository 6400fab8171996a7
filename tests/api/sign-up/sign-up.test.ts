import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCep } from '../../../src/plugins/cep/server.ts'
import { type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { createVisitor, signUpOf } from './signUps.ts'

let server: TestServer
let post: MailCatcher
let other: number
let segmento: number

beforeAll(async () => {
  post = await openMailCatcher()
  server = await openServer(undefined, { plugins: [openCep], mail: { url: post.url, from: 'Loja <loja@x.br>' } })
  await server.addUser('alheia@x.br')
  other = await server.addStore('Outra')
  await server.tie(1, other, { type: 1, email: 'alheia@x.br' })
  const q = server.context.database.system
  const { rows } = await q.query<{ id: string }>(`INSERT INTO segmentos (nome) VALUES ('Pizzaria'), ('Bar') RETURNING id`)
  segmento = Number(rows[0]?.id)
  await q.query(`INSERT INTO "moeda_Apps" (nome) VALUES ('Dinheiro')`)
})
afterAll(async () => {
  await server?.close()
  await post?.close()
})

const rows = async (sql: string, ...params: unknown[]): Promise<Record<string, unknown>[]> =>
  (await server.context.database.system.query(sql, params)).rows

describe('a visitor', () => {
  it('has an account, a store and what it begins with, and enters', async () => {
    const reply = await createVisitor(
      server,
      signUpOf('Dona.Ana@Exemplo.com.br', { segmentoId: segmento, resale_pallas_code: 77 }),
    )
    expect(reply.statusCode, reply.body).toBe(200)
    const { lojaId } = reply.json()
    const [user] = await rows(`SELECT * FROM users WHERE email = 'dona.ana@exemplo.com.br'`)
    expect(user).toMatchObject({
      nome: 'Ana Souza',
      active: true,
      block: false,
      admin: false,
      resale_pallas_code: 77,
      termos_versao: '2026-11-24',
    })
    expect(user?.termos_aceitos_em).toEqual(expect.any(String))
    const [store] = await rows('SELECT * FROM lojas WHERE id = $1', lojaId)
    expect(store).toMatchObject({
      nome_fantasia: 'Cantina da Ana',
      cnpj: '12ABC34501DE35',
      telefone: '92987654321',
      cep: '69005040',
      logradouro: 'Avenida Eduardo Ribeiro',
      numero: '520',
      complemento: 'Sala 3',
      uf: 'AM',
      codigo_municipio: '1302603',
      fuso_horario: 'America/Manaus',
      adminUserId: user?.id,
      segmentoId: String(segmento),
      uuid: expect.any(String),
    })

    const token = await enter('dona.ana@exemplo.com.br')
    const list = async (register: string): Promise<Record<string, unknown>[]> =>
      (
        await server.call(
          token,
          'GET',
          `/api/${register}/list?filter=${encodeURIComponent(JSON.stringify({ where: { lojaId } }))}`,
        )
      ).json()
    expect((await list('unidades')).map(({ nome }) => nome)).toEqual(expect.arrayContaining(['UN', 'KG']))
    expect((await list('moedas')).map(({ nome }) => nome)).toEqual(expect.arrayContaining(['Dinheiro', 'Pix']))
    const [tax] = await list('impostos')
    expect(tax).toMatchObject({ icms_cst: '102' })
    const unit = (await list('unidades')).find(({ nome }) => nome === 'UN')
    expect(store).toMatchObject({ impostoPadraoId: String(tax?.id), unidadePadraoId: String(unit?.id) })
    expect(await list('grupos')).toMatchObject([{ nome: 'Geral' }])
    expect(await rows('SELECT status FROM "Loja_moeda_apps" WHERE "lojaId" = $1', lojaId)).toEqual([{ status: false }])
    const [partner] = await list('parceiros')
    expect(partner).toMatchObject({ nome_fantasia: 'Ana Souza', funcionario: true })
    expect(await list('user_lojas')).toMatchObject([
      { email: 'dona.ana@exemplo.com.br', type: 1, convite: 2, parceiroId: partner?.id },
    ])
    const session = (await server.call(token, 'POST', '/api/users/configuracao')).json()
    expect(session).toMatchObject({ loja: { id: lojaId }, permissao: { PROPRIETARIO: true }, admin_user_active: true })
  })

  it('reaches no other store', async () => {
    const token = await enter('dona.ana@exemplo.com.br')
    const reply = await server.call(
      token,
      'GET',
      `/api/produtos/list?filter=${encodeURIComponent(JSON.stringify({ where: { lojaId: other } }))}`,
    )
    expect(reply.statusCode).toBe(403)
    expect(await rows('SELECT FROM unidades WHERE "lojaId" = $1', other)).toEqual([])
    expect(await rows('SELECT FROM "Loja_moeda_apps" WHERE "lojaId" = $1', other)).toEqual([])
  })

  it('gets one mail, which bids them welcome', async () => {
    const mail = await post.next('dona.ana@exemplo.com.br')
    expect(mail.text).toContain('A loja Cantina da Ana foi criada')
    expect(mail.text).not.toContain('segredo-1')
    expect(post.mails).toEqual([])
    expect(mail.text).toContain('/confirmarEmail?t=')
    expect(await rows('SELECT purpose FROM system.confirmations')).toEqual([{ purpose: 'prove' }])
  })

  it('leaves a history in their own name, and nothing that is undone', async () => {
    const written = await rows(
      `SELECT l.recurso, u.email FROM user_logs l JOIN users u ON u.id = l."userId" WHERE u.email = 'dona.ana@exemplo.com.br'`,
    )
    expect(new Set(written.map(({ recurso }) => recurso))).toEqual(
      new Set(['users', 'lojas', 'unidades', 'moedas', 'impostos', 'grupos', 'parceiros', 'papeis', 'user_lojas']),
    )
    expect(await rows('SELECT FROM system.actions')).toEqual([])
  })
})

describe('who is known already', () => {
  /** Returns the answer to a visitor; keys and moments are of each call. */
  const told = async (email: string, changes: object = {}) => {
    const { statusCode, body, headers } = await createVisitor(server, signUpOf(email, { segmentoId: segmento, ...changes }))
    const { 'x-action': _, 'x-request-id': __, date: ___, ...rest } = headers
    return [statusCode, body.replace(/"lojaId":\d+/, '"lojaId":1').replace(/"requestId":"[^"]*"/g, ''), rest]
  }
  const state = () =>
    rows(`SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM lojas) AS stores, (SELECT count(*) FROM parceiros) AS people,
      (SELECT count(*) FROM system.unproved_users) AS unproved, (SELECT count(*) FROM system.passwords) AS passwords`)

  it('is answered as anybody, byte for byte, and nothing is made', async () => {
    for (const changes of [{}, { segmentoId: 987_654 }, { password: '1' }, { cnpj: '1' }, { termos: false }, { uf: 'XX' }]) {
      const stranger = await told(`livre${JSON.stringify(changes).length}@x.br`, changes)
      const before = await state()
      expect(await told('ALHEIA@x.br', changes), JSON.stringify(changes)).toEqual(stranger)
      expect(await state()).toEqual(before)
    }
    const keys: number[] = []
    for (const email of ['alheia@x.br', 'outra1@x.br', 'alheia@x.br'])
      keys.push((await createVisitor(server, signUpOf(email, { segmentoId: segmento }))).json().lojaId)
    expect(keys).toEqual([keys[0], Number(keys[0]) + 1, Number(keys[0]) + 2])
    expect((await server.login('alheia@x.br', 'segredo-1')).statusCode).toBe(401)
    expect((await server.login('alheia@x.br')).statusCode).toBe(200)
  })

  it('hears of it by a letter, which says nothing that a stranger wrote', async () => {
    await rows('DELETE FROM system.attempts')
    const { text } = await post.next('alheia@x.br')
    expect(text).toContain('Alguém tentou criar uma conta no Retaguarda com o e-mail alheia@x.br')
    expect(text).toMatch(/^https?:\S+\/recuperarSenha$/m)
    expect(text).not.toContain('Cantina')
  })

  it('is answered as before under the key of the call', async () => {
    const body = signUpOf('alheia@x.br', { segmentoId: segmento })
    const replies = await Promise.all([1, 2, 3].map(() => createVisitor(server, body, { key: 'cadastro-alheio' })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(replies.map(reply => reply.body)).size).toBe(1)
    expect(await rows(`SELECT FROM lojas WHERE id = $1`, replies[0]?.json().lojaId)).toEqual([])
  })

  it('is counted out: nobody tries one e-mail after the other', async () => {
    const answers: number[] = []
    for (let n = 0; n < 40; n += 1)
      answers.push(
        (await createVisitor(server, signUpOf(`alheia@x.br`, { segmentoId: segmento }), { address: '10.9.9.9' })).statusCode,
      )
    expect(new Set(answers)).toEqual(new Set([200, 429]))
    expect(answers.filter(status => status === 200).length).toBeLessThan(8)
    const many: number[] = []
    for (let n = 0; n < 60; n += 1)
      many.push(
        (await createVisitor(server, signUpOf(`x${n}@x.br`, { segmentoId: 987_654 }), { address: '10.8.8.8' })).statusCode,
      )
    expect(many).toContain(429)
  })
})

describe('the same at once', () => {
  it('50 with one e-mail make one user, one company and one store', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        createVisitor(server, signUpOf('junto@x.br', { segmentoId: segmento, nome_fantasia: `Loja ${n}` })),
      ),
    )
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
    expect(await rows(`SELECT id FROM users WHERE email = 'junto@x.br'`)).toHaveLength(1)
    expect(await rows(`SELECT id FROM lojas WHERE user_email = 'junto@x.br'`)).toHaveLength(1)
    expect(await rows(`SELECT id FROM user_lojas WHERE email = 'junto@x.br'`)).toHaveLength(1)
  })

  it('sent again under its key it is answered as before', async () => {
    const body = signUpOf('denovo@x.br', { segmentoId: segmento })
    const replies = await Promise.all(Array.from({ length: 5 }, () => createVisitor(server, body, { key: 'cadastro-1' })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(replies.map(reply => reply.body)).size).toBe(1)
    const other = await createVisitor(server, { ...body, nome_fantasia: 'Outra' }, { key: 'cadastro-1' })
    expect(other.json().error.code).toBe('idempotency-mismatch')
    const [kept] = await rows(`SELECT request FROM system.idempotency WHERE key = 'cadastro-1'`)
    expect(JSON.stringify(kept)).not.toContain(body.password)
  })
})

async function enter(email: string): Promise<string> {
  const reply = await server.login(email, 'segredo-1')
  expect(reply.statusCode).toBe(200)
  return reply.json().id
}
