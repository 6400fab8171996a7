import { existsSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportReply } from '../../../src/api/import.ts'
import { readCsv } from '../../../src/base/csv.ts'
import { matchHeader } from '../../../src/model/import/header.ts'
import { createRowReader } from '../../../src/model/import/row.ts'
import type { Import, Model } from '../../../src/model/model.ts'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

const units = {
  title: 'Importar unidades',
  path: '/importarUnidadesTeste',
  gate: 'owner',
  register: 'unidades',
  key: ['nome'],
  columns: ['nome'],
}
const prices = {
  title: 'Importar faixas',
  path: '/importarFaixasTeste',
  gate: 'logged',
  register: 'faixas_teste',
  key: ['grupo', 'codigo'],
  columns: ['grupo', 'codigo', 'preco', { field: 'origem', default: 'tabela' }, 'unidadeId', 'custo'],
}
const bands = {
  title: 'Faixas',
  type: 'object',
  register: { scope: 'store', label: 'codigo', access: { all: 'cadastros_ver' }, unique: [['grupo', 'codigo']] },
  properties: {
    grupo: { type: 'integer', title: 'Grupo' },
    codigo: { type: 'string', title: 'Código', maxLength: 10 },
    preco: { type: 'number', format: 'money', title: 'Preço', minimum: 0 },
    origem: { type: 'string', title: 'Origem' },
    custo: { type: 'number', format: 'money', title: 'Custo', see: 'custos_ver' },
    unidadeId: { type: 'integer', title: 'Unidade', reference: { to: 'unidades' } },
  },
  required: ['codigo', 'preco'],
}

const owner = { userId: 1, stores: [1], owner: true }
const employee = { userId: 2, stores: [1], flags: ['cadastros_ver'] }
const admin = { userId: 3, stores: [1, 2], admin: true }

const testModel = (): Model => {
  const extra = [
    { path: 'registers/cadastros/faixas_teste.schema.json', text: JSON.stringify(bands) },
    { path: 'imports/unidades-teste.json', text: JSON.stringify(units) },
    { path: 'imports/faixas-teste.json', text: JSON.stringify(prices) },
  ]
  const { model, problems } = readModel([...readDefinitionFiles(), ...extra])
  expect(problems).toEqual([])
  return model
}

let shop: Shop

beforeAll(async () => {
  shop = await openShop(testModel())
})

afterAll(async () => {
  await shop?.close()
})

const outcome = (body: unknown): ImportReply => body as ImportReply
const statuses = (body: unknown): string[] => outcome(body).rows.map(row => row.status)
const history = async (): Promise<number> => {
  const { rows } = await shop.database.system.query('SELECT count(*)::int AS lines FROM user_logs')
  return Number(rows[0]?.lines)
}

describe('a batch', () => {
  test('creates, then changes what differs, and leaves what is alike', async () => {
    const call = shop.as(employee)
    const send = (rows: unknown[]) => call('POST', '/api/imports/faixas-teste', { lojaId: 1, rows })
    const first = [
      { grupo: 1, codigo: 'A', preco: 10 },
      { grupo: 2, codigo: 'A', preco: 20 },
    ]
    expect((await send(first)).body).toMatchObject({ rows: [{ status: 'created' }, { status: 'created' }], saved: 2 })
    const lines = await history()
    expect(statuses((await send(first)).body)).toEqual(['unchanged', 'unchanged'])
    expect(await history()).toBe(lines)
    expect(statuses((await send([{ grupo: 1, codigo: 'A', preco: 11 }, first[1]])).body)).toEqual(['changed', 'unchanged'])
    expect(await history()).toBe(lines + 1)
    const { body } = await call('GET', '/api/faixas_teste?order=grupo')
    expect(body).toMatchObject([
      { grupo: 1, codigo: 'A', preco: 11, origem: 'tabela', version: 2 },
      { grupo: 2, codigo: 'A', preco: 20, origem: 'tabela', version: 1 },
    ])
  })

  test('a default of the import does not touch what stands', async () => {
    const call = shop.as(employee)
    const send = (rows: unknown[]) => call('POST', '/api/imports/faixas-teste', { lojaId: 1, rows })
    await send([{ grupo: 5, codigo: 'A', preco: 1, origem: 'mão' }])
    await send([{ grupo: 5, codigo: 'A', preco: 2 }])
    expect((await call('GET', '/api/faixas_teste?where={"grupo":5}')).body).toMatchObject([{ preco: 2, origem: 'mão' }])
  })

  test('stops at the first row that fails: what is before is saved, the rest waits', async () => {
    const rows = [
      { grupo: 7, codigo: 'A', preco: 1 },
      { grupo: 7, codigo: 'B', preco: -1 },
      { grupo: 7, codigo: 'C', preco: 1 },
      { grupo: 7, codigo: '', preco: 1 },
    ]
    const call = shop.as(employee)
    const { body } = await call('POST', '/api/imports/faixas-teste', { lojaId: 1, rows })
    expect(statuses(body)).toEqual(['created', 'failed', 'waiting', 'waiting'])
    expect(outcome(body).rows[1]?.details).toMatchObject([{ path: 'preco', code: 'minimum', message: 'O valor mínimo é 0' }])
    const again = await call('POST', '/api/imports/faixas-teste', { lojaId: 1, rows, skip: true })
    expect(statuses(again.body)).toEqual(['unchanged', 'failed', 'created', 'failed'])
    expect(again.body).toMatchObject({ saved: 1, unchanged: 1, failed: 2 })
  })

  test('what only the database knows is told at its row: the same key twice, a reference that leads nowhere', async () => {
    const rows = [
      { grupo: 8, codigo: 'A', preco: 1, unidadeId: 999_999 },
      { grupo: 8, codigo: 'B', preco: 1 },
      { grupo: 8, codigo: 'C', preco: 1, campo: 'x' },
    ]
    const { body } = await shop.as(employee)('POST', '/api/imports/faixas-teste', { lojaId: 1, rows, skip: true })
    expect(statuses(body)).toEqual(['failed', 'created', 'failed'])
    expect(outcome(body).rows[0]?.details).toMatchObject([{ path: 'unidadeId', code: 'reference-invalid' }])
    expect(outcome(body).rows[2]?.details).toMatchObject([{ path: 'campo', code: 'field-unknown' }])
  })

  test('other browsers are told once for a batch', async () => {
    shop.changes.length = 0
    await shop.as(employee)('POST', '/api/imports/faixas-teste', {
      lojaId: 1,
      rows: [
        { grupo: 9, codigo: 'A', preco: 1 },
        { grupo: 9, codigo: 'B', preco: 1 },
      ],
    })
    expect(shop.changes).toMatchObject([{ register: 'faixas_teste', lojaId: 1 }])
    expect(shop.changes[0]?.ids).toHaveLength(2)
  })
})

describe('access', () => {
  test('the import\u2019s gate, the register\u2019s gate, the store', async () => {
    const rows = [{ nome: 'cx' }]
    expect((await shop.as(employee)('POST', '/api/imports/unidades-teste', { lojaId: 1, rows })).status).toBe(403)
    expect((await shop.as(owner)('POST', '/api/IMPORTS/Unidades-Teste', { lojaId: 1, rows })).body).toMatchObject({ saved: 1 })
    expect((await shop.as(owner)('POST', '/api/imports/unidades-teste', { lojaId: 2, rows })).status).toBe(403)
    expect((await shop.as(owner)('POST', '/api/imports/outra', { lojaId: 1, rows })).status).toBe(404)
    expect(
      (
        await shop.as({ ...employee, flags: [] })('POST', '/api/imports/faixas-teste', {
          lojaId: 1,
          rows: [{ grupo: 1, codigo: 'Z', preco: 1 }],
        })
      ).body,
    ).toMatchObject({
      rows: [{ status: 'failed', details: [{ code: 'forbidden' }] }],
    })
  })

  test('nobody imports a field that they may not read, and no guess at it is answered', async () => {
    const send = (flags: readonly string[], rows: object[]) =>
      shop.as({ ...employee, flags })('POST', '/api/imports/faixas-teste', { lojaId: 1, rows })
    const row = { grupo: 7, codigo: 'C', preco: 1, custo: 3 }
    expect((await send(['cadastros_ver', 'custos_ver'], [row])).body).toMatchObject({ saved: 1 })
    for (const custo of [3, 4]) {
      const refused = await send(['cadastros_ver'], [{ ...row, custo }])
      expect([refused.status, (refused.body as { error: { code: string } }).error.code]).toEqual([400, 'field-hidden'])
    }
    expect((await send(['cadastros_ver'], [{ grupo: 7, codigo: 'C', preco: 2 }])).body).toMatchObject({ saved: 1 })
    const { rows } = await shop.database.system.query(`SELECT preco::float8, custo::float8 FROM faixas_teste WHERE codigo = 'C'`)
    expect(rows).toEqual([{ preco: 2, custo: 3 }])
  })

  test('what exists is that of the own store', async () => {
    const keys = [{ nome: 'cx' }, { nome: 'nova' }, { nome: '' }]
    const ask = (who: Parameters<Shop['as']>[0], lojaId: number) =>
      shop.as(who)('POST', '/api/imports/unidades-teste/existentes', { lojaId, keys })
    expect((await ask(owner, 1)).body).toEqual({ existentes: [true, false, false] })
    expect((await ask(admin, 2)).body).toEqual({ existentes: [false, false, false] })
  })

  test('who may add but not change is told so at the row, and may send again what is there', async () => {
    const row = { id: '99999901', nacional: 1, importado: 2, estadual: 3, municipal: 4 }
    const send = (rows: unknown[]) => shop.as(owner)('POST', '/api/imports/ncms-importar', { lojaId: 1, rows })
    expect(statuses((await send([row])).body)).toEqual(['created'])
    expect(statuses((await send([row])).body)).toEqual(['unchanged'])
    expect((await send([{ ...row, nacional: 9 }])).body).toMatchObject({
      rows: [{ status: 'failed', details: [{ code: 'import.forbidden-change' }] }],
    })
    expect((await shop.as(admin)('POST', '/api/imports/ncms-importar', { rows: [{ ...row, nacional: 9 }] })).body).toMatchObject({
      saved: 1,
    })
  })
})

const table = '../shared/data/TabelaIBPTax_26.1.E.csv'
if (!existsSync(table)) console.warn(`The real tax table is not at ${table}: its import is not tested here.`)

describe.skipIf(!existsSync(table))('the real tax table', () => {
  const send = async (rows: readonly unknown[]): Promise<ImportReply[]> => {
    const replies: ImportReply[] = []
    for (let start = 0; start < rows.length; start += 250) {
      const { body, status } = await shop.as(owner)('POST', '/api/imports/ncms-importar', {
        lojaId: 1,
        rows: rows.slice(start, start + 250),
      })
      expect(status).toBe(200)
      replies.push(outcome(body))
    }
    return replies
  }

  test('goes in whole, fast, and a second time changes nothing', async () => {
    const load = Object.values(shop.model.imports).find(each => each.register === 'ncms') as Import
    const csv = readCsv(readFileSync(table))
    const read = createRowReader(shop.model, load, matchHeader(load, csv.header))
    const rows = csv.rows.map((cells, at) => read(cells, csv.lines[at] ?? 0).record)
    const before = process.memoryUsage().heapUsed
    const start = performance.now()
    const replies = await send(rows)
    const seconds = (performance.now() - start) / 1000
    expect(
      replies
        .flatMap(reply => reply.rows)
        .filter(row => row.status !== 'created')
        .slice(0, 3),
    ).toEqual([])
    expect(replies.reduce((sum, reply) => sum + reply.saved, 0)).toBe(11_390)
    const lines = await history()
    const restart = performance.now()
    const again = await send(rows)
    const secondsAgain = (performance.now() - restart) / 1000
    expect(again.reduce((sum, reply) => sum + reply.unchanged, 0)).toBe(11_390)
    expect(await history()).toBe(lines)
    const grown = Math.round((process.memoryUsage().heapUsed - before) / 1e6)
    const rate = (time: number) => Math.round(11_390 / time)
    console.info(`tax table: ${rate(seconds)} rows/s, again ${rate(secondsAgain)} rows/s, heap +${grown} MB`)
    const keys = rows.slice(0, 5000).map(({ id }) => ({ id }))
    const { body } = await shop.as(owner)('POST', '/api/imports/ncms-importar/existentes', {
      keys: [...keys, { id: '87654321' }],
    })
    expect((body as { existentes: boolean[] }).existentes.filter(Boolean)).toHaveLength(5000)
  })
})
