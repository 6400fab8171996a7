import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemasFolder } from '../../../src/server/start/definitionFiles.ts'
import { demoCompany, type ProcessDatabase } from '../fixtures/demoCompany.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, startProcess } from '../fixtures/serverProcess.ts'

const folder = scratchFolder()
const schemas = join(folder, 'schemas')
const env: Record<string, string> = { SCHEMAS_DIR: schemas }
let running: ServerProcess | undefined
let database: ProcessDatabase
const call = apiClient(() => running?.address ?? '')

beforeAll(async () => {
  database = await demoCompany(folder)
  Object.assign(env, database.env)
  cpSync(schemasFolder, schemas, { recursive: true })
  const path = join(schemas, 'registers/cadastros/unidades.schema.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"maxLength"', '"maxLenght"'))
})

afterAll(async () => {
  await running?.end()
  await database?.drop()
  removeFolder(folder)
})

test('a server does not start on definitions that do not check: it says what is wrong, and how to start without it', async () => {
  const said = await startProcess(folder, ['--no-pages'], env).then(
    () => 'started',
    (error: Error) => error.message,
  )
  expect(said).toMatch(/schemas\/registers\/cadastros\/unidades\.schema\.json:\d+:\d+ keyword-unknown.*did you mean "maxLength"/)
  expect(said).toContain('What depends on them is left out as well: ')
  expect(said).toContain('npm start -- --lenient')
  expect(said.match(/^\S+:\d+:\d+ /gm)).toHaveLength(1)
})

test('a folder without definitions is named', async () => {
  await expect(startProcess(folder, ['--no-pages'], { ...env, SCHEMAS_DIR: join(folder, 'schema') })).rejects.toThrow(
    `There is no folder ${join(folder, 'schema')}. Did you mean ${schemas}?`,
  )
})

interface Told {
  readonly trouble?: { readonly kept: boolean; readonly lines: readonly string[] }
  readonly model: { readonly registers: Readonly<Record<string, unknown>> }
}

const modelFor = async (email: string): Promise<Told> => {
  const { body } = await call('POST', 'users/login', undefined, { email, password: 'demo1234' })
  const reply = await call('GET', 'model', (body as { id: string }).id)
  expect(reply.status).toBe(200)
  return reply.body as Told
}

test('--lenient starts with the last good version of what is wrong, and tells the administrator of the platform alone', async () => {
  running = await startProcess(folder, ['--no-pages', '--lenient'], env)
  const { trouble, model } = await modelFor('admin@demo.com.br')
  expect(trouble).toMatchObject({ kept: true, lines: [expect.stringContaining('unidades.schema.json')] })
  expect(Object.keys(model.registers)).toEqual(expect.arrayContaining(['unidades', 'produtos', 'lojas']))
  expect((await modelFor('dono@demo.com.br')).trouble).toBeUndefined()
  await running.end()
})

test('--lenient leaves out what never was good', async () => {
  const right = readFileSync(join(schemas, 'registers/cadastros/comandas.schema.json'), 'utf8')
  writeFileSync(
    join(schemas, 'registers/cadastros/cores.schema.json'),
    right.replaceAll('"maxLength"', '"maxLenght"').replace('"title"', '"titel"'),
  )
  running = await startProcess(folder, ['--no-pages', '--lenient'], env)
  const { trouble, model } = await modelFor('admin@demo.com.br')
  expect(trouble?.kept).toBe(false)
  expect(Object.keys(model.registers)).not.toContain('cores')
  await running.end()
})

test('--lenient does not start where nobody could sign in', async () => {
  rmSync(join(folder, 'data', 'definitions'), { recursive: true })
  await expect(startProcess(folder, ['--no-pages', '--lenient'], env)).rejects.toThrow(/no register plays .*"store"/)
})
