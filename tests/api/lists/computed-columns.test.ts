import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCsv } from '../../../src/base/csv.ts'
import { loadDemoSales } from '../../../src/domain/sales/demo/loadDemoSales.ts'
import { isNumberKind } from '../../../src/kinds/numbers.ts'
import { kindByName } from '../../../src/kinds/values.ts'
import { rowsBehindField } from '../../../src/model/build/beyondList.ts'
import { withComputed } from '../../../src/model/computed/withComputed.ts'
import { evaluate } from '../../../src/model/expression.ts'
import type { Field, Register } from '../../../src/model/model.ts'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { productModel } from '../fixtures/product.ts'
import { createSalesStore } from '../fixtures/sales.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** A list, a file and a record say the same. */

let server: TestServer
let owner: string
let store: number
const zone = 'America/Sao_Paulo'
type Row = Readonly<Record<string, unknown>> & { readonly id: number | string }

beforeAll(async () => {
  server = await openServer()
  const { database } = server.context
  store = (await createSalesStore(server.context)).store
  await database.asOwner(q => loadDemoSales(q, { stores: [store], days: 12, now: Date.UTC(2026, 2, 20, 20) }))
  await server.tie(await server.addUser('dona@x.br'), store, { type: 1, email: 'dona@x.br' })
  owner = await server.enter('dona@x.br')
})
afterAll(() => server?.close())

const get = (path: string) =>
  server.app.inject({ method: 'GET', url: `/api/${path}`, headers: { authorization: owner, lojaid: String(store) } })
const filter = (value: unknown): string => `filter=${encodeURIComponent(JSON.stringify(value))}&lojaId=${store}`

/** Columns of the list, shown or offered, that an expression gives. */
const computedColumns = ({ fields, views }: Register): Field[] =>
  fields.filter(
    field =>
      field.compute !== undefined && !field.secret && views.list.columns.some(one => one.field === field.name && !one.text),
  )

describe('a computed column', () => {
  test('says the same in list, CSV, XLSX and record, in every register', async () => {
    const model = productModel
    const seen: string[] = []
    for (const register of Object.values(model().registers)) {
      const columns = computedColumns(register)
      if (columns.length === 0 || register.parent !== undefined) continue
      const asked = filter({ limit: 8, order: 'id DESC' })
      const listed = await get(`${register.name}?${asked}`)
      if (listed.statusCode === 403) continue
      const rows: readonly Row[] = listed.json()
      if (rows.length === 0) continue
      seen.push(register.name)
      const names = columns.map(({ name }) => name).join(',')
      const csv = readCsv((await get(`${register.name}/exportar?${asked}&columns=id,${names}`)).rawPayload).rows
      const sheet = (await get(`${register.name}/exportar?${asked}&columns=id,${names}&formato=xlsx`)).rawPayload
      const cells = sheetCells(strFromU8(unzipSync(sheet)['xl/worksheets/sheet1.xml'] ?? new Uint8Array()))
      for (const row of rows) {
        const include = register.lists.map(({ name }) => name)
        const record: Row = (await get(`${register.name}/${row.id}?${filter({ include })}`)).json()
        const [listedAs, whole] = [row, record].map(one => withComputed(model(), register.name, { record: one, zone }))
        for (const [at, field] of columns.entries()) {
          const said = listedAs?.[field.name] ?? null
          const place = `${register.name}.${field.name} of ${row.id}`
          expect([place, said]).toEqual([place, whole?.[field.name] ?? null])
          if (field.stored && field.compute !== undefined && include.some(name => field.compute?.includes(name)))
            expect([place, said]).toEqual([
              place,
              evaluate(model(), register.name, field.compute, { record, zone }) || (said === 0 ? 0 : null),
            ])
          const line = csv.find(([id]) => id === String(row.id))
          const inFile = kindByName(field.kind).parse(line?.[at + 1] ?? '', { ...field, zone })
          if (isNumberKind(field) || field.choices) expect([place, inFile]).toEqual([place, { ok: true, value: said }])
          const cell = cells.find(([id]) => id === String(row.id))?.[at + 1] ?? ''
          if (isNumberKind(field)) expect([place, cell === '' ? null : Number(cell)]).toEqual([place, said])
          else if (field.choices) expect([place, cell]).toEqual([place, line?.[at + 1]])
        }
      }
    }
    expect(seen).toEqual(expect.arrayContaining(['caixas', 'NFCes', 'Movimentos']))
  })

  test('is no column of a list where it needs rows, and no file has it', () => {
    for (const register of Object.values(productModel().registers))
      for (const { field: name } of register.views.list.columns) {
        const field = register.fields.find(one => one.name === name)
        expect([name, field && rowsBehindField(register, field)]).toEqual([name, undefined])
      }
  })
})

/** Texts and numbers of the rows of a sheet. */
const sheetCells = (xml: string): string[][] =>
  [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\b[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
  )

const head = { $schema: '../../meta/register.json', type: 'object' }
const schemaOf = (stored: boolean) => ({
  ...head,
  title: 'Cestas de teste',
  register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 20 },
    soma: {
      type: 'number',
      format: 'money',
      title: 'Soma',
      compute: 'sum(itens.map(i, i.valor))',
      ...(stored ? {} : { stored: false }),
    },
    dobro: { type: 'number', format: 'money', title: 'Dobro', compute: 'soma * 2', stored: false },
    selo: { type: 'string', title: 'Selo', compute: "nome == 'Pão' ? 'A' : 'B'", stored: false },
    itens: {
      type: 'array',
      title: 'Itens',
      items: { type: 'object', properties: { valor: { type: 'number', format: 'money', title: 'Valor' } } },
    },
  },
})

const rowAction = { id: 'abrir', title: 'Abrir grupos', icon: 'folder', place: ['row', 'form'], open: '/grupos' }

const problemsOf = (ui: object, stored = false): readonly string[] =>
  readModel([
    ...readDefinitionFiles(),
    { path: 'registers/toys/cestas_teste.schema.json', text: JSON.stringify(schemaOf(stored)) },
    { path: 'registers/toys/cestas_teste.ui.json', text: JSON.stringify({ $schema: '../../meta/register-ui.json', ...ui }) },
  ]).problems.map(({ code }) => code)

describe('a definition that asks a list for what it does not read', () => {
  test.each([
    ['a column', { list: { columns: ['nome', 'soma'] } }, 'rows-not-read'],
    ['through another field', { list: { columns: ['nome', 'dobro'] } }, 'rows-not-read'],
    ['a card', { list: { columns: ['nome'], card: ['nome', 'soma'] } }, 'rows-not-read'],
    ['a colour', { list: { columns: ['nome'], rowTone: [{ when: 'soma > 0.0', tone: 'danger' }] } }, 'rows-not-read'],
    [
      'a colour of a column',
      { list: { columns: [{ field: 'nome', tones: [{ when: 'soma > 0.0', tone: 'danger' }] }] } },
      'rows-not-read',
    ],
    ['rows themselves', { list: { columns: [{ field: 'nome', text: 'string(size(itens))' }] } }, 'rows-not-read'],
    ['an action of a row', { actions: [{ ...rowAction, visibleWhen: 'soma > 0.0' }] }, 'rows-not-read'],
    ['what a form alone works out', { actions: [{ ...rowAction, visibleWhen: "selo == 'A'" }] }, 'computed-not-read'],
    ['an order', { list: { columns: ['nome'], order: ['soma DESC'] } }, 'column-missing'],
    ['a filter', { filter: { fields: ['soma'] } }, 'column-missing'],
  ])('is refused: %s', (_, ui, code) => {
    expect(problemsOf(ui)).toContain(code)
  })

  test('is taken once the value is kept', () => {
    expect(
      problemsOf({ list: { columns: ['nome', 'soma', 'dobro'], order: ['soma DESC'] }, filter: { fields: ['soma'] } }, true),
    ).toEqual([])
  })

  test('is taken of an action that stands on the form alone', () => {
    expect(problemsOf({ actions: [{ ...rowAction, place: ['form'], visibleWhen: "selo == 'A'" }] })).toEqual([])
  })
})
