import { afterEach, describe, expect, test, vi } from 'vitest'
import { areas } from '../../../src/domain/all.ts'
import type { Domain } from '../../../src/server/domain.ts'
import { endJob, planJobs, takeJob } from '../../../src/server/jobs/jobLeases.ts'
import { loadDemoOnce } from '../../../src/server/start/loadDemoOnce.ts'
import { startJobs } from '../../../src/server/start/startJobs.ts'
import { applyModel } from '../../../src/server/tables/applyModel.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { modelWithNotes, withToy } from './fixtures/toyNotes.ts'
import { withDemo } from './fixtures/withDemo.ts'
import { seen, withEffect } from './fixtures/withEffect.ts'
import { withJob } from './fixtures/withJob.ts'
import { withOperation } from './fixtures/withOperation.ts'
import { withReactions } from './fixtures/withReactions.ts'
import { noteWeights, withTables } from './fixtures/withTables.ts'

/* One toy area per member of the face: each is found by the runtime, which knows none of them. */

let shop: Shop | undefined
let server: TestServer | undefined

afterEach(async () => {
  await shop?.close()
  await server?.close()
  shop = server = undefined
})

const owner = { userId: 2, stores: [1], owner: true }

async function openNotes(effects: readonly string[], toy: Parameters<typeof withToy>[0]): Promise<Shop> {
  const opened = await openShop(modelWithNotes(effects), withToy(toy))
  await opened.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira')`)
  return opened
}

test('an operation has its route, its gate, its check and its place in the OpenAPI document', async () => {
  shop = await openNotes([], withOperation)
  const call = shop.as(owner)
  expect(await call('POST', '/api/toys/cumprimentar', { nome: 'Ana' })).toMatchObject({
    status: 200,
    body: { texto: 'Olá, Ana, da loja 1' },
  })
  expect((await call('POST', '/api/toys/cumprimentar', {})).status).toBe(422)
  expect((await shop.as({ userId: 3, stores: [1] })('POST', '/api/toys/cumprimentar', { nome: 'Ana' })).status).toBe(403)
  const { body } = await call('GET', '/api/openapi.json')
  expect(body).toMatchObject({ paths: { '/Toys/cumprimentar': { post: { summary: 'Cumprimentar' } } } })
})

describe('an effect', () => {
  test('hangs at every way of writing: save, batch, removal, undo, import', async () => {
    shop = await openNotes(['trimNote'], withEffect)
    const call = shop.as(owner)
    const told = async (work: Promise<{ status: number }>): Promise<readonly string[]> => {
      seen.length = 0
      expect((await work).status).toBeLessThan(300)
      return [...seen]
    }
    expect(await told(call('POST', '/api/notas', { texto: 'um' }))).toEqual(['before', 'after UM'])
    const batch = call('POST', '/api/notas/save', [{ texto: 'dois' }, { texto: 'três' }])
    expect(await told(batch)).toEqual(['before', 'before', 'after DOIS', 'after TRÊS'])
    expect(await told(call('PATCH', '/api/notas/1', { texto: 'outro', version: 1 }))).toEqual(['before', 'after OUTRO'])
    const removal = { 'x-action': '6b6f1f10-0000-4000-8000-000000000001' }
    expect(await told(call('DELETE', '/api/notas/1', undefined, removal))).toEqual(['remove OUTRO'])
    const undo = call('POST', '/api/atividade/6b6f1f10-0000-4000-8000-000000000001/desfazer', { lojaId: 1 })
    expect(await told(undo)).toEqual(['after OUTRO'])
    const rows = [{ texto: 'quatro' }, { texto: 'cinco' }]
    const load = call('POST', '/api/imports/notas-importar', { lojaId: 1, rows })
    expect(await told(load)).toEqual(['before', 'before', 'after QUATRO', 'after CINCO'])
    const { body } = await call('GET', '/api/notas')
    expect((body as { texto: string }[]).map(({ texto }) => texto).sort()).toEqual(['CINCO', 'DOIS', 'OUTRO', 'QUATRO', 'TRÊS'])
  })

  test('may refuse what is saved', async () => {
    shop = await openNotes(['trimNote'], withEffect)
    expect(await shop.as(owner)('POST', '/api/notas', { texto: 'proibido' })).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'texto', code: 'content-invalid' }] } },
    })
  })
})

test('tables are made with those of the registers, made anew when declared anew, rebuilt and verified', async () => {
  shop = await openNotes([], withTables('peso'))
  const { database, model } = shop
  for (const peso of [3, 4]) await shop.as(owner)('POST', '/api/notas', { texto: 'nota', peso })
  const total = async (): Promise<unknown> => (await database.system.query('SELECT total FROM toys.weights')).rows[0]?.total
  const differences = (): Promise<unknown> => database.asOwner(async q => (await noteWeights('peso').verify(q))[0]?.differences)
  expect(await differences()).toBe(1)
  await database.asOwner(q => noteWeights('peso').rebuild(q))
  expect([await total(), await differences()]).toEqual(['7', 0])
  await applyModel(database, model, [], [noteWeights('peso')])
  expect(await total()).toBe('7')
  await applyModel(database, model, [], [noteWeights('peso * 2')])
  expect(await total()).toBe('14')
})

test('a job runs at once and when it is due, on one server however many there are', async () => {
  const first = Promise.withResolvers<void>()
  const told = vi.fn(() => first.promise)
  server = await openServer(modelWithNotes(), { domains: [withJob(told, 0.3)] })
  const stops = [startJobs(server.context), startJobs(server.context), startJobs(server.context)]
  // While it runs on one, the others leave it alone.
  await expect.poll(() => told.mock.calls.length).toBe(1)
  first.resolve()
  await expect.poll(() => told.mock.calls.length).toBeGreaterThan(2)
  for (const stop of stops) stop()
})

test('a run is one server’s until it ends or its time is over, and then tells how it went', async () => {
  server = await openServer(modelWithNotes())
  const q = server.context.database.system
  const due = new Date(Date.now() - 1000)
  await planJobs(q, [{ key: 'count', dueAt: due }])
  const [first, ...others] = (await Promise.all([1, 2, 3, 4].map(() => takeJob(q, ['count'], 60)))).filter(Boolean)
  expect(others).toEqual([])
  // The server that has it dies: its time is over at some moment.
  await q.query(`UPDATE system.jobs SET "leasedUntil" = now()`)
  const second = await takeJob(q, ['count'], 60)
  if (!first || !second) throw new Error('not taken')
  const tomorrow = new Date(Date.now() + 86_400_000)
  await endJob(q, first, due, 'too late to say so')
  await endJob(q, second, tomorrow, 'no paper')
  expect(
    (await q.query('SELECT failure, "dueAt" > now() AS later, "leasedUntil" FROM system.jobs WHERE id = $1', ['count'])).rows,
  ).toEqual([{ failure: 'no paper', later: true, leasedUntil: null }])
  expect(await takeJob(q, ['count'], 60)).toBeUndefined()
})

test('each store has a job to itself by its own clock; a moment that no server saw is made up for, once', async () => {
  const stores: (number | undefined)[] = []
  const daily: Domain = {
    name: 'daily',
    jobs: [{ id: 'daily', cron: '0 4 * * *', perStore: true, run: async ({ store }) => void stores.push(store?.id) }],
  }
  server = await openServer(modelWithNotes(), { domains: [daily] })
  const first = await server.addStore('Primeira')
  const second = await server.addStore('Segunda')
  const q = server.context.database.system
  await q.query(`UPDATE lojas SET fuso_horario = 'America/Rio_Branco' WHERE id = $1`, [second])
  startJobs(server.context)()
  const planned = (): Promise<Map<unknown, Date>> =>
    q
      .query(`SELECT id, "dueAt" FROM system.jobs WHERE id LIKE 'daily/%'`)
      .then(({ rows }) => new Map(rows.map(row => [row.id, new Date(String(row.dueAt))])))
  await expect.poll(async () => (await planned()).size).toBe(2)
  const [utc, west] = [(await planned()).get(`daily/${first}`), (await planned()).get(`daily/${second}`)]
  expect([utc?.getUTCHours(), west?.getUTCHours()]).toEqual([7, 9])
  expect(stores).toEqual([])
  await q.query(`UPDATE system.jobs SET "dueAt" = now() - interval '3 days' WHERE id = $1`, [`daily/${first}`])
  const stop = startJobs(server.context)
  await expect.poll(async () => ((await planned()).get(`daily/${first}`)?.getTime() ?? 0) > Date.now()).toBe(true)
  stop()
  expect(stores).toEqual([first])
})

describe('a reaction', () => {
  const followed: string[] = []
  let failing = false
  const open = async (): Promise<TestServer> => {
    followed.length = 0
    server = await openServer(modelWithNotes(['tellOfNote']), { domains: [...areas, ...withReactions(followed, () => failing)] })
    await server.tie(await server.addUser('ana@x.br'), await server.addStore('Primeira'), { type: 1 })
    return server
  }
  const save = async (texto: string): Promise<number> => {
    if (!server) throw new Error('not open')
    return (await server.call(await server.enter('ana@x.br'), 'POST', '/api/notas', { lojaId: 1, texto })).statusCode
  }

  test('follows in the transaction and may take all of it back; another once it stands', async () => {
    const { context } = await open()
    expect(await save('verdade')).toBe(201)
    await context.reactionWorker.deliver()
    expect(followed).toEqual(['inside verdade', 'after verdade 36'])
    expect(await save('mentira')).toBe(500)
    await context.reactionWorker.deliver()
    expect(followed.slice(2)).toEqual(['inside mentira'])
    const { rows } = await context.database.system.query('SELECT count(*)::int AS n FROM notas')
    expect(rows).toEqual([{ n: 1 }])
  })

  test('is tried again when it fails, and is not lost meanwhile', async () => {
    const { context } = await open()
    failing = true
    await save('nota')
    await context.reactionWorker.deliver()
    failing = false
    const q = context.database.system
    expect(
      (
        await q.query(
          `SELECT content::json->>'reaction' AS reaction, attempts, failure FROM system.queue WHERE queue = 'reaction'`,
        )
      ).rows,
    ).toEqual([{ reaction: 'spread', attempts: 1, failure: 'not now' }])
    await q.query('UPDATE system.queue SET "dueAt" = now()')
    await context.reactionWorker.deliver()
    expect(followed).toEqual(['inside nota', 'failing nota 36', 'after nota 36'])
    expect((await q.query('SELECT FROM system.queue')).rows).toEqual([])
  })
})

test('a demo fills an empty installation once; its last step is done again when it was cut short', async () => {
  const done: string[] = []
  server = await openServer(modelWithNotes(), { domains: [withDemo(done)] })
  expect(await loadDemoOnce(server.context, false)).toBe(false)
  expect(await loadDemoOnce(server.context, true)).toBe(true)
  expect(await loadDemoOnce(server.context, true)).toBe(true)
  expect(done).toEqual(['fill', 'finish'])
  await server.context.database.system.query(`UPDATE system.settings SET value = '"loading"' WHERE name = 'demo'`)
  expect(await loadDemoOnce(server.context, true)).toBe(true)
  expect(done).toEqual(['fill', 'finish', 'finish'])
})
