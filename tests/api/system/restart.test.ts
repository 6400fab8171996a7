import { spawn } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { demoCompany, type ProcessDatabase } from '../fixtures/demoCompany.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, serverEnv, serverIn } from '../fixtures/serverProcess.ts'
import { openServer } from '../fixtures/testServer.ts'

const folder = scratchFolder()
let server: ServerProcess | undefined
let database: ProcessDatabase
afterAll(async () => {
  await server?.end()
  await database?.drop()
  removeFolder(folder)
})

interface Login {
  readonly id: string
}

test('the administrator starts the server anew: what runs ends first, everybody stays signed in', {
  timeout: 600_000,
}, async () => {
  database = await demoCompany(folder)
  server = await serverIn(
    spawn(process.execPath, ['src/main/supervisor.ts', '--no-pages'], {
      env: { ...process.env, ...serverEnv(folder), ...database.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  const running = server
  // Every start takes another free port.
  const starts = (): string[] => [...running.output.matchAll(/Retaguarda: (http:\S+)/g)].map(([, address = '']) => address)
  const call = apiClient(() => starts().at(-1) ?? '')
  const enter = async (email: string): Promise<string> =>
    ((await call('POST', 'users/login', undefined, { email, password: 'demo1234' })).body as Login).id
  const [admin, owner] = [await enter('admin@demo.com.br'), await enter('dono@demo.com.br')]
  expect((await call('POST', 'users/pm2Reload', owner, {})).status).toBe(403)
  const asked = Array.from({ length: 5 }, () => call('GET', 'Movimentos?lojaId=1', owner))
  expect(await call('POST', 'users/pm2Reload', admin, {})).toEqual({ status: 200, body: { reiniciando: true } })
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await expect.poll(() => starts().length, { timeout: 60_000 }).toBe(2)
  expect((await call('GET', 'produtos?lojaId=1', owner)).status).toBe(200)
  expect(await running.end()).toBe(0)
})

test('a server that nobody would start again says so', async () => {
  const alone = await openServer()
  try {
    await alone.addUser('chefe@x.br', { admin: true })
    const reply = await alone.call(await alone.enter('chefe@x.br'), 'POST', '/api/users/pm2Reload', {})
    expect([reply.statusCode, reply.json().error.message]).toEqual([
      409,
      'Este servidor não foi iniciado por npm start: reinicie-o por quem o iniciou.',
    ])
  } finally {
    await alone.close()
  }
})
