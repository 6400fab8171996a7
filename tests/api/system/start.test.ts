import { existsSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { databaseAddress } from '../../../scripts/psql.ts'
import { startDatabase } from '../../../src/server/database/startDatabase.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, startProcess } from '../fixtures/serverProcess.ts'

const folder = scratchFolder()
let running: ServerProcess | undefined
const call = apiClient(() => running?.address ?? '')

afterAll(async () => {
  await running?.end()
  removeFolder(folder)
})

const login = async (email: string): Promise<{ status: number; body: unknown }> =>
  call('POST', 'users/login', undefined, { email, password: 'demo1234' })

/** A request whose head the server has read, and whose body it waits for. */
const requestUnderWay = (address: string): Promise<{ send(body: object): Promise<number | undefined> }> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', expect: '100-continue' }
    const sent = request(address, { method: 'POST', headers, agent: false })
    const answered = new Promise<number | undefined>((done, failed) => {
      sent.once('response', reply => done(reply.resume().statusCode))
      sent.once('error', failed)
    })
    answered.catch(reject)
    const send = (body: object): Promise<number | undefined> => {
      sent.end(JSON.stringify(body))
      return answered
    }
    sent.once('continue', () => resolve({ send }))
    sent.flushHeaders()
  })

test('the first start makes the database and the demo company', async () => {
  running = await startProcess(folder)
  expect(running.output).toContain('dono@demo.com.br')
  expect((await fetch(`${running.address}/healthz`)).status).toBe(200)
  expect((await fetch(`${running.address}/readyz`)).status).toBe(200)
  expect((await login('dono@demo.com.br')).status).toBe(200)
})

test('the password of the database is for its owner only', () => {
  const file = join(folder, 'data/database/postgres.password')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8').trim().length).toBeGreaterThan(30)
})

test('npm run psql tells the address of the database, while it runs', async () => {
  const client = new pg.Client({ connectionString: databaseAddress({ databaseUrl: undefined, dataDir: join(folder, 'data') }) })
  await client.connect()
  const { rows } = await client.query('SELECT current_database() AS name')
  await client.end()
  expect(rows).toEqual([{ name: 'retaguarda' }])
  expect(() => databaseAddress({ databaseUrl: undefined, dataDir: join(folder, 'other') })).toThrow(/No PostgreSQL runs on/)
  expect(databaseAddress({ databaseUrl: 'postgres://x/y', dataDir: folder })).toBe('postgres://x/y')
})

test('a second server on the same folder is told so, and the first goes on', async () => {
  await expect(startProcess(folder)).rejects.toThrow(/Another server process uses the data folder/)
  expect((await login('dono@demo.com.br')).status).toBe(200)
})

test('after kill -9 the next start takes the living database over', async () => {
  await running?.end('SIGKILL')
  const before = readFileSync(join(folder, 'data/database/postgres/postmaster.pid'), 'utf8').split('\n')[0]
  running = await startProcess(folder)
  expect(readFileSync(join(folder, 'data/database/postgres/postmaster.pid'), 'utf8').split('\n')[0]).toBe(before)
  expect((await login('funcionario@demo.com.br')).status).toBe(200)
})

test('after the database was killed as well it starts again from its log', async () => {
  const pid = Number(readFileSync(join(folder, 'data/database/postgres/postmaster.pid'), 'utf8').split('\n')[0])
  await running?.end('SIGKILL')
  process.kill(pid, 'SIGKILL')
  running = await startProcess(folder)
  expect((await login('funcionario@demo.com.br')).status).toBe(200)
})

test('a demo that was cut short before its logins is finished by the next start', async () => {
  await running?.end('SIGTERM')
  const database = await startDatabase({ dataDir: join(folder, 'data'), databaseUrl: undefined }, pino({ level: 'silent' }))
  await database.system.query('DELETE FROM system.passwords')
  await database.system.query(`UPDATE system.settings SET value = '"loading"' WHERE name = 'demo'`)
  await database.close()
  running = await startProcess(folder)
  expect(running.output).toContain('dono@demo.com.br')
  expect((await login('dono@demo.com.br')).status).toBe(200)
})

test('a database that is killed under the running server is started again', async () => {
  const pid = (): string | undefined => readFileSync(join(folder, 'data/database/postgres/postmaster.pid'), 'utf8').split('\n')[0]
  const before = pid()
  process.kill(Number(before), 'SIGKILL')
  await expect.poll(async () => (await fetch(`${running?.address}/readyz`)).status).toBe(503)
  await expect.poll(async () => (await fetch(`${running?.address}/readyz`)).status).toBe(200)
  expect(pid()).not.toBe(before)
  expect((await login('funcionario@demo.com.br')).status).toBe(200)
  await expect(startProcess(folder)).rejects.toThrow(/Another server process uses the data folder/)
})

test('SIGTERM lets running requests finish and ends the database', async () => {
  const pending = await requestUnderWay(`${running?.address}/api/users/login`)
  const code = running?.end('SIGTERM')
  // Nobody else comes in any more: the end has begun.
  await expect
    .poll(() =>
      fetch(`${running?.address}/healthz`).then(
        () => 'in',
        () => 'refused',
      ),
    )
    .toBe('refused')
  // As where a whole group is told to end, and the supervisor hands its own signal on.
  running?.child.kill('SIGTERM')
  expect(await pending.send({ email: 'admin@demo.com.br', password: 'demo1234' })).toBe(200)
  expect(await code).toBe(0)
  expect(existsSync(join(folder, 'data/database/postgres/postmaster.pid'))).toBe(false)
})

test('--plan prints and changes nothing', async () => {
  await expect(startProcess(folder, ['--plan'])).rejects.toThrow(/The tables are as the definitions want them/)
})
