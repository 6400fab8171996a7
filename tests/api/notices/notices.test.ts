import { createECDH, createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Model } from '../../../src/model/model.ts'
import type { Notice } from '../../../src/model/views/notice.ts'
import type { ServerEvent } from '../../../src/server/features/events/eventBus.ts'
import type { PushOutcome } from '../../../src/server/features/notices/push/sendPush.ts'
import { type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { productModel } from '../fixtures/product.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { noticeCalls } from './noticeCalls.ts'

/** People are told once, where they chose; on notices of the test's own. */

const notice = (name: string, rest: Pick<Notice, 'on' | 'text'> & Partial<Notice>): [string, Notice] => [
  name,
  { name, title: name, gate: 'owner || cadastros_ver', tone: 'info', cause: '{id}', page: '/produtos/{id}', ...rest },
]
const onProducts = (event: 'made' | 'changed') => ({ register: 'produtos', event })
const model: Model = {
  ...productModel(),
  notices: Object.fromEntries([
    notice('preco', {
      on: onProducts('changed'),
      when: 'preco_vnd_prod > before.preco_vnd_prod * 1.5',
      cause: '{id} {preco_vnd_prod}',
      text: '{desc_prod} passou a {preco_vnd_prod}.',
    }),
    notice('caro', {
      on: onProducts('made'),
      when: 'preco_vnd_prod > 100.0',
      text: '{desc_prod} custa {preco_vnd_prod}.',
      several: { text: '{count} produtos caros.', page: '/produtos' },
    }),
    notice('promocao', {
      on: { register: 'produtos', at: 'promocao_ate', minutes: -30 },
      cause: '{id} {promocao_ate}',
      text: 'A promoção de {desc_prod} acaba em meia hora.',
    }),
  ]),
  limits: {
    ...productModel().limits,
    quotas: { ...productModel().limits.quotas, notices: { title: 'Avisos', store: 50, user: 6 } },
  },
}

let server: TestServer
let post: MailCatcher
let calls: ReturnType<typeof noticeCalls>
const stores = { ours: 0, theirs: 0 }
const tokens = { dona: '', caixa: '', outra: '', duas: '' }
const pushed: { readonly body: string; readonly endpoint: string; readonly outcome: PushOutcome }[] = []
let answer: PushOutcome = 'sent'

beforeAll(async () => {
  post = await openMailCatcher()
  const push = async (text: string, { endpoint }: { readonly endpoint: string }): Promise<PushOutcome> => {
    pushed.push({ body: JSON.parse(text).body, endpoint, outcome: answer })
    return answer
  }
  server = await openServer(model, { mail: { url: post.url, from: 'Loja <loja@teste.br>' }, push })
  calls = noticeCalls(server)
  stores.ours = await server.addStore('Padaria da Ana')
  stores.theirs = await server.addStore('Bar do Beto')
  tokens.dona = await server.enterStore('dona', stores.ours, { type: 1 })
  tokens.caixa = await server.enterStore('caixa', stores.ours, { caixa_operar: true })
  tokens.outra = await server.enterStore('outra', stores.theirs, { type: 1 })
  tokens.duas = await server.enterStore('duas', stores.ours, { cadastros_ver: true })
  await tie('duas', stores.theirs, { cadastros_ver: true })
  await q().query(`INSERT INTO ncms (id, descricao, tipo) VALUES ('21069090', 'Alimentos', 0) ON CONFLICT DO NOTHING`)
})
afterAll(async () => {
  await server?.close()
  await post?.close()
})

const q = () => server.context.database.system
const userOf = async (name: string): Promise<number> =>
  Number((await q().query<{ id: string }>('SELECT id FROM users WHERE email = $1', [`${name}@x.br`])).rows[0]?.id)
const tie = async (name: string, lojaId: number, values: Readonly<Record<string, unknown>>): Promise<void> =>
  server.tie(await userOf(name), lojaId, values)
const change = async (set: string, params: readonly unknown[]): Promise<void> => {
  await q().query(`UPDATE user_lojas SET ${set}`, params)
  server.context.access.forget()
}
let codes = 0
const product = async (
  lojaId: number,
  preco: number,
  by = tokens.dona,
): Promise<{ id: number; version: number; desc_prod: string }> => {
  codes += 1
  const { rows } = await q().query<{ id: string }>(
    `WITH g AS (INSERT INTO grupos ("lojaId", nome) SELECT $1, 'Geral' WHERE NOT EXISTS (SELECT FROM grupos WHERE "lojaId" = $1) RETURNING id)
     SELECT id FROM g UNION ALL SELECT id FROM grupos WHERE "lojaId" = $1`,
    [lojaId],
  )
  await q().query(
    `INSERT INTO unidades ("lojaId", nome) SELECT $1, 'UN' WHERE NOT EXISTS (SELECT FROM unidades WHERE "lojaId" = $1)`,
    [lojaId],
  )
  await q().query(
    `INSERT INTO impostos ("lojaId", nome) SELECT $1, 'Padrão' WHERE NOT EXISTS (SELECT FROM impostos WHERE "lojaId" = $1)`,
    [lojaId],
  )
  const [unit] = (await q().query<{ id: string }>('SELECT id FROM unidades WHERE "lojaId" = $1', [lojaId])).rows
  const [tax] = (await q().query<{ id: string }>('SELECT id FROM impostos WHERE "lojaId" = $1', [lojaId])).rows
  const reply = await server.call(by, 'POST', '/api/produtos/save', {
    lojaId,
    cod_prod: `${codes}`,
    desc_prod: `Produto ${codes}`,
    grupoId: Number(rows[0]?.id),
    unidadeId: Number(unit?.id),
    impostoId: Number(tax?.id),
    ncmId: '21069090',
    appPreco: preco,
    preco_vnd_prod: preco,
  })
  if (reply.statusCode >= 300) throw new Error(reply.body)
  return reply.json()
}
const reprice = async ({ id, version }: { id: number; version: number }, preco_vnd_prod: number, lojaId = stores.ours) =>
  (await server.call(tokens.dona, 'POST', '/api/produtos/save', { lojaId, id, version, preco_vnd_prod })).json()
const texts = async (token: string) => (await calls.of(token)).map(({ texto }) => texto)

beforeEach(async () => {
  await calls.look()
  await q().query('DELETE FROM system.notices')
  await q().query(`DELETE FROM system.queue WHERE queue LIKE 'notice%'`)
  pushed.length = 0
  post.mails.length = 0
  answer = 'sent'
})

describe('what is told', () => {
  test('a condition over the record and its value before; not what was taken back', async () => {
    const bread = await product(stores.ours, 10)
    const dearer = await reprice(bread, 12)
    await calls.look()
    expect(await texts(tokens.dona)).toEqual([])
    await reprice(dearer, 30)
    const refused = await server.call(tokens.dona, 'POST', '/api/produtos/save', {
      lojaId: stores.ours,
      id: bread.id,
      preco_vnd_prod: -1,
    })
    expect(refused.statusCode).toBe(422)
    await calls.look()
    expect(await texts(tokens.dona)).toEqual([`${bread.desc_prod} passou a R$ 30,00.`])
  })

  test('a moment before a record’s own, once, and anew where it moved', async () => {
    const cake = await product(stores.ours, 10)
    // Promotions of others end with the day: half an hour before midnight they would be told, too.
    await q().query(`UPDATE produtos SET promocao_ate = now() + interval '2 days'`)
    const ends = (minutes: number) =>
      q().query(`UPDATE produtos SET promocao_ate = now() + $2 * interval '1 minute' WHERE id = $1`, [cake.id, minutes])
    await ends(45)
    await calls.job('notices-minute', stores.ours)
    expect(await texts(tokens.dona)).toEqual([])
    await ends(25)
    for (let time = 0; time < 2; time++) await calls.job('notices-minute', stores.ours)
    expect(await texts(tokens.dona)).toEqual([`A promoção de ${cake.desc_prod} acaba em meia hora.`])
    await ends(20)
    await calls.job('notices-minute', stores.ours)
    expect(await texts(tokens.dona)).toHaveLength(2)
  })

  test('above what a day has room for, the last one says so', async () => {
    for (let time = 0; time < 8; time++) await product(stores.ours, 200)
    await calls.look()
    const all = await texts(tokens.dona)
    expect(all).toHaveLength(6)
    expect(all.filter(text => text.startsWith('Houve hoje mais avisos'))).toHaveLength(1)
  })
})

describe('once', () => {
  const again = async (id: string, item: object): Promise<void> => {
    await q().query(`INSERT INTO system.queue (id, queue, content) VALUES ($1, 'notice', $2)`, [id, JSON.stringify(item)])
    await calls.look()
  }
  const item = (id: number) => ({ lojaId: stores.ours, table: 'produtos', records: [{ id: `${id}`, made: true }] })

  test('a server that dies after telling, and one that does the same beside it, tell nothing twice', async () => {
    const { id } = await product(stores.ours, 200)
    await calls.look()
    const [key, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
    for (const each of [key, key, other]) await again(each, item(id))
    expect(await texts(tokens.dona)).toHaveLength(1)
  })

  test('a server that dies while telling leaves nothing, and the next tells all', async () => {
    await q().query(`ALTER TABLE system.notices ADD CONSTRAINT broken CHECK (text <> text) NOT VALID`)
    const { id } = await product(stores.ours, 200)
    await calls.look()
    expect(await texts(tokens.dona)).toEqual([])
    expect((await q().query(`SELECT FROM system.notice_causes WHERE about = $1`, [`${id}`])).rowCount).toBe(0)
    await q().query('ALTER TABLE system.notices DROP CONSTRAINT broken')
    await calls.due('notice')
    await calls.look()
    expect(await texts(tokens.dona)).toHaveLength(1)
    expect(await texts(tokens.duas)).toHaveLength(1)
  })
})

describe('who is told', () => {
  test('people of the store whom the gate lets, and nobody of another', async () => {
    await product(stores.ours, 200)
    await calls.look()
    const mine = await calls.of(tokens.duas)
    expect(mine).toMatchObject([{ lojaId: stores.ours, loja: 'Padaria da Ana', lido: false, titulo: 'caro' }])
    expect([await texts(tokens.caixa), await texts(tokens.outra)]).toEqual([[], []])
  })

  test('who loses the permission or the store sees nothing of it any more', async () => {
    await product(stores.ours, 200)
    await product(stores.theirs, 200, tokens.outra)
    await calls.look()
    expect([await calls.unread(tokens.duas), (await calls.of(tokens.duas)).length]).toEqual([2, 2])
    const user = await userOf('duas')
    await change('cadastros_ver = false WHERE "userId" = $1 AND "lojaId" = $2', [user, stores.theirs])
    expect((await calls.of(tokens.duas)).map(({ lojaId }) => lojaId)).toEqual([stores.ours])
    await change('bloqueado = true WHERE "userId" = $1 AND "lojaId" = $2', [user, stores.ours])
    expect([await calls.unread(tokens.duas), await texts(tokens.duas)]).toEqual([0, []])
    await change('bloqueado = false, cadastros_ver = true WHERE "userId" = $1', [user])
    expect(await calls.unread(tokens.duas)).toBe(2)
  })

  test('pages of notices lose none of one moment, and begin behind nobody else’s', async () => {
    for (let at = 0; at < 3; at += 1) {
      await product(stores.ours, 200)
      await calls.look()
    }
    await q().query('UPDATE system.notices SET "createdAt" = now()')
    const page = async (token: string, behind = '') =>
      (await server.call(token, 'GET', `/api/avisos?limite=2${behind && `&depois=${behind}`}`)).json().avisos as { id: string }[]
    const first = await page(tokens.dona)
    const rest = await page(tokens.dona, first.at(-1)?.id)
    expect([first.length, rest.length]).toEqual([2, 1])
    expect([...first, ...rest].map(({ id }) => id)).toEqual((await calls.of(tokens.dona)).map(({ id }) => id))
    expect(await page(tokens.dona, rest[0]?.id)).toEqual([])
    expect(await page(tokens.duas, first[0]?.id)).toEqual([])
    expect((await server.call(tokens.dona, 'GET', '/api/avisos?depois=ontem')).statusCode).toBe(422)
  })

  test('one’s own are marked as read, and one’s own browsers hear of it', async () => {
    const events: ServerEvent[] = []
    const silence = server.context.eventBus.subscribe(event => events.push(event))
    await product(stores.ours, 200)
    await calls.look()
    const [first] = await calls.of(tokens.dona)
    const read = (token: string, body: object) => server.call(token, 'POST', '/api/avisos/lidos', body)
    expect((await read(tokens.duas, { ids: [first?.id] })).json()).toEqual({ naoLidos: 1 })
    expect(await calls.unread(tokens.dona)).toBe(1)
    expect((await read(tokens.dona, { ids: [first?.id] })).json()).toEqual({ naoLidos: 0 })
    expect(await calls.of(tokens.dona)).toMatchObject([{ lido: true }])
    expect((await read(tokens.duas, {})).json()).toEqual({ naoLidos: 0 })
    const [dona, duas] = [await userOf('dona'), await userOf('duas')]
    await expect
      .poll(() => events.flatMap(event => (event.kind === 'notices' ? [event.userIds] : [])))
      .toEqual(expect.arrayContaining([[dona, duas], [dona], [duas]]))
    silence()
  })

  test('nobody is told of what they chose not to hear of; a choice that is none is refused', async () => {
    expect((await calls.choose(tokens.duas, 'caro', { app: false })).statusCode).toBe(200)
    expect((await calls.choose(tokens.duas, 'nada', {})).statusCode).toBe(404)
    expect((await calls.choose(tokens.duas, '__proto__', {})).statusCode).toBe(404)
    const { escolhas } = (await server.call(tokens.duas, 'GET', '/api/avisos/escolhas')).json()
    expect(escolhas).toMatchObject([
      { nome: 'preco', app: true },
      { nome: 'caro', app: false },
      { nome: 'promocao', app: true },
    ])
    expect((await server.call(tokens.caixa, 'GET', '/api/avisos/escolhas')).json().escolhas).toEqual([])
    await product(stores.ours, 200)
    await calls.look()
    expect([await texts(tokens.duas), (await texts(tokens.dona)).length]).toEqual([[], 1])
    await calls.choose(tokens.duas, 'caro', {})
  })
})

describe('elsewhere', () => {
  const letters = async (): Promise<void> => {
    await calls.due('notice-mail')
    await server.context.noticeWorkers.mail.deliver()
    await server.context.mailWorker.deliver()
  }
  const push = async (): Promise<void> => {
    await calls.due('notice-push')
    await server.context.noticeWorkers.push.deliver()
  }
  const browser = (endpoint: string) => {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    return { endpoint, p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  }
  const subscribe = (token: string, body: object) => server.call(token, 'POST', '/api/avisos/aparelhos', body)

  test('by mail: those of some minutes in one letter, to whom they still concern', async () => {
    for (const token of [tokens.dona, tokens.duas]) await calls.choose(token, 'caro', { email: true })
    const one = await product(stores.ours, 200)
    await calls.look()
    const other = await product(stores.ours, 300)
    await calls.look()
    await change('cadastros_ver = false WHERE "userId" = $1 AND "lojaId" = $2', [await userOf('duas'), stores.ours])
    await letters()
    expect(post.mails.map(({ to }) => to)).toEqual(['dona@x.br'])
    for (const { desc_prod } of [one, other]) expect(post.mails[0]?.text).toContain(`• ${desc_prod} custa R$`)
    await letters()
    expect(post.mails).toHaveLength(1)
    await change('cadastros_ver = true WHERE "userId" = $1', [await userOf('duas')])
    for (const token of [tokens.dona, tokens.duas]) await calls.choose(token, 'caro', {})
  })

  test('in the browser: sealed, tried again while its service is away, forgotten when it is gone', async () => {
    await calls.choose(tokens.dona, 'caro', { push: true })
    const endpoint = 'https://push.example.org/abc'
    expect((await subscribe(tokens.dona, browser(endpoint))).statusCode).toBe(200)
    const { rows } = await q().query<{ all: string }>('SELECT target AS all FROM system.push_subscriptions')
    expect(rows.map(({ all }) => all).join()).not.toContain('push.example.org')
    // The server sends by itself, too, as soon as there is something.
    answer = 'later'
    const { desc_prod } = await product(stores.ours, 200)
    await calls.look()
    await push()
    expect(pushed.length).toBeGreaterThan(0)
    answer = 'sent'
    const sent = () => pushed.flatMap(({ body, outcome }) => (outcome === 'sent' ? [body.replace('\u00a0', ' ')] : []))
    for (let time = 0; time < 2; time++) await push()
    expect(sent()).toEqual([`${desc_prod} custa R$ 200,00.`])
    answer = 'gone'
    await product(stores.ours, 200)
    await calls.look()
    await push()
    expect((await q().query('SELECT FROM system.push_subscriptions')).rowCount).toBe(0)
    await calls.choose(tokens.dona, 'caro', {})
  })

  test('a browser is its last person’s; addresses that are no public service are refused', async () => {
    const endpoint = 'https://push.example.org/shared'
    await subscribe(tokens.dona, browser(endpoint))
    await subscribe(tokens.duas, browser(endpoint))
    const owners = await q().query<{ userId: string }>('SELECT "userId" FROM system.push_subscriptions')
    expect(owners.rows.map(({ userId }) => Number(userId))).toEqual([await userOf('duas')])
    await server.call(tokens.dona, 'POST', '/api/avisos/aparelhos/remover', { endpoint })
    expect((await q().query('SELECT FROM system.push_subscriptions')).rowCount).toBe(1)
    for (const bad of ['http://push.example.org/x', 'https://127.0.0.1/x', 'https://localhost/x', 'https://a.b:22/x'])
      expect((await subscribe(tokens.dona, browser(bad))).statusCode).toBe(422)
    expect((await subscribe(tokens.dona, { ...browser(endpoint), p256dh: 'short' })).statusCode).toBeGreaterThanOrEqual(400)
    for (let device = 0; device < 12; device++) await subscribe(tokens.duas, browser(`https://push.example.org/${device}`))
    expect((await q().query('SELECT FROM system.push_subscriptions')).rowCount).toBe(10)
  })

  test('the key of the installation is the same for all, and its private part is sealed', async () => {
    const key = async (token: string) => (await server.call(token, 'GET', '/api/avisos/escolhas')).json().chave
    expect(await key(tokens.dona)).toBe(await key(tokens.outra))
    const { rows } = await q().query<{ value: { privateKey: string } }>(
      `SELECT value FROM system.settings WHERE name = 'push-keys'`,
    )
    expect(rows[0]?.value.privateKey).toMatch(/^v1\./)
  })
})

test('one’s own file has what one was told, and whoever is forgotten takes it along', async () => {
  await server.enterStore('saindo', stores.ours, { cadastros_ver: true })
  const token = await server.enter('saindo@x.br')
  const endpoint = 'https://push.example.org/leaving'
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  await server.call(token, 'POST', '/api/avisos/aparelhos', { endpoint, ...keys })
  const { desc_prod } = await product(stores.ours, 200)
  await calls.look()
  const user = await userOf('saindo')
  const file = (await server.call(token, 'GET', '/api/titulares/users/eu/exportar')).json()
  expect(file.Avisos).toMatchObject([{ Loja: 'Padaria da Ana', Aviso: expect.stringContaining(desc_prod) }])
  expect((await server.call(token, 'POST', '/api/titulares/users/eu/apagar', { ciente: true })).statusCode).toBe(200)
  const left = await q().query('SELECT FROM system.notices WHERE "userId" = $1', [user])
  expect(left.rowCount).toBe(0)
  expect(
    (
      await q().query('SELECT FROM system.push_subscriptions WHERE key = $1', [
        createHash('sha256').update(endpoint).digest('hex'),
      ])
    ).rowCount,
  ).toBe(0)
})
