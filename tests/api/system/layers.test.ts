import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCsv } from '../../../src/base/csv.ts'
import { readModel } from '../../../src/model/read.ts'
import { copyOfLayer, editFile, layeredFiles } from '../../fixtures/layeredFolder.ts'
import { demoCompany, type ProcessDatabase } from '../fixtures/demoCompany.ts'
import { removeFolder, scratchFolder, startProcess } from '../fixtures/serverProcess.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

describe('fields of a layer in a register of the product', () => {
  let server: TestServer
  let owner: string
  let store: number
  let other: string

  beforeAll(async () => {
    const { model, problems } = readModel(layeredFiles('acme'))
    expect(problems).toEqual([])
    server = await openServer(model)
    store = await server.addStore('Primeira')
    owner = await server.enterStore('dona', store, { type: 1 })
    other = await server.enterStore('outra', await server.addStore('Segunda'), { type: 1 })
  })
  afterAll(() => server?.close())

  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, token = owner) => {
    const reply = await server.call(token, method, `/api/${path}`, body)
    return { status: reply.statusCode, text: reply.body, json: () => JSON.parse(reply.body), headers: reply.headers }
  }
  const partner = { nome_fantasia: 'Ana', razao_social: 'Ana Lima', telefone1: '11999990000', cliente: true }
  const add = async (values: object): Promise<{ id: number; version: number }> => {
    const saved = await call('POST', 'parceiros', { lojaId: store, ...partner, ...values })
    expect(saved.status, saved.text).toBe(201)
    return saved.json()
  }
  const found = async (filter: object, token = owner): Promise<{ id: number }[]> =>
    (await call('GET', `parceiros?filter=${encodeURIComponent(JSON.stringify(filter))}`, undefined, token)).json()

  test('are saved, defaulted, filtered, sorted and searched like any other', async () => {
    const ana = await add({ x_acme_vip: true, email1: 'ana@x.br', x_acme_mesa: 'Varanda', x_acme_desde: '2026-01-31' })
    const bia = await add({ nome_fantasia: 'Bia', razao_social: 'Bia Reis', x_acme_mesa: 'Balcão' })
    expect(ana).toMatchObject({ x_acme_vip: true, x_acme_desde: '2026-01-31' })
    expect(bia).toMatchObject({ x_acme_vip: false })
    expect((await found({ where: { x_acme_vip: true } })).map(({ id }) => id)).toEqual([ana.id])
    expect((await found({ order: 'x_acme_mesa ASC' })).map(({ id }) => id)).toEqual([bia.id, ana.id])
    expect((await call('GET', 'parceiros?q=varanda')).json()).toMatchObject([{ id: ana.id }])
  })

  test('stay out of lists that never name them, and out of nothing else', async () => {
    await add({ nome_fantasia: 'Gil', x_acme_mesa: 'Canto', x_acme_desde: '2026-02-01' })
    const where = { nome_fantasia: 'Gil' }
    const [whole, listed] = [await found({ where }), await found({ where, fields: 'list', order: 'x_acme_mesa ASC' })]
    const { x_acme_mesa, x_acme_desde, ...rest } = whole[0] as Record<string, unknown>
    expect({ x_acme_mesa, x_acme_desde }).toEqual({ x_acme_mesa: 'Canto', x_acme_desde: '2026-02-01' })
    // A column of the list and a rule name it.
    expect(rest).toHaveProperty('x_acme_vip')
    expect(listed).toEqual([rest])
  })

  test('are exported, and told by the documentation of the API', async () => {
    await add({ nome_fantasia: 'Cid', x_acme_mesa: 'Salão' })
    const csv = await call('GET', 'parceiros/exportar?columns=nome_fantasia,x_acme_mesa')
    const { header, rows } = readCsv(Buffer.from(csv.text))
    expect(header).toEqual(['Cliente', 'Mesa preferida'])
    expect(rows).toContainEqual(['Cid', 'Salão'])
    expect((await call('GET', 'openapi.json')).text).toContain('x_acme_mesa')
  })

  test('stand in the history, and are taken back', async () => {
    const { id, version } = await add({ nome_fantasia: 'Davi', x_acme_mesa: 'A1' })
    const reply = await server.call(owner, 'PATCH', `/api/parceiros/${id}`, { lojaId: store, version, x_acme_mesa: 'B2' })
    expect(reply.statusCode, reply.body).toBe(200)
    const [last] = (await call('GET', `parceiros/${id}/historico`)).json()
    expect(last.changes).toMatchObject([{ path: 'x_acme_mesa', title: 'Mesa preferida', from: 'A1', to: 'B2' }])
    const undone = await call('POST', `atividade/${String(reply.headers['x-action'])}/desfazer`, { lojaId: store })
    expect(undone.json()).toMatchObject({ desfeitos: 1 })
    expect((await call('GET', `parceiros/${id}`)).json()).toMatchObject({ x_acme_mesa: 'A1' })
  })

  test('obey the rules of the layer, which narrow those of the product', async () => {
    const refused = async (values: object): Promise<string[]> => {
      const reply = await call('POST', 'parceiros', { lojaId: store, ...partner, ...values })
      expect(reply.status).toBe(422)
      return reply.json().error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)
    }
    expect(await refused({ telefone1: null })).toEqual(['telefone1 required'])
    expect(await refused({ x_acme_vip: true })).toEqual(['email1 x_acme.vip'])
    expect(await refused({ x_acme_mesa: 'muito comprida' })).toEqual(['x_acme_mesa too-long'])
  })

  test('and what a layer hides are explained to who asks, with layer and line', async () => {
    const { itens } = (await call('GET', `explicar?lojaId=${store}&papel=funcionario&caminho=/parceiros`)).json()
    expect(itens).toContainEqual(
      expect.objectContaining({
        tipo: 'coluna',
        titulo: 'Usuário PDV',
        motivo: expect.stringMatching(/^Escondido pela camada acme \(registers\/cadastros\/parceiros\.ui\.json:\d+\)\.$/),
      }),
    )
  })

  test('are seen by no other store', async () => {
    await add({ nome_fantasia: 'Eva', x_acme_mesa: 'Só nossa' })
    expect(await found({ where: { x_acme_mesa: 'Só nossa' } }, other)).toEqual([])
  })
})

describe('a server', () => {
  const folder = scratchFolder()
  let database: ProcessDatabase
  let layer: string
  beforeAll(async () => {
    database = await demoCompany(folder)
    layer = copyOfLayer('acme')
  })
  afterAll(async () => {
    await database?.drop()
    removeFolder(folder)
    rmSync(dirname(layer), { recursive: true, force: true })
  })

  const start = (env: Record<string, string>, args: readonly string[] = []) =>
    startProcess(folder, ['--no-pages', ...args], { ...database.env, ...env })
  const refusal = (env: Record<string, string>, args?: readonly string[]): Promise<string> =>
    start(env, args).then(
      async server => {
        await server.end()
        return 'started'
      },
      (error: Error) => error.message,
    )

  test('starts over a layer, and without it no more: its columns are not dropped, and what it narrowed stays narrow', async () => {
    const server = await start({ LAYERS: layer })
    await server.end()
    const said = await refusal({ LAYERS: '' })
    expect(said).toContain('No layer has the field "x_acme_vip" any more: does LAYERS still name its folder?')
    expect(await refusal({ LAYERS: layer })).toBe('started')
  })

  test('does not start on a layer that is wrong, and says what is wrong at the line of the layer', async () => {
    const path = 'registers/cadastros/parceiros.schema.json'
    editFile(layer, path, '"nome_fantasia": {', '"nome_fantasia": { "type": "integer",')
    const said = await refusal({ LAYERS: layer })
    expect(said).toMatch(/acme\/registers\/cadastros\/parceiros\.schema\.json:\d+:\d+ layer-refused/)
    editFile(layer, path, '"nome_fantasia": { "type": "integer",', '"nome_fantasia": {')
    writeFileSync(join(layer, 'layer.json'), '{}')
    expect(await refusal({ LAYERS: layer })).toContain('layer-manifest')
  })

  test('says where LAYERS names no folder, and SCHEMAS_DIR one without registers', async () => {
    expect(await refusal({ LAYERS: `${layer}x` })).toContain(`There is no folder ${layer}x. Did you mean ${layer}?`)
    expect(await refusal({ SCHEMAS_DIR: process.cwd() })).toContain('holds no register. Did you mean')
  })
})
