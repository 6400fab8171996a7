import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCsv } from '../../../src/base/csv.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let owner: string
let employee: string
let nobody: string
let store: number
let group: number

const ROWS = 20_000

beforeAll(async () => {
  server = await openServer()
  const dona = await server.addUser('dona@x.br')
  const ana = await server.addUser('ana@x.br')
  const zeca = await server.addUser('zeca@x.br')
  store = await server.addStore('Loja')
  const other = await server.addStore('Outra')
  await server.tie(dona, store, { type: 1, email: 'dona@x.br' })
  await server.tie(ana, store, { type: 2, email: 'ana@x.br', cardapio_ver: true })
  await server.tie(zeca, store, { type: 2, email: 'zeca@x.br' })
  owner = await server.enter('dona@x.br')
  employee = await server.enter('ana@x.br')
  nobody = await server.enter('zeca@x.br')
  const q = server.context.database.system
  const insert = (loja: number) => q.query(`INSERT INTO grupos ("lojaId", nome) VALUES ($1, '=1+1') RETURNING id`, [loja])
  group = Number((await insert(store)).rows[0]?.id)
  const theirs = Number((await insert(other)).rows[0]?.id)
  const fill = `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "grupoId", preco_vnd_prod, stt_prod, "createdAt")
    SELECT $1, n, 'Produto ' || n || CASE WHEN n = 7 THEN ' "com"; aspas' ELSE '' END, $2, n + 0.5, n % 2 = 0, '2026-03-14 12:30Z' FROM generate_series(1, $3) n`
  await q.query(fill, [store, group, ROWS])
  await q.query(fill, [other, theirs, 10])
})
afterAll(() => server?.close())

const get = (url: string, token = owner) =>
  server.app.inject({ method: 'GET', url: `/api/${url}`, headers: { authorization: token } })
const filter = (value: unknown): string => `filter=${encodeURIComponent(JSON.stringify(value))}`

describe('CSV', () => {
  test('holds every row of the filter in its order, with the titles of the list', async () => {
    const reply = await get(
      `produtos/exportar?${filter({ where: { cod_prod: { lte: 9 } }, order: 'cod_prod DESC', limit: 2 })}&columns=cod_prod,desc_prod,preco_vnd_prod,stt_prod,grupo.nome,grupoId`,
    )
    expect(reply.headers['content-count']).toBe('9')
    expect(reply.headers['content-disposition']).toContain('filename="Produtos.csv"')
    expect(reply.rawPayload.subarray(0, 3).toString('hex')).toBe('efbbbf')
    const { header, rows, delimiter } = readCsv(reply.rawPayload)
    expect(delimiter).toBe(';')
    expect(header).toHaveLength(6)
    expect(rows[0]).toEqual(['9', 'Produto 9', '9,50', 'Não', '=1+1', '=1+1'])
    expect(reply.payload).toContain("'=1+1;'=1+1")
    expect(rows[2]?.[1]).toBe('Produto 7 "com"; aspas')
  })

  test('shows nothing where a value says that nothing was chosen', async () => {
    const q = server.context.database.system
    await q.query(
      'UPDATE produtos SET ordem = CASE cod_prod WHEN 3 THEN 5 ELSE 999 END WHERE "lojaId" = $1 AND cod_prod IN (3, 4)',
      [store],
    )
    const reply = await get(
      `produtos/exportar?${filter({ where: { cod_prod: { inq: [3, 4] } }, order: 'cod_prod' })}&columns=cod_prod,ordem`,
    )
    expect(readCsv(reply.rawPayload).rows).toEqual([
      ['3', '5'],
      ['4', ''],
    ])
  })

  test('without columns those of the list; every row, and only the store\u2019s own', async () => {
    const before = process.memoryUsage().heapUsed
    const reply = await get('produtos/exportar', employee)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-count']).toBe(String(ROWS))
    expect(reply.body.split('\r\n').filter(line => line !== '')).toHaveLength(ROWS + 1)
    expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(300)
  })

  test('says what the list says where a column has words of its own, and numbers elsewhere', async () => {
    const q = server.context.database.system
    await q.query(
      `INSERT INTO "Loja_Entregas" ("lojaId", bairro, "porDistancia", distancia, valor) VALUES ($1, NULL, true, 5, 7.5), ($1, 'Centro', false, NULL, 4)`,
      [store],
    )
    await q.query('UPDATE lojas SET cardapio_digital = true WHERE id = $1', [store])
    server.context.access.forget()
    const { header, rows } = readCsv((await get('Loja_Entregas/exportar?columns=bairro,valor')).rawPayload)
    expect(header).toHaveLength(2)
    expect(rows).toEqual([
      ['Centro', '4,00'],
      ['Até 5 km', '7,50'],
    ])
    const sheet = (await get('Loja_Entregas/exportar?formato=xlsx&columns=bairro,valor')).rawPayload
    const xml = strFromU8(unzipSync(sheet)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(xml).toContain('Até 5 km')
    expect(xml).toContain('<v>7.5</v>')
  })

  test('is for who sees the list, and shows no more than it', async () => {
    expect((await get('grupos/exportar', nobody)).statusCode).toBe(403)
    expect((await get('produtos/exportar?columns=nada')).json().error.code).toBe('filter-field-unknown')
    expect((await get('parceiros/exportar?columns=senha_pdv')).statusCode).toBe(400)
    expect((await get('produtos/exportar?formato=pdf')).statusCode).toBe(400)
    expect((await get('produtos/exportar?filter=x')).statusCode).toBe(400)
    expect((await get('produtos/exportar', 'nenhuma')).statusCode).toBe(401)
  })

  test('every register can be exported whole', async () => {
    for (const { name, access, parent } of Object.values(server.context.service.model().registers)) {
      if (parent || access.see === undefined) continue
      for (const formato of ['csv', 'xlsx']) {
        const { statusCode, body } = await get(`${name}/exportar?formato=${formato}&lojaId=${store}`)
        expect([name, statusCode, statusCode === 500 ? body : '']).toEqual([name, expect.toBeOneOf([200, 403]), ''])
      }
    }
  })
})

describe('XLSX', () => {
  test('is a workbook whose numbers are numbers and whose texts run no formula', async () => {
    const reply = await get(
      `produtos/exportar?${filter({ where: { cod_prod: { lte: 3 } }, order: 'cod_prod' })}&columns=cod_prod,desc_prod,preco_vnd_prod,grupo.nome,createdAt&formato=xlsx`,
    )
    const parts = unzipSync(reply.rawPayload)
    expect(Object.keys(parts)).toContain('xl/workbook.xml')
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet.match(/<row>/g)).toHaveLength(4)
    expect(sheet).toContain('<v>1.5</v>')
    expect(sheet).toContain('<is><t xml:space="preserve">=1+1</t></is>')
    expect(sheet).not.toContain('<f>')
    // 14/03/2026 09:30 where the store is.
    expect(sheet).toContain('<c s="6"><v>46095.39583333</v></c>')
  })

  test('of all rows', async () => {
    const reply = await get('produtos/exportar?formato=xlsx')
    const sheet = strFromU8(unzipSync(reply.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet.match(/<row>/g)).toHaveLength(ROWS + 1)
  })
})
