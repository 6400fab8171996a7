import { afterAll, expect, test } from 'vitest'
import { demoCompany, type ProcessDatabase } from '../fixtures/demoCompany.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, startProcess } from '../fixtures/serverProcess.ts'
import { signUpOf } from './signUps.ts'

const folder = scratchFolder()
let running: ServerProcess | undefined
let database: ProcessDatabase
const call = apiClient(() => running?.address ?? '')
const body = signUpOf('queda@x.br', { segmentoId: 1 })

afterAll(async () => {
  await running?.end()
  await database?.drop()
  removeFolder(folder)
})

const count = async (token: string, register: string): Promise<number> =>
  ((await call('GET', `${register}/count`, token)).body as { count: number }).count

test('a server that dies anywhere in a sign-up leaves nothing of it', { timeout: 600_000 }, async () => {
  database = await demoCompany(folder)
  const counts: number[][] = []
  for (const point of ['', 'sign-up.user', 'sign-up.store', 'sign-up.owner']) {
    running = await startProcess(folder, ['--no-pages'], { ...database.env, DEMO: '1', FAULT_POINT: point })
    if (point !== '') await expect(call('POST', 'Lojas/createVisitor', undefined, body)).rejects.toThrow()
    else {
      const token = await signedIn('admin@demo.com.br', 'demo1234')
      counts.push([await count(token, 'users'), await count(token, 'lojas')])
    }
    await running.end()
  }
  running = await startProcess(folder, ['--no-pages'], database.env)
  const token = await signedIn('admin@demo.com.br', 'demo1234')
  counts.push([await count(token, 'users'), await count(token, 'lojas')])
  expect(counts[1]).toEqual(counts[0])
  expect((await call('POST', 'users/login', undefined, { email: 'queda@x.br', password: body.password })).status).toBe(401)
  expect((await call('POST', 'Lojas/createVisitor', undefined, body)).status).toBe(200)
  await signedIn('queda@x.br', body.password)
})

async function signedIn(email: string, password: string): Promise<string> {
  const reply = await call('POST', 'users/login', undefined, { email, password })
  expect([reply.status, reply.body]).toEqual([200, expect.anything()])
  return (reply.body as { id: string }).id
}
