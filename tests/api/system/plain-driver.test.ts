import { afterAll, expect, test } from 'vitest'
import { type Scratch, scratchDatabase } from '../fixtures/scratchDatabase.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, startProcess } from '../fixtures/serverProcess.ts'

const folder = scratchFolder()
let running: ServerProcess | undefined
let database: Scratch
const call = apiClient(() => running?.address ?? '')

afterAll(async () => {
  await running?.end()
  await database?.drop()
  removeFolder(folder)
})

test('PG_PLAIN=1: the same server by the public interface of pg alone', async () => {
  database = await scratchDatabase()
  running = await startProcess(folder, ['--no-pages'], { DATABASE_URL: database.url, PG_PLAIN: '1' })
  const login = await call('POST', 'users/login', undefined, { email: 'dono@demo.com.br', password: 'demo1234' })
  const { id: token } = login.body as { id: string }
  const stores = await call('POST', 'users/configuracao', token, {})
  const lojaId = (stores.body as { loja: { id: number } }).loja.id
  // The same statements often enough that they are prepared, and again.
  for (const nome of ['U1', 'U2', 'U3', 'U4']) {
    const saved = await call('POST', 'unidades', token, { lojaId, nome })
    expect(saved.status).toBeLessThan(300)
    const listed = await call('GET', `unidades?lojaId=${lojaId}&filter[where][nome]=${nome}`, token)
    expect(JSON.stringify(listed.body)).toContain(`"${nome}"`)
  }
  expect((await call('POST', 'unidades', token, { lojaId })).status).toBe(422)
})
