import { readdirSync, readFileSync } from 'node:fs'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { todayIn } from '../../../src/browser/report/parameters/period.ts'
import { initialReportValues, type ReportValues } from '../../../src/browser/report/parameters/reportValues.ts'
import { keepTotals } from '../../../src/domain/sales/cash/keepTotals.ts'
import { loadDemoSales } from '../../../src/domain/sales/demo/loadDemoSales.ts'
import type { Parameter, Report } from '../../../src/model/report.ts'
import { productModel } from '../fixtures/product.ts'
import { createSalesStore, type SalesStore } from '../fixtures/sales.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { type Asker, type DrilledFigure, drilledFigures, openedFigure } from './drilledPages.ts'

/** The list behind a figure adds up to it, to the cent: every drill of every page, however the page was asked. */

/** Where it is about eight in the evening: today has sales, and goes on. */
const offset = ((56 - new Date().getUTCHours()) % 24) - 12
const zone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
const model = productModel()
const dashboards = Object.values(model.screens).flatMap(({ body }) => ('dashboard' in body ? [body.dashboard.report] : []))
const pages = [...dashboards, ...Object.values(model.reports)]

let server: TestServer
let shop: SalesStore
let asker: Asker

beforeAll(async () => {
  server = await openServer()
  const { context } = server
  shop = await createSalesStore(context, 'Loja', zone)
  await context.database.asOwner(q => loadDemoSales(q, { stores: [shop.store], days: 12, now: Date.now() }))
  await fillStore()
  await server.addUser('admin@x.br', { admin: true })
  const admin = await server.enter('admin@x.br')
  asker = {
    model,
    zone,
    store: { id: shop.store, nome_fantasia: 'Loja' },
    async get(path, query) {
      const address = `/api/${path}?${new URLSearchParams(query)}`
      const reply = await server.call(admin, 'GET', address)
      if (reply.statusCode !== 200) throw new Error(`${address}: ${reply.payload}`)
      return reply.json()
    },
  }
})
afterAll(() => server?.close())

/** All features, and what no sale brings: goods in stock, coupons that are over, answers of the survey. */
async function fillStore(): Promise<void> {
  const put = (text: string) => server.context.database.system.query(text.replaceAll('$1', String(shop.store)))
  await put(`UPDATE lojas SET ${model.features.map(name => `"${name}" = true`).join(', ')} WHERE id = $1`)
  await put(
    `UPDATE produtos SET combo = false, materia_prima_prod = false, preco_vnd_prod = CASE cod_prod WHEN 4 THEN 0 ELSE 9 END,
     qtd_min_prod = CASE cod_prod WHEN 1 THEN 900000 ELSE 0 END, promocao_desconto = 5,
     promocao_ate = now() - interval '3 days'`,
  )
  const noted = `now() - interval '50 hours'`
  const bill = 'now()::date - 2, 70.07'
  // The demo follows the day of the month and chance: whatever a figure counts is put here, too.
  const soon = 'now()::date + 2, 70.07'
  await put(
    `INSERT INTO "Conta" ("lojaId", tipo, descricao, vencimento, valor, perda, pago, pagamento, valor_pago)
     VALUES ($1, 'RECEBER', 'Aluguel', ${bill}, false, true, now()::date - 1, 71.08), ($1, 'PAGAR', 'Luz', ${bill}, false, false, null, null),
       ($1, 'RECEBER', 'Calote', ${bill}, true, false, null, null), ($1, 'RECEBER', 'Festa', ${bill}, false, false, null, null),
       ($1, 'RECEBER', 'Evento', ${soon}, false, false, null, null), ($1, 'PAGAR', 'Contador', ${soon}, false, false, null, null)`,
  )
  await put(`INSERT INTO "Conta_extratos" ("lojaId", data, valor, situacao) VALUES ($1, now()::date - 2, 5, 'CONCILIAR')`)
  await put(`INSERT INTO "NFe_emissaos" ("lojaId", situacao, emitida_em, serie, numero) VALUES ($1, 'CANCELADA', ${noted}, 1, 7)`)
  await put(
    `INSERT INTO "NFCes" ("lojaId", situacao, "dhEmi", serie, "nNF", "vNF") VALUES ($1, 'INUTILIZADA', ${noted}, 9, 7, 1), ($1, 'PENDENTE', ${noted}, 9, 8, 1)`,
  )
  await put(
    `INSERT INTO nfes ("lojaId", "xNome", "chNFe", "vNF", "dhEmi", "cSitNFe") VALUES ($1, 'Atacado', '${'7'.repeat(44)}', 7, ${noted}, 1)`,
  )
  await put(
    `INSERT INTO estoque.lancamentos ("lojaId", origem, "origemId", "produtoId", momento, quantidade, motivo)
     SELECT $1, 'pedidos', 1, id, now() - interval '1 day', CASE cod_prod WHEN 1 THEN 100000 ELSE 1 END, 'compra' FROM produtos WHERE "lojaId" = $1`,
  )
  await put(
    `INSERT INTO "AppPromocaos" ("lojaId", status, fim) SELECT $1, true, now() + n * interval '3 days' FROM unnest(ARRAY[-1, 1]) n`,
  )
  // Of a session that nobody checked 30,00 are missing.
  const closed = `SELECT max(id) FROM caixas WHERE "lojaId" = $1 AND status = 1`
  await put(
    `UPDATE caixas_valores SET valor_corrigido = valor_contabilizado - 30 WHERE "lojaId" = $1 AND "caixasId" = (${closed})
     AND id = (SELECT min(id) FROM caixas_valores WHERE "lojaId" = $1 AND "caixasId" = (${closed}))`,
  )
  await put(
    `INSERT INTO "Conta" ("lojaId", tipo, descricao, vencimento, valor, perda, pago, pagamento, valor_pago, "caixaId")
     VALUES ($1, 'PAGAR', 'Gelo', ${bill}, false, true, now()::date - 1, 71.08, (${closed}))`,
  )
  const { rows } = await put('SELECT id::int FROM caixas WHERE "lojaId" = $1')
  await server.context.database.asOwner(q =>
    keepTotals(
      q,
      shop.store,
      rows.map(({ id }) => Number(id)),
    ),
  )
  await put('INSERT INTO "Nps" ("lojaId", score) SELECT $1, n FROM generate_series(3, 10) n')
}

const day = (days: number): string => DateTime.fromISO(todayIn(zone)).plus({ days }).toFormat('yyyy-MM-dd')

/** A page asked for its days, for one of them, for hours, and narrowed by each of its parameters. */
function waysToAsk({ parameters }: Report): readonly ReportValues[] {
  const ranges = parameters.filter(({ control }) => control === 'dateRange')
  const span = (start: string, end: string): ReportValues =>
    Object.fromEntries(ranges.flatMap(({ fills: [first = '', second = ''] }) => [[first, start], [second, end]])) // biome-ignore format: pairs
  const timed = parameters.some(({ control }) => control === 'timeRange')
  const base = { ...initialReportValues(parameters, todayIn(zone)), ...span(day(-9), day(0)) }
  const hours = [span(`${day(-8)}T12:30`, `${day(-1)}T19:15`), span(`${day(-2)}T12:30`, `${day(-2)}T19:15`)]
  const narrowed = parameters
    .filter(({ control }) => control === undefined)
    .flatMap(({ fills: [name = ''], ...parameter }) => valuesOf(parameter).map(value => ({ [name]: value })))
  const ways = [{}, ...(ranges.length > 0 ? [span(day(-2), day(-2))] : []), ...(timed ? hours : []), ...narrowed]
  return ways.map(way => ({ ...base, ...way }))
}

function valuesOf({
  reference,
  choices,
  kind,
  many,
}: Pick<Parameter, 'reference' | 'choices' | 'kind' | 'many'>): readonly string[] {
  const records = { equipamentos: shop.equipment, grupos: shop.groups, produtos: shop.products, parceiros: shop.partners }
  const [, own = []] = Object.entries(records).find(([name]) => name === reference?.to) ?? []
  const all = choices?.map(({ value }) => String(value)) ?? own.map(String)
  if (all.length === 0) return kind === 'integer' ? ['3'] : []
  return many ? [all[0] ?? '', all.slice(0, 2).join(',')] : all.slice(0, 3)
}

/** The same in another place of the page says the same of both. */
const claims = ({ drill: { sum, count, figure } }: DrilledFigure): boolean => (sum ?? count ?? figure) !== undefined

/** Tells whether a drill of the page says which figure is the same. */
function hasClaims({ layout }: Report): boolean {
  let found = false
  JSON.parse(JSON.stringify(layout), (word, value) => {
    if (word === 'drill' && (value.sum ?? value.count ?? value.figure) !== undefined) found = true
    return value
  })
  return found
}

/** Of many bars or rows of one kind the first, the last and one between. */
function someOfEach(figures: readonly DrilledFigure[]): readonly DrilledFigure[] {
  return figures.filter(one => {
    const kin = figures.filter(other => other.place === one.place)
    return [0, Math.floor(kin.length / 2), kin.length - 1].includes(kin.indexOf(one))
  })
}

test('the list or report behind a figure adds up to it, to the cent', async () => {
  const wrong: unknown[] = []
  const compared = new Set<string>()
  const claimed = new Set<string>()
  const compare = async (page: Report, asked: ReportValues): Promise<void> => {
    const figures = (await drilledFigures(asker, page, asked)).filter(claims)
    for (const one of someOfEach(figures)) {
      const opened = await openedFigure(asker, one)
      if ((one.figure ?? 0) !== (opened ?? 0)) wrong.push({ page: page.name, asked, ...one, opened })
      claimed.add(`${page.name}: ${one.place}`)
      if (one.figure) compared.add(`${page.name}: ${one.place}`)
    }
  }
  for (const page of pages.filter(hasClaims)) await Promise.all(waysToAsk(page).map(asked => compare(page, asked)))
  expect(wrong).toEqual([])
  // None of them is a comparison of nothing with nothing.
  expect([...claimed].filter(place => !compared.has(place)).sort()).toEqual([])
}, 120_000)

interface Words {
  readonly [word: string]: unknown
}

const wordsIn = (value: unknown): readonly Words[] =>
  typeof value !== 'object' || value === null ? [] : [value as Words, ...Object.values(value).flatMap(wordsIn)]

/** A piece of a page, by what is unlike others in it. */
const isFigure = (piece: Words): boolean =>
  (typeof piece.title === 'string' && 'value' in piece) || 'chart' in piece || ('message' in piece && 'value' in piece)

test('every figure says what is behind it, or why nothing is', () => {
  const files = readdirSync('schemas/reports').filter(name => name.endsWith('.ui.json'))
  const silent = [...files.map(name => `schemas/reports/${name}`), 'schemas/screens/inicio.json'].flatMap(path => {
    const pieces = wordsIn(JSON.parse(readFileSync(path, 'utf8')))
    const tables = pieces.flatMap(({ table }) => wordsIn(table).slice(0, 1))
    const figures = [...pieces.filter(isFigure), ...tables]
    return figures
      .filter(piece => !['drill', 'open', 'link', 'dialog', '$comment'].some(word => word in piece))
      .filter(({ columns }) => !wordsIn(columns).some(column => 'drill' in column))
      .map(({ title, message, rows }) => `${path}: ${title ?? message ?? rows}`)
  })
  expect(silent).toEqual([])
})
