import { spawn } from 'node:child_process'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demoCompany, type ProcessDatabase } from '../fixtures/demoCompany.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, serverEnv, serverIn } from '../fixtures/serverProcess.ts'
import { signUpOf } from '../sign-up/signUps.ts'

/** A server whose one thread is held up: who stands over it tells what ran, ends it and starts it anew. */

const folder = scratchFolder()
let server: ServerProcess | undefined
let database: ProcessDatabase
beforeAll(async () => {
  database = await demoCompany(folder)
})
afterEach(async () => {
  await server?.end()
})
afterAll(async () => {
  await database?.drop()
  removeFolder(folder)
})

/** One that hangs in a sign-up; it may be silent for so many seconds before that is told, and before it is ended. */
const start = async (watch: string): Promise<ServerProcess> => {
  server = await serverIn(
    spawn(process.execPath, ['src/main/supervisor.ts', '--no-pages'], {
      env: {
        ...process.env,
        ...serverEnv(folder),
        ...database.env,
        DEMO: '1',
        FAULT_POINT: 'sign-up.user:1:hang',
        WATCH_SECONDS: watch,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  return server
}
const starts = ({ output }: ServerProcess): string[] =>
  [...output.matchAll(/Retaguarda: (http:\S+)/g)].map(([, address = '']) => address)
const lines = ({ output }: ServerProcess): { readonly level: string; readonly msg: string; readonly calls?: string[] }[] =>
  output.split('\n').flatMap(line => (line.startsWith('{') && line.includes('"calls"') ? [JSON.parse(line)] : []))
/** Makes it hang; the call ends with its server. */
const hang = (running: ServerProcess): Promise<unknown> =>
  apiClient(() => running.address)(
    'POST',
    'Lojas/createVisitor?origem=nao-se-conta',
    undefined,
    signUpOf('trava@x.br', { segmentoId: 1 }),
  )

test('what holds it up is told by its call, without what the address asks; then it starts anew and answers', async () => {
  const running = await start('2,6,60')
  await expect(hang(running)).rejects.toThrow(TypeError)
  await expect.poll(() => starts(running).length).toBe(2)
  const call = apiClient(() => starts(running).at(-1) ?? '')
  expect((await call('POST', 'users/login', undefined, { email: 'dono@demo.com.br', password: 'demo1234' })).status).toBe(200)
  const calls = ['POST /api/Lojas/createVisitor']
  await expect
    .poll(() => lines(running))
    .toMatchObject([
      { level: 'warn', calls, msg: 'the server does not answer: something holds its thread up' },
      { level: 'error', calls, msg: 'the server was killed, and starts anew' },
    ])
  expect(running.output).not.toContain('nao-se-conta')
})

test('SIGTERM ends it although it hears nothing', async () => {
  const running = await start('1,600,600')
  const hanging = expect(hang(running)).rejects.toThrow(TypeError)
  await expect.poll(() => lines(running).length).toBeGreaterThan(0)
  await running.end('SIGTERM')
  await hanging
  expect(running.child.signalCode ?? running.child.exitCode).toBe(1)
  expect(starts(running)).toHaveLength(1)
})
