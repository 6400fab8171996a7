import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../../src/server/database/embeddedPostgres.ts'
import { type Balancer, openBalancer } from '../fixtures/balancer.ts'
import { isSpread, type Scratch, scratchDatabase } from '../fixtures/scratchDatabase.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, startProcess } from '../fixtures/serverProcess.ts'

/** Three servers on one database and one folder of files, behind a balancer that spreads every request. */
const folder = scratchFolder()
let place: Scratch
let balancer: Balancer
let servers: ServerProcess[] = []
let db: pg.Client
let token = ''

const call = apiClient(() => balancer.address)
const at = (server: ServerProcess | undefined) => apiClient(() => server?.address ?? '')
const start = (): Promise<ServerProcess> =>
  startProcess(folder, ['--no-pages'], {
    DATABASE_URL: place.url,
    SECRET_KEY: 'a mesma em todos',
    // Longer than the balancer takes to see that a server is not ready any more.
    DRAIN_SECONDS: '2',
  })
const login = async (email: string, password = 'demo1234') => call('POST', 'users/login', undefined, { email, password })
const idOf = (body: unknown): number => (body as { id: number }).id

/** A PostgreSQL for these servers alone: together they take many connections. */
async function ownPostgres(): Promise<Scratch> {
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'database'), durable: false })
  const first = new pg.Client({ connectionString: postgres.address('postgres') })
  await first.connect()
  await first.query('CREATE DATABASE retaguarda')
  await first.end()
  return { url: postgres.address('retaguarda'), drop: () => postgres.stop() }
}

beforeAll(async () => {
  place = (await isSpread()) ? await scratchDatabase() : await ownPostgres()
  balancer = await openBalancer()
  servers = await Promise.all([start(), start(), start()])
  balancer.servers = servers.map(({ address }) => address)
  db = new pg.Client({ connectionString: place.url })
  db.on('error', () => undefined)
  await db.connect()
  token = String(idOf((await login('dono@demo.com.br')).body))
}, 600_000)

afterAll(async () => {
  await balancer?.close()
  await db?.end()
  await Promise.all(servers.map(server => server.end()))
  await place?.drop()
  removeFolder(folder)
})

const count = async (text: string, params: unknown[] = []): Promise<number> =>
  (await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${text}`, params)).rows[0]?.count ?? 0

test('of servers that start together on an empty database one makes the tables and the demo', async () => {
  expect(await count('lojas')).toBe(3)
  expect(await count('system.definitions')).toBe(1)
  expect(servers.map(({ output }) => output.includes('dono@demo.com.br'))).toEqual([true, true, true])
})

test('a session holds at all of them, and ends at all of them', async () => {
  const other = String(idOf((await login('dono@demo.com.br')).body))
  for (const server of servers) expect((await at(server)('GET', 'unidades?lojaId=1', other)).status).toBe(200)
  expect((await at(servers[0])('POST', 'users/logout', other)).status).toBe(204)
  for (const server of servers)
    await expect.poll(async () => (await at(server)('GET', 'unidades?lojaId=1', other)).status).toBe(401)
  expect(balancer.answered.size).toBeGreaterThan(0)
})

test('a repeat under an idempotency key is answered as the first was, by whichever server it meets', async () => {
  const save = (server: ServerProcess) =>
    fetch(`${server.address}/api/unidades`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': 'vez-1' },
      body: JSON.stringify({ lojaId: 1, nome: 'vez' }),
    })
  const replies = await Promise.all([...servers, ...servers].map(save))
  const bodies = await Promise.all(replies.map(reply => reply.json()))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  expect(new Set(bodies.map(idOf)).size).toBe(1)
  expect(await count(`unidades WHERE nome = 'vez'`)).toBe(1)
})

test('what is saved through one server is told at the others, and their counts follow', async () => {
  const counted = async (server: ServerProcess): Promise<number> => {
    const filter = encodeURIComponent(JSON.stringify({ where: { lojaId: 1 }, limit: 1 }))
    const reply = await fetch(`${server.address}/api/unidades/list?filter=${filter}`, { headers: { authorization: token } })
    return Number(reply.headers.get('content-count'))
  }
  for (const server of servers) expect(await counted(server)).toBeGreaterThan(0)
  const heard = servers.map(() => '')
  const ending = new AbortController()
  for (const [nth, { address }] of servers.entries()) {
    const stream = await fetch(`${address}/api/events?lojaId=1`, { headers: { authorization: token }, signal: ending.signal })
    const read = async (): Promise<void> => {
      for await (const chunk of stream.body ?? []) heard[nth] += Buffer.from(chunk).toString()
    }
    read().catch(() => undefined)
  }
  const saved = await at(servers[0])('POST', 'unidades', token, { lojaId: 1, nome: 'dita' })
  expect(saved.status).toBe(201)
  await expect.poll(() => heard.map(text => text.includes(`"ids":["${idOf(saved.body)}"]`))).toEqual([true, true, true])
  ending.abort()
  const rows = await count('unidades WHERE "lojaId" = 1')
  for (const server of servers) await expect.poll(() => counted(server)).toBe(rows)
})

test('limits hold over all of them: calls without a session, and attempts to log in', async () => {
  const address = 'pedidos/pedidoDetalhes?lojaId=1&uuid=nada'
  const replies = await Promise.all(Array.from({ length: 42 }, () => call('GET', address)))
  expect(replies.filter(({ status }) => status !== 429).length).toBe(30)
  const wrong = []
  for (let each = 0; each < 9; each++) wrong.push((await login('funcionario@demo.com.br', `errada ${each}`)).status)
  expect(wrong.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  expect(wrong).toContain(429)
  // However long the logins above took.
  await db.query(
    `UPDATE system.attempts SET "blockedUntil" = "blockedUntil" + interval '1 hour' WHERE "blockedUntil" IS NOT NULL`,
  )
  for (const server of servers) {
    const { status } = await at(server)('POST', 'users/login', undefined, {
      email: 'funcionario@demo.com.br',
      password: 'demo1234',
    })
    expect(status).toBe(429)
  }
})

test('a mail is sent once, whoever takes it', async () => {
  const people = ['admin@demo.com.br', 'dono@demo.com.br']
  for (const email of people)
    expect((await call('POST', 'users/sendResetPasswordEmail', undefined, { email })).status).toBeLessThan(300)
  await expect.poll(() => count(`system.queue WHERE queue = 'mail' AND "dueAt" < 'infinity'`)).toBe(0)
  const mails = readdirSync(join(folder, 'data/mail')).map(name => readFileSync(join(folder, 'data/mail', name), 'utf8'))
  expect(mails.map(text => /^To: (.*)$/m.exec(text)?.[1]).sort()).toEqual(people)
})

test('servers are ended and started in turn while people save, and no call fails', { timeout: 600_000 }, async () => {
  const saved: number[] = []
  const failed: string[] = []
  let over = false
  const client = async (name: string): Promise<void> => {
    for (let each = 0; !over; each++) {
      try {
        const { status, body } = await call('POST', 'unidades', token, { lojaId: 1, nome: `${name}${each}` })
        if (status === 201) saved.push(idOf(body))
        else failed.push(`${status} ${JSON.stringify(body)}`)
        const read = await call('GET', `unidades/${idOf(body)}?lojaId=1`, token)
        if (read.status !== 200) failed.push(`read ${read.status} ${JSON.stringify(read.body)}`)
      } catch (error) {
        failed.push(String(error))
      }
    }
  }
  const clients = ['a', 'b', 'c', 'd'].map(client)
  const busy = async (): Promise<void> => {
    const until = saved.length + 20
    await expect.poll(() => saved.length + failed.length).toBeGreaterThan(until)
  }
  for (const old of [...servers]) {
    await busy()
    expect(await old.end()).toBe(0)
    const fresh = await start()
    servers = servers.map(server => (server === old ? fresh : server))
    balancer.servers = servers.map(({ address }) => address)
  }
  await busy()
  over = true
  await Promise.all(clients)
  expect(failed).toEqual([])
  expect(await count('unidades WHERE id = ANY ($1)', [saved])).toBe(saved.length)
  for (const { address } of servers) expect(balancer.answered.get(address)).toBeGreaterThan(0)
})
