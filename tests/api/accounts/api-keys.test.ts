import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { topLevelRegisters } from '../../../src/model/register.ts'
import { runtimeOperations } from '../../../src/server/runtimeOperations.ts'
import { generateKey, makeKey } from '../fixtures/apiKey.ts'
import { openAsServer } from '../fixtures/modelDatabase.ts'
import { product, productModel } from '../fixtures/product.ts'
import { openServer, type TestServer, testPassword } from '../fixtures/testServer.ts'

const model = productModel()
let server: TestServer
let owner: string
const stores = { first: 0, second: 0, other: 0 }

beforeAll(async () => {
  server = await openServer(model, { quotas: true })
  for (const name of ['first', 'second', 'other'] as const) stores[name] = await server.addStore(`Loja ${name}`)
  const boss = await server.addUser('dona@x.br', { nome: 'Dona' })
  for (const lojaId of [stores.first, stores.second]) await server.tie(boss, lojaId, { type: 1, email: 'dona@x.br' })
  owner = await server.enter('dona@x.br')
  for (const lojaId of Object.values(stores))
    await server.context.database.system.query(
      `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, preco_vnd_prod) VALUES ($1, 1, 'Pão', 7)`,
      [lojaId],
    )
})
afterAll(() => server?.close())

let made = 0
function key(values: object = {}, lojaId = stores.first, token = owner): Promise<string> {
  made += 1
  return makeKey(server, token, lojaId, { nome: `Sistema ${made}`, ...values })
}
const get = (token: string, path: string, lojaId: number | undefined = stores.first) =>
  server.call(`Bearer ${token}`, 'GET', `/api/${path}${lojaId === undefined ? '' : `?lojaId=${lojaId}`}`)
const status = async (token: string, path: string, lojaId?: number) => (await get(token, path, lojaId)).statusCode
const recordOf = async (token: string): Promise<{ id: number; [field: string]: unknown }> =>
  (await get(owner, 'chaves_api/list')).json().find(({ inicio }: { inicio: string }) => inicio?.endsWith(token.slice(-4)))
const change = async (token: string, values: object, by = owner) =>
  server.call(by, 'PATCH', `/api/chaves_api/${(await recordOf(token)).id}?lojaId=${stores.first}`, values)

describe('a key', () => {
  test('sends prices to branches where it is for them, and makes or removes no product that it may not', async () => {
    const branch = await server.call(owner, 'POST', '/api/Loja_filials', { lojaId: stores.first, filialId: stores.second })
    expect(branch.statusCode, branch.body).toBe(201)
    const flags = { cardapio_ver: true, cardapio_editar: true }
    const [company, alone] = [await key({ ...flags, todas_lojas: true }), await key(flags)]
    const [own] = (await get(company, 'produtos/list')).json()
    const [theirs] = (await get(company, 'produtos/list', stores.second)).json()
    const send = async (token: string, cell: object) => {
      const produtosData = [{ matrizId: stores.first, filialId: stores.second, produtoIdMatriz: own.id, ...cell }]
      const reply = await server.call(`Bearer ${token}`, 'POST', '/api/Loja_filials/filiaisClonaProdutos', {
        lojaId: stores.first,
        produtosData,
      })
      return reply.json().error?.code ?? reply.json()
    }
    expect(await send(company, { produtoIdFilial: theirs.id, preco_vnd_prod: 8 })).toMatchObject({ alterados: 1 })
    expect(await send(company, { produtoIdFilial: theirs.id })).toBe('branch.forbidden')
    expect(await send(company, { preco_vnd_prod: 8 })).toBe('branch.forbidden')
    expect(await send(alone, { produtoIdFilial: theirs.id, preco_vnd_prod: 9 })).toBe('branch.none-allowed')
    expect((await get(company, 'produtos/list', stores.second)).json()).toMatchObject([{ id: theirs.id, preco_vnd_prod: 8 }])
  })

  test('opens what its flags open, in its store alone, also where the call names none', async () => {
    const token = await key({ cardapio_ver: true })
    expect(token).toMatch(/^rtg_[A-Za-z0-9_-]{43}[0-9a-f]{8}$/)
    expect((await get(token, 'produtos/list', undefined)).json()).toHaveLength(1)
    expect([await status(token, 'produtos/list'), await status(token, 'Conta/list')]).toEqual([200, 403])
    expect([await status(token, 'produtos/list', stores.second), await status(token, 'produtos/list', stores.other)]).toEqual([
      403, 403,
    ])
    expect(await status(`${token.slice(0, -1)}x`, 'produtos/list')).toBe(401)
  })

  test.each([[['cardapio_ver']], [['cadastros_ver', 'contas_ver']], [[]]])(
    'opens exactly the registers that a person with its permissions opens: %s',
    async names => {
      const flags = Object.fromEntries(names.map(name => [name, true]))
      const token = await key(flags)
      const person = await server.enterStore(`pessoa-${names.join('-')}`, stores.first, flags)
      const opened = async (by: string): Promise<string[]> => {
        const found: string[] = []
        for (const { name } of topLevelRegisters(model)) found.push(`${name} ${await status(by, `${name}/list`)}`)
        return found
      }
      expect(await opened(token)).toEqual(await opened(person))
    },
  )

  test('is in no table, list, history or log: its hash and its ends are', async () => {
    const token = await key({ cardapio_ver: true })
    await get(token, 'produtos/list')
    expect(JSON.stringify([(await get(owner, 'chaves_api/list')).body, server.logged])).not.toContain(token)
    for (const table of ['chaves_api', 'user_logs', 'system.api_keys', 'system.idempotency', 'system.actions']) {
      const { rows } = await server.context.database.system.query(`SELECT * FROM ${table}`)
      expect(JSON.stringify(rows)).not.toContain(token.slice(4, 47))
    }
    expect(await recordOf(token)).toMatchObject({ inicio: `${token.slice(0, 10)}…${token.slice(-4)}`, bloqueada: false })
  })

  test('writes under its own name, and tells when it was used last', async () => {
    const token = await key({ cadastros_ver: true, nome: 'Balança' })
    const saved = await server.call(token, 'POST', '/api/unidades', { lojaId: stores.first, nome: 'caixa' })
    expect(saved.statusCode, saved.body).toBe(201)
    const lines = (await get(owner, `unidades/${saved.json().id}/historico`)).json()
    expect(JSON.stringify(lines)).toContain('Balança')
    const activity = (await get(owner, 'atividade')).body
    expect(activity).toContain('Balança')
    expect((await recordOf(token)).usada_em).not.toBeNull()
    // A name that is gone is still told.
    await server.call(owner, 'DELETE', `/api/chaves_api/${(await recordOf(token)).id}?lojaId=${stores.first}`)
    expect((await get(owner, `unidades/${saved.json().id}/historico`)).body).toContain('Balança')
    expect(await status(token, 'unidades/list')).toBe(401)
  })

  test('sends again what it sent, once: idempotency is the key’s own', async () => {
    const token = await key({ cadastros_ver: true })
    const send = (by: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/unidades',
        headers: { authorization: `Bearer ${by}`, 'idempotency-key': 'um-1' },
        payload: { lojaId: stores.first, nome: 'fardo' },
      })
    const [first, again] = [await send(token), await send(token)]
    expect([first.statusCode, again.json().id]).toEqual([201, first.json().id])
  })

  test('stops at once when it is revoked, blocked by its term or replaced', async () => {
    const [revoked, over, replaced] = [
      await key({ cardapio_ver: true }),
      await key({ cardapio_ver: true }),
      await key({ cardapio_ver: true }),
    ]
    for (const one of [revoked, over, replaced]) expect(await status(one, 'produtos/list')).toBe(200)
    const { id } = await recordOf(revoked)
    expect((await server.call(owner, 'POST', '/api/chaves_api/revogar', { lojaId: stores.first, id })).statusCode).toBe(200)
    await change(over, { expira_em: '2020-01-01T00:00:00Z' })
    const late = { lojaId: stores.first, id: (await recordOf(over)).id }
    const refused = await server.call(owner, 'POST', '/api/chaves_api/gerar', late)
    expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'api-key.over'])
    const fresh = await generateKey(server, owner, stores.first, (await recordOf(replaced)).id)
    expect(await Promise.all([revoked, over, replaced, fresh].map(one => status(one, 'produtos/list')))).toEqual([
      401, 401, 401, 200,
    ])
    // An undo brings the record back, and no key.
    await server.call(owner, 'PATCH', `/api/chaves_api/${id}?lojaId=${stores.first}`, { bloqueada: false })
    expect(await status(revoked, 'produtos/list')).toBe(401)
    const log = (await get(owner, 'registro_seguranca/list')).body
    expect(log).toContain('revogada')
  })

  test('generated twice at once is the one that its record shows; another store generates and revokes none of ours', async () => {
    const { id } = await recordOf(await key({ cardapio_ver: true }))
    const both = await Promise.all([1, 2].map(() => generateKey(server, owner, stores.first, id)))
    const record = (await get(owner, `chaves_api/${id}`)).json()
    const shown = both.filter(token => record.inicio.endsWith(token.slice(-4)))
    expect(shown).toHaveLength(1)
    for (const token of both) expect(await status(token, 'produtos/list')).toBe(token === shown[0] ? 200 : 401)
    const stranger = await server.enterStore('alheia', stores.other, { type: 1 })
    for (const call of ['gerar', 'revogar'])
      for (const [lojaId, expected] of [
        [stores.first, 403],
        [stores.other, 404],
      ] as const)
        expect((await server.call(stranger, 'POST', `/api/chaves_api/${call}`, { lojaId, id })).statusCode).toBe(expected)
    expect(await status(shown[0] ?? '', 'produtos/list')).toBe(200)
  })

  test('comes only from its addresses; a line that is none is told', async () => {
    const token = await key({ cardapio_ver: true, enderecos: '10.0.0.0/8\n2001:db8::/32' })
    expect((await get(token, 'produtos/list')).json().error.code).toBe('api-key.address')
    await change(token, { enderecos: '127.0.0.0/8' })
    expect(await status(token, 'produtos/list')).toBe(200)
    const wrong = await change(token, { enderecos: '127.0.0.1\n300.1.1.1' })
    expect(wrong.json().error.details).toMatchObject([{ path: 'enderecos', code: 'api-key.address-invalid' }])
  })

  test('has calls of its own, fewer where it says so, and tells how many are left', async () => {
    const token = await key({ cardapio_ver: true, limite_minuto: 3 })
    const replies = []
    for (let at = 0; at < 5; at++) replies.push(await get(token, 'produtos/count'))
    expect(replies.map(({ statusCode }) => statusCode)).toContain(429)
    expect(String(replies[0]?.headers['ratelimit-policy'])).toContain('"keyCalls-user";q=3;w=60')
    expect(await status(owner, 'produtos/count')).toBe(200)
  })
})

test('a key hears what happens in its store, until it is revoked at whichever server', async () => {
  const token = await key({ cadastros_ver: true })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const reply = await fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${token}` } })
  const heard: string[] = []
  const ended = (async () => {
    for await (const chunk of reply.body ?? []) heard.push(Buffer.from(chunk).toString())
  })().catch(() => undefined)
  await server.call(owner, 'POST', '/api/unidades', { lojaId: stores.first, nome: 'pacote' })
  await expect.poll(() => heard.join('')).toContain('"register":"unidades"')
  const opened = await openAsServer(server.context.database)
  const second = await openServer(model, { database: { database: opened, drop: async () => undefined } })
  try {
    expect((await second.call(`Bearer ${token}`, 'GET', `/api/unidades/list?lojaId=${stores.first}`)).statusCode).toBe(200)
    const { id } = await recordOf(token)
    expect((await second.call(owner, 'POST', '/api/chaves_api/revogar', { lojaId: stores.first, id })).statusCode).toBe(200)
    await ended
    await expect.poll(() => status(token, 'unidades/list')).toBe(401)
  } finally {
    await second.close()
  }
})

describe('what a key may', () => {
  test('is no more than its giver still may, and ends with their access', async () => {
    const manager = await server.enterStore('gerente', stores.first, { chaves_gerir: true, cardapio_ver: true })
    const refused = await server.call(manager, 'POST', '/api/chaves_api', {
      lojaId: stores.first,
      nome: 'Demais',
      contas_ver: true,
    })
    expect(refused.json().error.details).toMatchObject([{ path: 'contas_ver', code: 'staff-role.more-than-own' }])
    const token = await key({ cardapio_ver: true }, stores.first, manager)
    expect(await status(token, 'produtos/list')).toBe(200)
    const place = (await get(owner, 'user_lojas/list')).json().find(({ email }: { email: string }) => email === 'gerente@x.br')
    const edit = (values: object) => server.call(owner, 'PATCH', `/api/user_lojas/${place.id}?lojaId=${stores.first}`, values)
    await edit({ cardapio_ver: false })
    expect(await status(token, 'produtos/list')).toBe(403)
    await edit({ cardapio_ver: true })
    expect(await status(token, 'produtos/list')).toBe(200)
    await edit({ bloqueado: true })
    expect(await status(token, 'produtos/list')).toBe(403)
  })

  test('follows its role', async () => {
    const papel = (
      await server.call(owner, 'POST', '/api/papeis', { lojaId: stores.first, nome: 'Loja virtual', cardapio_ver: true })
    ).json()
    const token = await key({ papelId: papel.id, contas_ver: true })
    expect([await status(token, 'produtos/list'), await status(token, 'Conta/list')]).toEqual([200, 403])
    await server.call(owner, 'PATCH', `/api/papeis/${papel.id}?lojaId=${stores.first}`, { cardapio_ver: false, contas_ver: true })
    expect([await status(token, 'produtos/list'), await status(token, 'Conta/list')]).toEqual([403, 200])
  })

  test('holds in every store of its giver where it says so, and only they widen it', async () => {
    const token = await key({ cardapio_ver: true, todas_lojas: true })
    expect(await Promise.all([stores.first, stores.second, stores.other].map(id => status(token, 'produtos/list', id)))).toEqual([
      200, 200, 403,
    ])
    const partner = await server.addUser('socia@x.br')
    await server.tie(partner, stores.first, { type: 1, email: 'socia@x.br' })
    const widened = await change(token, { contas_ver: true }, await server.enter('socia@x.br'))
    expect(widened.json().error).toMatchObject({ code: 'api-key.company-giver', message: expect.stringContaining('Dona') })
    const clerk = await server.enterStore('caixa', stores.first, { chaves_gerir: true })
    const company = await server.call(clerk, 'POST', '/api/chaves_api', {
      lojaId: stores.first,
      nome: 'Todas',
      todas_lojas: true,
    })
    expect(company.statusCode, company.body).toBe(422)
  })

  test('never is what asks for a person: accounts, keys, access, people’s data', async () => {
    const token = await key(Object.fromEntries(model.flags.map(({ name }) => [name, true])))
    const asked = [...runtimeOperations, ...product.operations].filter(one => 'gate' in one && one.person === true)
    const paths = [...asked.map(({ method, path }) => [method, path] as const), ...sessionCalls, ...keyCalls]
    const wrong: string[] = []
    for (const [method, path] of paths) {
      const url = `/api/${path.replace(/:\w+/g, '1')}`
      const payload = method === 'GET' ? undefined : { lojaId: stores.first, id: 1, nome: 'Outra' }
      const { statusCode, body } = await server.call(`Bearer ${token}`, method as 'GET', url, payload)
      if (statusCode !== 403 || !body.includes('person-needed'))
        wrong.push(`${method} ${path}: ${statusCode} ${body.slice(0, 120)}`)
    }
    expect(wrong).toEqual([])
    // No call of accounts and of people's data forgets the word.
    const own = /^(users|titulares|avisos)\//
    const silent = [...runtimeOperations, ...product.operations].filter(
      one => 'gate' in one && own.test(one.path) && !one.person && !one.reauthenticate && !/owner|admin/.test(one.gate),
    )
    expect(silent.map(({ path }) => path)).toEqual([])
  })

  test('is asked again before it is made in a browser', async () => {
    const login = await server.app.inject({
      method: 'POST',
      url: '/api/users/login',
      headers: { origin: 'http://127.0.0.1:3000' },
      payload: { email: 'dona@x.br', password: testPassword },
    })
    await server.context.database.system.query(`UPDATE system.sessions SET "provedAt" = now() - interval '1 hour'`)
    const { id } = (await get(owner, 'chaves_api/list')).json()[0]
    const body = { lojaId: stores.first, id }
    for (const call of ['gerar', 'revogar'])
      expect((await server.call(login.json().id, 'POST', `/api/chaves_api/${call}`, body)).statusCode).toBe(428)
    expect((await server.call(login.json().id, 'POST', '/api/chaves_api', { lojaId: stores.first, nome: 'N' })).statusCode).toBe(
      428,
    )
  })
})

const sessionCalls = [
  ['POST', 'users/configuracao'],
  ['POST', 'users/change-password'],
  ['GET', 'users/preferencias'],
  ['GET', 'users/segundo-fator'],
] as const

const keyCalls = [
  ['POST', 'chaves_api'],
  ['POST', 'chaves_api/gerar'],
  ['POST', 'chaves_api/revogar'],
  ['POST', 'user_lojas'],
  ['POST', 'papeis'],
] as const
