import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { salesRollups } from '../../../src/domain/sales/tables/salesRollups.ts'
import { gateAllows, type Permission } from '../../../src/model/access/gate.ts'
import type { Field, Register } from '../../../src/model/model.ts'
import { rowPartsOf } from '../../../src/model/report/resultShape.ts'
import type { Query } from '../../../src/model/report.ts'
import { schemaFormats } from '../../../src/model/schema.ts'
import { batchStatements } from '../../../src/server/report/batchStatements.ts'
import { readParameters } from '../../../src/server/report/readParameters.ts'
import { productModel } from '../fixtures/product.ts'
import { reportSearch } from '../fixtures/reportSearch.ts'
import { zone } from './naiveCalculation.ts'
import { randomSales } from './randomSales.ts'
import { openReportFixture, type ReportFixture } from './reportFixture.ts'

/**
 * Walks every report of the definitions: with the owner of another store, who must see none of ours whatever is asked, and with every
 * flag alone, where each opens exactly when its gate does. New reports are walked without a word here.
 */
const model = productModel()
const queries = Object.values(model.queries)
const named = queries.map(query => [query.name, query] as const)
/** The others belong to no store, and are the administrator's. */
const ofStores = named.filter(([, query]) => query.scope === 'store')

interface Replies {
  readonly '200': { readonly content: { readonly 'application/json': { readonly schema: object } } }
}

let fixture: ReportFixture
let document: { readonly paths: Readonly<Record<string, { readonly get: { readonly responses: Replies } }>> }
const before = new Map<string, string>()

beforeAll(async () => {
  fixture = await openReportFixture()
  document = (await fixture.server.app.inject({ url: '/api/openapi.json' })).json()
  for (const query of queries) before.set(query.name, (await ask(query, fixture.stranger.owner)).payload)
  for (const register of tables()) await fill(register)
  await fillTies()
  await fixture.sell(randomSales(fixture, 3, 120))
})
afterAll(() => fixture?.close())

/** One register for each table of a store's own rows. */
const tables = (): Register[] => {
  const own = Object.values(model.registers).filter(
    each => each.scope === 'store' && each.from === undefined && each.stored !== false,
  )
  return [...new Map(own.map(register => [register.table, register])).values()]
}

/** A row in which every field says something. */
async function fill(register: Register): Promise<void> {
  const fields = register.fields.filter(
    field => field.stored && !['id', 'lojaId', 'version', 'createdAt', 'updatedAt'].includes(field.name),
  )
  const row = Object.fromEntries(fields.flatMap(field => (field.kind === 'reference' ? [] : [[field.name, sampleOf(field)]])))
  await fixture
    .insert(register.table, { ...row, createdAt: '2024-01-15T15:00:00Z' })
    .catch(() => fixture.insert(register.table, row))
}

/** Rows that only say something together: an order with its items, a bill paid at a till, a customer's account. */
async function fillTies(): Promise<void> {
  const at = '2024-01-15T15:00:00Z'
  const [parceiroId, produto, moeda] = [fixture.people[0] ?? 0, fixture.products[0], fixture.currencies[0]]
  if (!produto || !moeda) throw new Error('The fixture is empty')
  const order = { mode: 'DELIVERY', paymentName: 'Pix', totalDisplay: 7, confirmed: true, canceled: false }
  const AppPedidosId = await fixture.insert('AppPedidos', { ...order, createdAt: at })
  const item = { produtoId: produto.id, name: 'zzsegredo', quantity: 1, unitPrice: 7, totalPrice: 7 }
  await fixture.insert('AppPedidos_items', { ...item, AppPedidosId })
  const caixaId = await fixture.insert('caixas', { abertura: 1, aberto_em: at })
  const bill = {
    tipo: 'PAGAR',
    descricao: 'zzsegredo',
    vencimento: '2024-01-15',
    pagamento: '2024-01-15',
    pago: true,
    valor: 7,
    valor_pago: 7,
  }
  await fixture.insert('Conta', { ...bill, caixaId, parceiroId })
  await fixture.insert('Conta', { ...bill, pagamento: null, pago: false, valor_pago: null, parceiroId })
  // Reports about one order ask for the first.
  const quote = {
    codigo: 'COT-0001',
    observacao: 'zzsegredo',
    pedidoId: 1,
    status: 'RESPONDIDA',
    valida_ate: '2024-02-01',
    total: 7,
  }
  await fixture.insert('cotacoes', { ...quote, parceiroId })
  await fixture.insert('NFCes', { situacao: 'PENDENTE', dhEmi: at, serie: 1, nNF: 7, vNF: 7 })
  await fixture.insert('nfes', { xNome: 'zzsegredo', chNFe: '7'.repeat(44), vNF: 7, dhEmi: at, tpNF: 1, cSitNFe: 1, ambiente: 1 })
  await fixture.server.context.database.system.query(
    `INSERT INTO estoque.lancamentos ("lojaId", origem, "origemId", "produtoId", momento, quantidade, motivo)
     VALUES ($1, 'pedidos', 1, $2, '2024-01-01T12:00:00Z', 7, 'compra')`,
    [fixture.lojaId, produto.id],
  )
  // Its sums are those of the rows above.
  await fixture.server.context.database.asOwner(q => salesRollups.rebuild(q, fixture.lojaId))
  await fixture.sell([{ em: at, parceiroId, linhas: [{ produto }], recebimentos: [{ moeda, correntista: true }] }])
}

function sampleOf(field: Field): unknown {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'percent':
      return 7
    case 'boolean':
      return true
    case 'date':
      return '2024-01-15'
    case 'dateTime':
      return '2024-01-15T15:00:00Z'
    case 'time':
      return '12:00'
    case 'choice':
      return field.choices?.[0]?.value ?? field.refine?.choices?.[0]?.value
    case 'weekdays':
      return [1]
    case 'members':
      return { codigo: 'zzsegredo' }
    default:
      return field.refine?.numeric ? '7' : 'zzsegredo'
  }
}

const search = (query: Query, which: 'needed' | 'all'): URLSearchParams =>
  reportSearch(query, which, {
    from: '2024-01-15',
    to: '2024-02-29',
    person: fixture.people[0],
    product: fixture.products[0]?.id,
  })

const ask = (query: Query, token: string, more: Readonly<Record<string, string>> = {}, which: 'needed' | 'all' = 'needed') => {
  const members = search(query, which)
  for (const [name, value] of Object.entries(more)) members.set(name, value)
  return fixture.server.call(token, 'GET', `/api/${query.path}?${members}`)
}

test('there are reports, and each has a screen', () => {
  expect(queries.length).toBeGreaterThan(0)
  const dashboards = Object.values(model.screens).flatMap(({ body }) => ('dashboard' in body ? [body.dashboard.report] : []))
  const pages = [...Object.values(model.reports), ...dashboards]
  const called = new Set(pages.flatMap(report => Object.values(report.calls).map(call => call.query)))
  expect(queries.filter(query => !called.has(query.name)).map(query => query.name)).toEqual([])
})

describe.each(ofStores)('%s', (_name, query) => {
  test('answers the owner, with nothing but what it needs and with everything given, in its shape', async () => {
    const described = document.paths[`/${query.path}`]
    if (!described) throw new Error(`the document lacks ${query.path}`)
    const { schema } = described.get.responses['200'].content['application/json']
    const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { ...schemaFormats } })
    for (const which of ['needed', 'all'] as const) {
      const reply = await ask(query, fixture.owner, {}, which)
      expect([which, reply.statusCode, reply.statusCode === 200 || reply.payload]).toEqual([which, 200, true])
      expect([ajv.validate(schema, reply.json()), ajv.errorsText()]).toEqual([true, 'No errors'])
    }
  })

  test('demands its parameters by name', async () => {
    const reply = await fixture.server.call(fixture.owner, 'GET', `/api/${query.path}`)
    const demanded = query.parameters.filter(each => each.required).flatMap(each => each.fills)
    if (demanded.length === 0) expect(reply.statusCode).toBe(200)
    else expect(reply.json().error.details.map((detail: { path: string }) => detail.path)).toEqual(demanded)
  })

  test('shows nothing of ours to the owner of another store', async () => {
    const theirs = await ask(query, fixture.stranger.owner)
    expect([theirs.statusCode, theirs.payload]).toEqual([200, before.get(query.name)])
    expect((await ask(query, fixture.stranger.owner, { lojaId: String(fixture.lojaId) })).statusCode).toBe(403)
    expect((await ask(query, fixture.stranger.owner, {}, 'all')).payload).not.toContain('zzsegredo')
    // Else the comparison would prove nothing.
    expect((await ask(query, fixture.owner)).payload).not.toBe(before.get(query.name))
  })

  test('reads no row of ours for another store, even if its SQL named our store', async () => {
    const given = readParameters(query, Object.fromEntries(search(query, 'needed')), zone)
    const limits = { timeout: 10_000, signal: new AbortController().signal }
    const scope = { stores: [fixture.stranger.lojaId] }
    for (const { bound } of batchStatements(query)) {
      const { text, names } = bound
      const rowsOfStore = async (lojaId: number) => {
        const values: Readonly<Record<string, unknown>> = { ...given, lojaId, tz: zone }
        const params = names.map(each => values[each] ?? null)
        return (await fixture.server.context.database.readSnapshot(scope, limits, q => q.query(text, params, ''))).rows
      }
      expect(await rowsOfStore(fixture.lojaId)).toEqual(await rowsOfStore(999_999))
    }
  })

  test('is a file in both formats, each part of it', async () => {
    for (const { path } of rowPartsOf(query.result)) {
      for (const format of ['csv', 'xlsx']) {
        const reply = await ask(query, fixture.owner, { format, part: path })
        expect([path, format, reply.statusCode]).toEqual([path, format, 200])
      }
    }
  })
})

/** A user who may open a report may choose among all options of its parameters, in the order that the register has and by the words typed. */
async function chooseFor({ name, parameters }: Query, token: string): Promise<void> {
  for (const { reference } of parameters) {
    if (!reference) continue
    const { to, where = {} } = reference
    for (const filter of [{ where }, { where, q: 'ana' }, { where: { and: [where, { id: { inq: [1, 2] } }] } }]) {
      const reply = await fixture.server.call(token, 'GET', `/api/${to}?filter=${encodeURIComponent(JSON.stringify(filter))}`)
      expect([name, to, reply.statusCode, reply.statusCode === 200 || reply.payload]).toEqual([name, to, 200, true])
    }
  }
}

test('figures of no store are the administrator’s alone', () => {
  for (const { scope, gate } of queries) expect([scope, gate === 'admin']).toEqual([scope, scope === 'global'])
})

describe('gates', () => {
  const flags = model.flags.map(flag => flag.name)

  test('each report opens for an employee exactly when a flag opens its gate', async () => {
    const { server, lojaId } = fixture
    await server.tie(await server.addUser('empregado@x.br'), lojaId, { type: 2, email: 'empregado@x.br' })
    const token = await server.enter('empregado@x.br')
    for (const flag of [undefined, ...flags]) {
      const sets = flags.map(each => `"${each}" = ${each === flag}`).join(', ')
      await server.context.database.system.query(`UPDATE user_lojas SET ${sets} WHERE email = 'empregado@x.br'`)
      server.context.access.forget()
      const permission: Permission = { admin: false, owner: false, logged: true, flags: flag ? { [flag]: true } : {}, store: {} }
      for (const query of queries) {
        const { statusCode } = await ask(query, token)
        expect([query.name, flag, statusCode]).toEqual([query.name, flag, gateAllows(query.gate, permission) ? 200 : 403])
        if (statusCode === 200) await chooseFor(query, token)
      }
    }
  }, 180_000)

  test.each(named)('%s is closed to who has not logged in', async (_name, query) => {
    expect((await fixture.server.app.inject({ url: `/api/${query.path}?${search(query, 'needed')}` })).statusCode).toBe(401)
  })
})
