import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { schemasFolder } from '../../../src/server/start/definitionFiles.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { watchDefinitions } from '../../../src/server/start/watchDefinitions.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

const folder = mkdtempSync(join(tmpdir(), 'definicoes-'))
let server: TestServer
let stop: () => void
let token: string
const printed: string[] = []

beforeAll(async () => {
  cpSync(schemasFolder, folder, { recursive: true })
  server = await openServer(readDefinitions(folder).model)
  await server.addUser('admin@x.br', { admin: true })
  await server.addStore('Primeira')
  token = await server.enter('admin@x.br')
  stop = watchDefinitions(folder, server.context, text => printed.push(text))
})

afterAll(async () => {
  stop?.()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const file = join(folder, 'registers/cadastros/cores.schema.json')

const definition = (properties: object): string =>
  JSON.stringify(
    { title: 'Cores', type: 'object', register: { scope: 'store', access: { all: 'logged' } }, properties },
    undefined,
    2,
  )

/** Waits until the call answers as wanted; how long it takes is for a person to feel, not for a test on a busy machine. */
const until = (url: string, status: number): Promise<void> =>
  vi.waitFor(async () => expect((await server.call(token, 'GET', url)).statusCode).toBe(status), {
    timeout: 60_000,
    interval: 10,
  })

test('a new register answers without a restart', async () => {
  expect((await server.call(token, 'GET', '/api/cores')).statusCode).toBe(404)
  writeFileSync(file, definition({ nome: { type: 'string', title: 'Nome' } }))
  await until('/api/cores', 200)
  const saved = await server.call(token, 'POST', '/api/cores', { nome: 'Azul' })
  expect(saved.statusCode, saved.body).toBe(201)
})

test('a new field is there without a restart', async () => {
  writeFileSync(file, definition({ nome: { type: 'string', title: 'Nome' }, tom: { type: 'integer', title: 'Tom', default: 7 } }))
  await until('/api/cores?filter={"where":{"tom":7}}', 200)
})

test('a new report answers, and answers otherwise when its SQL changes', async () => {
  const result = { type: 'object', properties: { vendas: { type: 'integer', title: 'Vendas' } } }
  const call = { title: 'Vendas', path: 'relatorio/novo', gate: 'pdv_relatorios', result }
  const sql = (number: number): string => `-- statement: totals\nSELECT ${number} AS vendas WHERE :lojaId > 0\n`
  const answered = async () => (await server.call(token, 'GET', '/api/relatorio/novo?lojaId=1')).json().vendas
  writeFileSync(join(folder, 'reports/novo.schema.json'), JSON.stringify(call))
  writeFileSync(join(folder, 'reports/novo.sql'), sql(1))
  await until('/api/relatorio/novo?lojaId=1', 200)
  expect(await answered()).toBe(1)
  writeFileSync(join(folder, 'reports/novo.sql'), sql(2))
  await vi.waitFor(async () => expect(await answered()).toBe(2), { timeout: 60_000, interval: 10 })
})

const troubleOf = async () => (await server.call(token, 'GET', '/api/model')).json().trouble

/** Waits for the trouble that pages are told; the answer itself is large, and asking for it again and again would keep the server busy. */
const untilTrouble = (lines: number): Promise<void> =>
  vi.waitFor(() => expect(server.context.trouble(true)?.lines ?? []).toHaveLength(lines), { timeout: 60_000, interval: 10 })

test('SQL that PostgreSQL refuses is told at its line, until it is mended', async () => {
  const right = readFileSync(join(folder, 'reports/novo.sql'), 'utf8')
  writeFileSync(
    join(folder, 'reports/novo.sql'),
    '-- statement: totals\nSELECT count(*) AS vendas\nFROM produtos p WHERE p."lojaId" = :lojaId AND p.precoo > 0\n',
  )
  await untilTrouble(1)
  expect(await troubleOf()).toMatchObject({ lines: [expect.stringMatching(/novo\.sql:3:\d+ sql-invalid.*precoo/)] })
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, whole.replace('"string"', '"strin"'))
  await untilTrouble(2)
  writeFileSync(file, whole)
  await untilTrouble(1)
  writeFileSync(join(folder, 'reports/novo.sql'), right)
  await untilTrouble(0)
  expect(await troubleOf()).toBeUndefined()
})

test('a broken file keeps its last version, and its place is told in the terminal and on the pages', async () => {
  writeFileSync(file, definition({ nome: { type: 'strin', title: 'Nome' } }))
  await untilTrouble(1)
  expect(await troubleOf()).toMatchObject({ kept: true, lines: [expect.stringMatching(/cores\.schema\.json:\d+:\d+ .*string/)] })
  expect(printed.join('\n')).toMatch(/cores\.schema\.json:\d+:\d+ .*string/s)
  expect((await server.call(token, 'GET', '/api/cores?filter={"where":{"tom":7}}')).statusCode).toBe(200)
  expect((await server.call(token, 'GET', '/api/unidades')).statusCode).toBe(200)
})

test('that nothing is wrong any more is told, too, when the file says again what is in force', async () => {
  const broken = readFileSync(file, 'utf8')
  writeFileSync(file, definition({ nome: { type: 'string', title: 'Nome' }, tom: { type: 'integer', title: 'Tom', default: 7 } }))
  await vi.waitFor(() => expect(printed.at(-1)).toBe('Nothing is wrong with the definitions any more.'), { timeout: 60_000 })
  writeFileSync(file, broken)
  await untilTrouble(1)
})

test('a typo in a register that many build on takes no screen away', async () => {
  const units = join(folder, 'registers/cadastros/unidades.schema.json')
  const right = readFileSync(units, 'utf8')
  writeFileSync(units, right.replace('"maxLength"', '"maxLenght"'))
  await untilTrouble(2)
  for (const name of ['unidades', 'produtos', 'Movimentos'])
    expect((await server.call(token, 'GET', `/api/${name}`)).statusCode, name).toBe(200)
  writeFileSync(units, right)
  await untilTrouble(1)
})

test('what loses data is refused, and the former definitions stay', async () => {
  writeFileSync(file, definition({ nome: { type: 'string', title: 'Nome' }, tom: { type: 'integer', title: 'Tom', default: 7 } }))
  await until('/api/cores', 200)
  writeFileSync(file, definition({ nome: { type: 'string', title: 'Nome' } }))
  await vi.waitFor(() => expect(printed.join('\n')).toContain('schemas/migrations/drop-cores-tom.sql'), { timeout: 60_000 })
  expect((await server.call(token, 'GET', '/api/cores?filter={"where":{"tom":7}}')).statusCode).toBe(200)
})

test('a field that never held anything goes without a migration, saved as editors save', async () => {
  const shown = { nome: { type: 'string', title: 'Nome' }, tom: { type: 'integer', title: 'Tom', default: 7 } }
  /** Editors put another file in the place of the old one. */
  const replace = (properties: object): void => {
    writeFileSync(`${file}.next`, definition(properties))
    renameSync(`${file}.next`, file)
  }
  replace({ ...shown, brilho: { type: 'integer', title: 'Brilho' }, opaca: { type: 'boolean', title: 'Opaca', default: false } })
  await until('/api/cores?filter={"where":{"brilho":7,"opaca":true}}', 200)
  replace(shown)
  await until('/api/cores?filter={"where":{"brilho":7}}', 400)
  expect(printed.join('\n')).toContain('The column "brilho" of "cores" held nothing, and is gone.')
  expect((await server.call(token, 'GET', '/api/cores?filter={"where":{"tom":7}}')).json()).not.toEqual([])
})
