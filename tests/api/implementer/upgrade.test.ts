import { execFile } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOfLayer, editFile } from '../../fixtures/layeredFolder.ts'
import { demoCompany, type ProcessDatabase } from '../fixtures/demoCompany.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, startProcess } from '../fixtures/serverProcess.ts'

/** The demo company becomes a restaurant that takes reservations, and the product beneath it changes. */

const folder = scratchFolder()
const schemas = join(folder, 'definicoes')
const partners = 'registers/cadastros/parceiros.schema.json'
let database: ProcessDatabase
let layer: string
let running: ServerProcess | undefined
let token = ''
const run = promisify(execFile)
const definitions = () => ({ LAYERS: layer, SCHEMAS_DIR: schemas })
const send = apiClient(() => running?.address ?? '')
const call = (method: string, path: string, body?: object) => send(method, path, token, body && { lojaId: 1, ...body })

beforeAll(async () => {
  database = await demoCompany(folder)
  cpSync('schemas', schemas, { recursive: true })
  layer = copyOfLayer('cantina')
})
afterAll(async () => {
  await running?.end()
  await database?.drop()
  removeFolder(folder)
  rmSync(dirname(layer), { recursive: true, force: true })
})

async function start(): Promise<void> {
  await running?.end()
  running = await startProcess(folder, ['--no-pages'], { ...database.env, ...definitions() })
  const { body } = await send('POST', 'users/login', undefined, { email: 'dono@demo.com.br', password: 'demo1234' })
  token = (body as { id: string }).id
}
const made = async (register: string, values: object): Promise<number> => {
  const { status, body } = await call('POST', register, values)
  expect([status, body]).toEqual([201, expect.anything()])
  return (body as { id: number }).id
}
const read = async (path: string): Promise<Record<string, unknown>> =>
  (await call('GET', `${path}?lojaId=1`)).body as Record<string, unknown>

test('what was booked stands, goes on, and meets what the product brings; what collides is told at its line', {
  timeout: 300_000,
}, async () => {
  await start()
  const mesaId = await made('x_can_mesas', { nome: 'Janela', lugares: 4 })
  const clienteId = await made('parceiros', { nome_fantasia: 'Ana', cliente: true, x_can_restricoes: 'Sem glúten' })
  const evening = { inicio: '2027-05-01T22:00:00Z', fim: '2027-05-02T00:00:00Z' }
  const id = await made('x_can_reservas', { nome: 'Ana', pessoas: 2, mesaId, clienteId, ...evening })
  expect((await call('POST', `x_can_reservas/${id}/ways/confirmar`, { values: {} })).status).toBe(200)
  const before = await read(`x_can_reservas/${id}`)

  // Accepted as the product says now; then comes its next version: a field, another title, another text.
  await run(process.execPath, ['scripts/layers/main.ts', 'accept'], { env: { ...process.env, ...definitions() } })
  editFile(
    schemas,
    partners,
    '"properties": {',
    '"properties": {\n    "apelido": { "type": "string", "title": "Apelido", "personal": "name", "maxLength": 40 },',
  )
  editFile(schemas, partners, '"title": "Nome fantasia"', '"title": "Nome"')
  const menu = join(schemas, 'messages/registers.json')
  writeFileSync(menu, readFileSync(menu, 'utf8').replace('Nenhum dos três papéis marcado', 'Nenhum papel marcado'))
  await start()
  expect(running?.output).toMatch(/cantina\/registers\/cadastros\/parceiros\.schema\.json:3:\d+ layer-drift/)
  expect(running?.output.match(/layer-/g)).toHaveLength(1)

  expect(await read(`x_can_reservas/${id}`)).toEqual(before)
  expect((await call('PATCH', `parceiros/${clienteId}`, { apelido: 'Aninha' })).status).toBe(200)
  expect(await read(`parceiros/${clienteId}`)).toMatchObject({ x_can_restricoes: 'Sem glúten', apelido: 'Aninha' })
  const taken = await call('POST', 'x_can_reservas', { nome: 'Bia', pessoas: 2, mesaId, ...evening })
  expect(taken).toMatchObject({ status: 422, body: { error: { details: [{ path: 'inicio', code: 'x_can.ocupada' }] } } })
  expect((await call('POST', `x_can_reservas/${id}/ways/sentar`, { values: {} })).status).toBe(200)
  expect(await read(`parceiros/${clienteId}`)).toMatchObject({ x_can_reservas: 1 })
})
