import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, createClient as CreateClient, RetaguardaError } from '../../../scripts/client/runtime/client.ts'
import { makeKey } from '../fixtures/apiKey.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The package that `npm run generate:client` writes, as a program uses it: the generated JavaScript and types, over the network, with a key. */

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')

/** The client as tests call it: the compiler tries the generated types, on a program of its own. */
interface LooseClient {
  list(register: string, filter?: object): Promise<{ rows: Row[]; count: number }>
  all(register: string, filter?: object): AsyncGenerator<Row>
  get(register: string, id: unknown): Promise<Row>
  create(register: string, record: object, choices?: object): Promise<Row>
  change(register: string, id: unknown, changes: object): Promise<Row>
  remove(register: string, id: unknown): Promise<void>
  call(name: string, input: object, choices?: object): Promise<unknown>
  report(path: string, input: object): Promise<unknown>
  events(choices: object): ReturnType<Client['events']>
}
type Row = Readonly<Record<string, unknown>>

const folder = mkdtempSync(join(tmpdir(), 'client-'))
let server: TestServer
let address: string
let key: string
let lojaId: number
let made: { createClient: typeof CreateClient; RetaguardaError: typeof RetaguardaError }
let shop: LooseClient

const clientOf = (options: object = {}): LooseClient =>
  made.createClient({ url: address, key, lojaId, ...options }) as unknown as LooseClient
const refusal = (call: Promise<unknown>): Promise<RetaguardaError> =>
  call.then(
    () => expect.unreachable('it was not refused'),
    (error: RetaguardaError) => error,
  )

beforeAll(async () => {
  await run(process.execPath, [join(root, 'scripts', 'client', 'main.ts'), folder])
  made = await import(pathToFileURL(join(folder, 'client.js')).href)
  server = await openServer()
  lojaId = await server.addStore('Loja')
  await server.tie(await server.addUser('dona@x.br', { nome: 'Dona' }), lojaId, { type: 1 })
  const flags = {
    cadastros_ver: true,
    cardapio_ver: true,
    cardapio_editar: true,
    caixa_operar: true,
    pdv_relatorios: true,
    cardapio_digital_relatorios: true,
  }
  key = await makeKey(server, await server.enter('dona@x.br'), lojaId, flags)
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  shop = clientOf()
}, 120_000)
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('its types', () => {
  /** The compiler's complaints about a program that uses the package. */
  const complaints = async (program: string): Promise<string[]> => {
    const file = join(folder, 'program.ts')
    writeFileSync(
      file,
      `import { createClient } from './client.js'\nconst shop = createClient({ url: '', key: '' })\n${program}\n`,
    )
    const options = [
      '--ignoreConfig',
      '--pretty',
      'false',
      '--noEmit',
      '--strict',
      '--target',
      'es2023',
      '--module',
      'nodenext',
      '--types',
      '',
    ]
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const told = await run(process.execPath, [tsc, ...options, '--lib', 'es2023,dom,dom.asynciterable', file]).catch(
      (error: { stdout: string }) => error,
    )
    return told.stdout.split(/\n(?! )/).filter(one => one.includes('error'))
  }

  test('are under 5,000 lines', () => {
    const lines = ['client.d.ts', 'contract.d.ts'].map(name => readFileSync(join(folder, name), 'utf8').split('\n').length)
    expect(lines.reduce((sum, n) => sum + n)).toBeLessThan(5000)
  })

  test('take what the server takes', async () => {
    const program = `
      const { rows, count } = await shop.list('produtos', { where: { preco_vnd_prod: { gte: 10 }, or: [{ stt_prod: true }] }, order: ['desc_prod DESC'] })
      const [name, many]: [string | undefined, number] = [rows[0]?.desc_prod, count]
      for await (const partner of shop.all('parceiros')) console.log(partner.nome_fantasia, name, many)
      await shop.create('unidades', { nome: 'kg' })
      await shop.change('produtos', 1, { preco_vnd_prod: 12.5, version: 3 })
      const sale = await shop.call('POST Movimentos/save', { equipamentoId: 1, produtos: [{ qtd: 1, valor_unitario: 2, valor_bruto: 2 }] }, { lojaId: 2 })
      const status: 'created' | 'changed' | 'unchanged' | 'refused' = sale.status
      const { total_qtd } = await shop.report('Relatorio/cdp/curva_abc', { inicio: '2026-01-01', fim: '2026-01-31' })
      console.log(status, total_qtd?.toFixed(2))`
    expect(await complaints(program)).toEqual([])
  })

  test.each([
    ["await shop.list('produtoss')", 'produtoss'],
    ["await shop.list('produtos', { where: { preco: 1 } })", 'preco'],
    ["await shop.create('unidades', {})", 'nome'],
    ["await shop.change('produtos', 1, { preco_vnd_prod: '12' })", "'string' is not assignable to type 'number'"],
    ["await shop.call('POST Movimentos/save', { equipamentoId: 1, produtos: [{ quantidade: 1 }] })", 'quantidade'],
    ["await shop.report('Relatorio/cdp/curva_abc', { inicio: '2026-01-01' })", 'fim'],
  ])('refuse %s', async (program, about) => {
    const found = await complaints(program)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(about)
  })
})

describe('records', () => {
  test('are made, read, changed and removed', async () => {
    const unit = await shop.create('unidades', { nome: 'Bald' })
    expect(await shop.get('unidades', unit.id)).toMatchObject({ nome: 'Bald', lojaId })
    const changed = await shop.change('unidades', unit.id, { nome: 'Baldinho', version: unit.version })
    expect(changed).toMatchObject({ id: unit.id, nome: 'Baldinho' })
    const { rows, count } = await shop.list('unidades', { where: { nome: { ilike: '%bald%' } } })
    expect([rows.map(({ nome }) => nome), count]).toEqual([['Baldinho'], 1])
    const late = await refusal(shop.change('unidades', unit.id, { nome: 'Outro', version: unit.version }))
    expect(late).toMatchObject({ name: 'RetaguardaError', status: 409 })
    await shop.remove('unidades', unit.id)
    expect(await refusal(shop.get('unidades', unit.id))).toMatchObject({ status: 404 })
  })

  test('come page by page, each once, however many there are', async () => {
    await server.context.database.system.query(
      `INSERT INTO unidades ("lojaId", nome) SELECT $1, 'L ' || n FROM generate_series(1, 1203) n`,
      [lojaId],
    )
    const names = new Set<unknown>()
    for await (const row of shop.all('unidades', { where: { nome: { like: 'L %' } } })) names.add(row.nome)
    expect(names.size).toBe(1203)
    let some = 0
    for await (const _row of shop.all('unidades', { where: { nome: { like: 'L %' } }, skip: 1, limit: 601 })) some += 1
    expect(some).toBe(601)
  })

  test('that are wrong are refused by field, in words', async () => {
    const error = await refusal(shop.create('unidades', { nome: 'x'.repeat(5000) }))
    expect(error).toBeInstanceOf(made.RetaguardaError)
    expect(error).toMatchObject({ status: 422, details: [{ path: 'nome', message: expect.stringContaining('caracteres') }] })
    expect(await refusal(clientOf({ key: 'rtg_errada' }).list('unidades'))).toMatchObject({ status: 401 })
    expect(await refusal(shop.list('Conta'))).toMatchObject({ status: 403 })
  })
})

test('calls and reports answer', async () => {
  const error = await refusal(shop.call('POST Movimentos/save', { equipamentoId: 1, chave: 'a-1', produtos: [] }))
  expect(error).toMatchObject({ status: 422, code: expect.stringMatching(/^sale\./) })
  const figures = await shop.report('Relatorio/cdp/curva_abc', { inicio: '2026-01-01', fim: '2026-01-31' })
  expect(figures).toMatchObject({ array: [] })
})

describe('what the server cannot take', () => {
  let between: Server
  let port: number
  const answers: { status: number; headers?: Record<string, string> }[] = []
  let opened = 0
  const seen: { key: string | undefined; last: string | undefined }[] = []
  beforeAll(async () => {
    between = createServer((request, response) => {
      const { 'idempotency-key': idempotency, 'last-event-id': last } = request.headers
      seen.push({ key: String(idempotency), last: last === undefined ? undefined : String(last) })
      const answer = answers.shift()
      if (answer?.status === 0) return request.socket.destroy()
      if (answer) return response.writeHead(answer.status, answer.headers).end('{}')
      const chunks: Buffer[] = []
      request.on('data', chunk => chunks.push(chunk))
      request.on('end', async () => {
        const { host: _host, connection: _connection, ...headers } = request.headers
        const stop = new AbortController()
        response.on('close', () => stop.abort())
        const reply = await fetch(address + request.url, {
          method: request.method ?? 'GET',
          headers: headers as Record<string, string>,
          signal: stop.signal,
          ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
        }).catch(() => undefined)
        response.writeHead(reply?.status ?? 500, { 'content-type': reply?.headers.get('content-type') ?? '' })
        response.flushHeaders()
        if (request.url === '/api/events') opened += 1
        try {
          for await (const chunk of reply?.body ?? []) response.write(chunk)
        } catch {
          // The caller left.
        }
        response.end()
      })
    })
    await new Promise<void>(resolve => between.listen(0, '127.0.0.1', resolve))
    const place = between.address()
    port = typeof place === 'object' && place ? place.port : 0
  })
  afterAll(() => between?.close())
  const through = (options: object = {}) => clientOf({ url: `http://127.0.0.1:${port}`, longestWait: 2000, ...options })

  test('is sent again after the time that it asks for, as the same write', async () => {
    answers.push({ status: 0 }, { status: 429, headers: { 'retry-after': '0' } }, { status: 503 })
    seen.length = 0
    const unit = await through().create('unidades', { nome: 'Uma vez' })
    expect(unit).toMatchObject({ nome: 'Uma vez' })
    expect(seen).toHaveLength(4)
    expect(new Set(seen.map(one => one.key)).size).toBe(1)
    expect((await shop.list('unidades', { where: { nome: 'Uma vez' } })).count).toBe(1)
    await through().create('unidades', { nome: 'De novo' }, { idempotencyKey: 'minha-chave' })
    await through().create('unidades', { nome: 'De novo' }, { idempotencyKey: 'minha-chave' })
    expect((await shop.list('unidades', { where: { nome: 'De novo' } })).count).toBe(1)
  })

  test('is told once it lasts, or would take too long', async () => {
    answers.push({ status: 503 }, { status: 503 })
    expect(await refusal(through({ retries: 1 }).list('unidades'))).toMatchObject({ status: 503 })
    answers.push({ status: 429, headers: { 'retry-after': '3600' } })
    expect(await refusal(through().list('unidades'))).toMatchObject({ status: 429 })
    answers.push({ status: 0 })
    expect(await refusal(through({ retries: 0 }).list('unidades'))).toMatchObject({ status: 0, code: 'connection-down' })
    expect(answers).toEqual([])
  })

  test('of events, they go on where the connection broke', async () => {
    const stop = new AbortController()
    const told: string[] = []
    const listening = (async () => {
      for await (const event of through().events({ signal: stop.signal })) told.push(JSON.stringify(event))
    })()
    const toldOf = (id: unknown) =>
      expect.poll(() => told.filter(one => one.includes(`${id}`) && one.includes('unidades')).length)
    await expect.poll(() => opened).toBeGreaterThan(0)
    const { id: first } = await shop.create('unidades', { nome: 'Antes' })
    await toldOf(first).toBe(1)
    between.closeAllConnections()
    const second = await shop.create('unidades', { nome: 'Depois' })
    await toldOf(second.id).toBe(1)
    expect(seen.at(-1)?.last).toBeDefined()
    await toldOf(first).toBe(1)
    stop.abort()
    await listening
  })
})
