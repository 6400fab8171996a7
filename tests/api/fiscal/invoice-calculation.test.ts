import '../../fixedSeed.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CalculatedDraft, FormCalculator } from '../../../src/browser/plugin.ts'
import createInvoiceCalculator from '../../../src/plugins/nfe/editor/invoiceCalculator.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** A form calculates an NF-e while it is typed as the server stores it. */

let server: TestServer
let token: string
let store: number
let recipients: number[]
let products: number[]
const idOf = async (text: string, params: readonly unknown[]): Promise<number> =>
  Number((await server.context.database.system.query(text, params)).rows[0]?.id)

beforeAll(async () => {
  server = await openServer()
  store = await server.addStore('Padaria da Ana')
  await server.tie(await server.addUser('dona@x.br'), store, { type: 1, email: 'dona@x.br' })
  token = await server.enter('dona@x.br')
  await server.context.database.system.query(`UPDATE lojas SET uf = 'SP', nfe_cred_sn_alq = 1.3 WHERE "lojaId" = $1`, [store])
  recipients = [await partner('11444777000161', '110042490114', 'SP'), await partner('52998224725', null, 'RJ')]
  products = [
    await product(1, '00'),
    await product(2, '20'),
    await product(3, '10'),
    await product(4, '101'),
    await product(5, '41'),
  ]
}, 60_000)
afterAll(() => server?.close())

async function partner(cnpj: string, ie: string | null, uf: string): Promise<number> {
  const id = await idOf(
    `INSERT INTO parceiros ("lojaId", nome_fantasia, cliente, cnpj, ie) VALUES ($1, $2, true, $2, $3) RETURNING id`,
    [store, cnpj, ie],
  )
  await idOf(`INSERT INTO parceiros_enderecos ("lojaId", "parceirosId", uf, ordem) VALUES ($1, $2, $3, 1) RETURNING id`, [
    store,
    id,
    uf,
  ])
  return id
}

async function product(code: number, cst: string): Promise<number> {
  const tax = await idOf(
    `INSERT INTO impostos ("lojaId", nome, icms_cst, icms_alq, icms_red_bc, icms_st_mva, pis_cst, pis_alq, cofins_cst, cofins_alq, ipi_cst, ipi_alq, cfop_estadual, cfop_federal)
     VALUES ($1, $2, $3, 18, 33.33, 40, '01', 1.65, '01', 7.6, '50', 5, '5102', '6102') RETURNING id`,
    [store, `Imposto ${code}`, cst],
  )
  return idOf(
    `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "impostoId", preco_vnd_prod) VALUES ($1, $2, $3, $4, 10) RETURNING id`,
    [store, code, `Produto ${code}`, tax],
  )
}

/** Asks the server what the calculation asks for, until it asks for nothing more. */
async function workedOut(calculator: FormCalculator, draft: CalculatedDraft): Promise<CalculatedDraft> {
  const calls = calculator.missing(draft)
  for (const call of calls) {
    const query = Object.entries({ lojaId: store, ...call.query }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    const reply = await server.call(token, 'GET', `/api/${call.path}?${query.join('&')}`)
    expect(reply.statusCode, reply.body).toBe(200)
    calculator.take(call, reply.json())
  }
  const next = calculator.calculate(draft)
  return calls.length === 0 ? next : workedOut(calculator, next)
}

const item = fc.record({
  product: fc.nat(4),
  quantidade: fc.integer({ min: 10_000, max: 99_999 }).map(n => n / 10_000),
  valor_unitario: fc.integer({ min: 4_000_000, max: 99_999_999 }).map(n => n / 1_000_000),
  num_item: fc.nat(9),
})
const note = fc.record({
  regime: fc.constantFrom(1, 3),
  recipient: fc.nat(1),
  consumidor: fc.constantFrom(0, 1),
  total_desconto: fc.integer({ min: 0, max: 300 }).map(n => n / 100),
  total_frete: fc.constantFrom(0, 10, 33.34),
  total_outro: fc.constantFrom(0, 1.01),
  items: fc.array(item, { minLength: 1, maxLength: 8 }),
})

test('series, number, items, taxes and totals that a form shows are those that the save stores', async () => {
  await fc.assert(
    fc.asyncProperty(note, async ({ regime, recipient, items, ...header }) => {
      await server.context.database.system.query('UPDATE lojas SET regime_tributario = $2 WHERE "lojaId" = $1', [store, regime])
      const calculator = createInvoiceCalculator({ store, dayOf: moment => moment.slice(0, 10) })
      const values = { destinatarioId: recipients[recipient], emitida_em: '2026-11-23T12:00:00.000Z', ...header }
      const rows = items.map(({ product: at, ...own }, place) => ({
        key: `new${place}`,
        // The credit is asked for, and outside of the Simples Nacional no store has a rate of it.
        values: { produtoId: products[at], ...own, ...(regime === 3 ? { cred_sn_alq: 1.5 } : {}) },
        base: undefined,
        removed: false,
      }))
      const draft = { isNew: true, values, base: {}, rows: { itens: rows } }
      const shown = await workedOut(calculator, draft)
      const saved = await server.call(token, 'POST', '/api/NFe_emissaos/save', {
        lojaId: store,
        ...values,
        itens: rows.map(row => row.values),
        pagamentos: [{ tipo: 90, valor: 0 }],
      })
      expect(saved.statusCode, saved.body).toBe(201)
      const { itens, ...stored } = saved.json()
      expect(stored).toMatchObject(shown.values)
      for (const [at, row] of (shown.rows.itens ?? []).entries())
        expect(Object.fromEntries(Object.keys(row.values).map(name => [name, itens[at][name] ?? null]))).toEqual(
          Object.fromEntries(Object.entries(row.values).map(([name, value]) => [name, value ?? null])),
        )
      // The same again with what was shown as the body: nothing moves.
      const again = await server.call(token, 'POST', '/api/NFe_emissaos/save', {
        lojaId: store,
        ...shown.values,
        numero: stored.numero + 1,
        itens: shown.rows.itens?.map(row => row.values),
        pagamentos: [{ tipo: 90, valor: 0 }],
      })
      expect(again.json()).toMatchObject({ ...shown.values, numero: stored.numero + 1 })
    }),
    { numRuns: 40 },
  )
})

test('what an NF-e is worked out from is never told of another store', async () => {
  const other = await server.addStore('Outra')
  const strange = await idOf(
    `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, preco_vnd_prod) VALUES ($1, 1, 'Alheio', 1) RETURNING id`,
    [other],
  )
  const reply = await server.call(
    token,
    'GET',
    `/api/NFe_emissaos/calculo?lojaId=${store}&produtos=${strange}&destinatarioId=999999`,
  )
  expect(reply.json()).toMatchObject({ produtos: {}, loja: { uf_destinatario: 'SP', ie_destinatario: 9 } })
  expect((await server.call(token, 'GET', `/api/NFe_emissaos/calculo?lojaId=${store}&produtos=1,x`)).statusCode).toBe(422)
  expect((await server.call(token, 'GET', `/api/NFe_emissaos/calculo?lojaId=${store}&dia=2027-02-30`)).statusCode).toBe(422)
  expect((await server.call(token, 'GET', `/api/NFe_emissaos/calculo?lojaId=${other}`)).statusCode).toBe(403)
})
