import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSpread } from '../fixtures/scratchDatabase.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/**
 * Machines that go away, come back, or give their rows to another, while people save. DATABASE_URL names the first of several;
 * CLUSTER_STOP and CLUSTER_START are commands that stop one of the others at once, and start it again.
 */
const distributed = await isSpread()
const { CLUSTER_STOP, CLUSTER_START } = process.env
const run = promisify(exec)
const many = 8

let server: TestServer
let token = ''
let stores: number[] = []

interface Machine {
  readonly host: string
  readonly port: number
}

/** The outcome of saves, by store. */
interface Outcome {
  readonly acknowledged: string[]
  /** Acknowledged records that the next reader did not find. */
  readonly unseen: string[]
  readonly refused: { readonly status: number; readonly code: string; readonly message: string }[]
}

const query = async <R extends pg.QueryResultRow>(text: string, params: unknown[] = []): Promise<R[]> =>
  (await server.context.database.system.query<R>(text, params)).rows

/** Where each store lies. */
const machineOf = async (store: number): Promise<Machine> => {
  const [machine] = await query<{ host: string; port: number }>(
    `SELECT nodename AS host, nodeport AS port FROM citus_shards WHERE shardid = get_shard_id_for_distribution_column('unidades', $1::bigint) LIMIT 1`,
    [store],
  )
  if (!machine) throw new Error(`Store ${store} lies nowhere`)
  return machine
}

const answers = async ({ host, port }: Machine): Promise<boolean> => {
  const client = new pg.Client({
    connectionString: String(Object.assign(new URL(server.context.database.url), { hostname: host, port })),
  })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

const save = (lojaId: number, nome: string) => server.call(token, 'POST', '/api/unidades', { lojaId, nome })

/** Saves in the stores without a pause, one after the other in each, until `stop`. */
function saving(ids: readonly number[], name: string, sideBySide: boolean) {
  const outcomes = new Map<number, Outcome>(ids.map(id => [id, { acknowledged: [], unseen: [], refused: [] }]))
  let over = false
  const once = async (id: number, at: number): Promise<void> => {
    const reply = await save(id, `${name}${at}`)
    if (reply.statusCode === 201) {
      outcomes.get(id)?.acknowledged.push(`${name}${at}`)
      const seen = await listedAs(id, `${name}${at}`)
      if (seen.statusCode === 200 && seen.json().length !== 1) outcomes.get(id)?.unseen.push(`${name}${at}`)
    } else {
      const { code, message } = reply.json().error
      outcomes.get(id)?.refused.push({ status: reply.statusCode, code, message })
    }
  }
  const stream = async (mine: readonly number[]): Promise<void> => {
    for (let at = 0; !over; at++) for (const id of mine) await once(id, at)
  }
  const streams = sideBySide ? ids.map(id => stream([id])) : [stream(ids)]
  const stop = async (): Promise<void> => {
    over = true
    await Promise.all(streams)
  }
  return { outcomes, stop }
}

const total = (outcomes: ReadonlyMap<number, Outcome>, ids: readonly number[], what: keyof Outcome): number =>
  ids.reduce((sum, id) => sum + (outcomes.get(id)?.[what].length ?? 0), 0)

/** Names that a store's list shows. */
async function listed(lojaId: number): Promise<string[]> {
  const filter = encodeURIComponent(JSON.stringify({ where: { lojaId }, fields: ['nome'], limit: 9999 }))
  const reply = await server.call(token, 'GET', `/api/unidades?filter=${filter}`)
  expect(reply.statusCode).toBe(200)
  return reply.json().map(({ nome }: { nome: string }) => nome)
}

/** The store's list of what has a name. */
const listedAs = (lojaId: number, nome: string) =>
  server.call(token, 'GET', `/api/unidades?filter=${encodeURIComponent(JSON.stringify({ where: { lojaId, nome }, limit: 2 }))}`)

/** Nothing that was acknowledged is missing, and nothing is there twice. Commits that were cut off are completed within a minute. */
async function expectWhole(outcomes: ReadonlyMap<number, Outcome>): Promise<void> {
  for (const [id, { acknowledged }] of outcomes) {
    await expect.poll(() => missing(id, acknowledged), { timeout: 600_000, interval: 1_000 }).toEqual([])
    const names = await listed(id)
    expect(names.length).toBe(new Set(names).size)
  }
}

const missing = async (id: number, acknowledged: readonly string[]): Promise<string[]> => {
  const there = new Set(await listed(id))
  return acknowledged.filter(name => !there.has(name))
}

/** A login enters the stores whose machines answer; somebody who works in none of these is told that the service is away. */
async function expectEntered(others: readonly number[], away: number): Promise<void> {
  const owner = await server.enter('todas@x.br')
  const session = await server.call(owner, 'POST', '/api/users/configuracao', {})
  expect([session.statusCode, session.json().usuario?.lojas.map(({ id }: { id: number }) => id)]).toEqual([200, others])
  const filter = encodeURIComponent(JSON.stringify({ where: { lojaId: others[0] }, limit: 2 }))
  expect((await server.call(owner, 'GET', `/api/unidades?filter=${filter}`)).json().length).toBe(2)
  const stranded = await server.call(await server.enter(`uma${away}@x.br`), 'POST', '/api/users/configuracao', {})
  expect([stranded.statusCode, stranded.json().error?.code]).toEqual([503, 'unavailable'])
}

beforeAll(async () => {
  if (!distributed) return
  server = await openServer()
  await server.addUser('dona@x.br', { admin: true })
  stores = []
  for (let at = 0; at < many; at++) stores.push(await server.addStore(`Loja ${at}`))
  const owner = await server.addUser('todas@x.br')
  for (const id of stores) {
    await server.tie(owner, id, { type: 1 })
    await server.tie(await server.addUser(`uma${id}@x.br`), id, { type: 1 })
  }
  token = await server.enter('dona@x.br')
}, 600_000)
afterAll(() => server?.close())

describe.skipIf(!distributed || !CLUSTER_STOP || !CLUSTER_START)('a machine that goes away while people save', () => {
  test('keeps its own stores waiting, in words, and no others; nothing acknowledged is lost', async () => {
    const work = saving(stores, 'a', true)
    await expect.poll(() => total(work.outcomes, stores, 'acknowledged'), { timeout: 60_000 }).toBeGreaterThan(40)
    const machines = new Map<number, Machine>()
    for (const id of stores) machines.set(id, await machineOf(id))
    await run(CLUSTER_STOP ?? '')
    const away: number[] = []
    for (const [id, machine] of machines) if (!(await answers(machine))) away.push(id)
    const others = stores.filter(id => !away.includes(id))
    expect([away.length > 0, others.length > 0]).toEqual([true, true])
    // Callers were remembered for half a minute: it goes on after that, too.
    server.context.access.forgetAll()
    const before = total(work.outcomes, others, 'acknowledged')
    await expect.poll(() => total(work.outcomes, away, 'refused'), { timeout: 60_000 }).toBeGreaterThan(10)
    await expect.poll(() => total(work.outcomes, others, 'acknowledged') - before, { timeout: 60_000 }).toBeGreaterThan(20)
    const list = await server.call(
      token,
      'GET',
      `/api/unidades?filter=${encodeURIComponent(JSON.stringify({ where: { lojaId: away[0] } }))}`,
    )
    expect([list.statusCode, list.json().error.message]).toEqual([
      503,
      'Serviço indisponível no momento. Tente de novo em instantes.',
    ])
    expect((await listed(others[0] ?? 0)).length).toBeGreaterThan(0)
    await expectEntered(others, away[0] ?? 0)
    await run(CLUSTER_START ?? '')
    const refused = total(work.outcomes, stores, 'refused')
    const after = total(work.outcomes, away, 'acknowledged')
    await expect.poll(() => total(work.outcomes, away, 'acknowledged') - after, { timeout: 600_000 }).toBeGreaterThan(10)
    await work.stop()
    expect(refused).toBeGreaterThan(10)
    for (const id of others) expect([id, work.outcomes.get(id)?.refused]).toEqual([id, []])
    const words = new Set(away.flatMap(id => work.outcomes.get(id)?.refused ?? []).map(({ status, code }) => `${status} ${code}`))
    const failures = server.logged.filter(line => line.includes('"level":50')).slice(0, 3)
    expect([...words], failures.join('\n')).toEqual(['503 unavailable'])
    await expectWhole(work.outcomes)
  }, 600_000)
})

describe.skipIf(!distributed)('rows that go to another machine while people save', () => {
  test('take their stores along: nothing is refused, nothing is lost, and whoever reads sees what was saved before', async () => {
    const work = saving(stores, 'm', false)
    await expect.poll(() => total(work.outcomes, stores, 'acknowledged'), { timeout: 60_000 }).toBeGreaterThan(10)
    const [store = 0] = stores
    const from = await machineOf(store)
    const others = await query<{ host: string; port: number }>(
      'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 AND nodeport <> $1 LIMIT 1',
      [from.port],
    )
    const [to = from] = others
    const client = new pg.Client({ connectionString: server.context.database.url })
    await client.connect()
    await client.query(
      `SELECT citus_move_shard_placement(get_shard_id_for_distribution_column('unidades', $1::bigint), $2, $3, $4, $5, 'force_logical')`,
      [store, from.host, from.port, to.host, to.port],
    )
    await client.end()
    const moved = total(work.outcomes, stores, 'acknowledged')
    await expect.poll(() => total(work.outcomes, stores, 'acknowledged') - moved, { timeout: 60_000 }).toBeGreaterThan(10)
    await work.stop()
    expect(await machineOf(store)).toEqual(to)
    for (const id of stores) expect([id, work.outcomes.get(id)?.refused, work.outcomes.get(id)?.unseen]).toEqual([id, [], []])
    await expectWhole(work.outcomes)
  }, 600_000)
})
