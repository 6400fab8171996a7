import { expect } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { type CompletedSale, type Currency, completeSale, type Product, type SalePlan, saleAsSent } from './salePlans.ts'

/** A store with products, currencies, equipment and people, its owner logged in, and a second store of another owner. */
export interface ReportFixture {
  readonly server: TestServer
  readonly lojaId: number
  readonly owner: string
  readonly stranger: { readonly lojaId: number; readonly owner: string }
  readonly products: readonly Product[]
  readonly groups: readonly number[]
  readonly units: readonly number[]
  readonly currencies: readonly Currency[]
  readonly equipment: readonly number[]
  /** Employees: waiters and sellers. */
  readonly people: readonly number[]
  readonly customers: readonly number[]
  /** Sends movements through the intake, as a point of sale does; every one of them must be taken. */
  sell(plans: readonly SalePlan[]): Promise<CompletedSale[]>
  /** Puts a row straight into a table of the store: bills, invoices, what has no intake. */
  insert(table: string, row: Readonly<Record<string, unknown>>): Promise<number>
  /** Calls a report as the owner; it must answer. */
  ask<T>(path: string, query: Readonly<Record<string, string | number>>): Promise<T>
  close(): Promise<void>
}

const inserter =
  (server: TestServer) =>
  async (table: string, row: Readonly<Record<string, unknown>>): Promise<number> => {
    const names = Object.keys(row)
    const { rows } = await server.context.database.system.query<{ id: string }>(
      `INSERT INTO "${table}" (${names.map(name => `"${name}"`).join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING id`,
      Object.values(row),
    )
    return Number(rows[0]?.id)
  }

/** Prices in cents and costs in ten-thousandths: one product costs nothing, one costs more than it brings. */
const prices = [
  [1250, 40_000],
  [990, 0],
  [3475, 355_555],
  [100, 1],
  [7999, 399_990],
  [50, 2_500],
] as const

export async function openReportFixture(): Promise<ReportFixture> {
  const { model } = readModel(readDefinitionFiles())
  const server = await openServer(model)
  const put = inserter(server)
  const lojaId = await server.addStore('Centro')
  const other = await server.addStore('Alheia')
  for (const [email, loja] of [
    ['dona@x.br', lojaId],
    ['alheia@x.br', other],
  ] as const)
    await server.tie(await server.addUser(email), loja, { type: 1, email })
  const several = async (table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<number[]> => {
    const ids: number[] = []
    for (const row of rows) ids.push(await put(table, { lojaId, ...row }))
    return ids
  }
  const groups = await several('grupos', [{ nome: 'Bebidas' }, { nome: 'Pratos' }])
  const units = await several('unidades', [{ nome: 'UN' }, { nome: 'KG' }])
  const equipment = await several('equipamentos', [
    { nome: 'Caixa', totem_operacao: 'PDV' },
    { nome: 'Totem', totem_operacao: 'PDV' },
  ])
  const people = await several('parceiros', [
    { funcionario: true, nome_fantasia: 'Ana' },
    { funcionario: true, nome_fantasia: 'Bia' },
  ])
  const customers = await several('parceiros', [
    { cliente: true, nome_fantasia: 'Caio' },
    { cliente: true, nome_fantasia: 'Davi' },
  ])
  const currencies = await currenciesOf(several)
  const products = await productsOf(several, groups, units)
  const owner = await server.enter('dona@x.br')
  return {
    server,
    lojaId,
    owner,
    stranger: { lojaId: other, owner: await server.enter('alheia@x.br') },
    products,
    groups,
    units,
    currencies,
    equipment,
    people,
    customers,
    sell: seller(server, owner, equipment[0] ?? 0, currencies[0] as Currency),
    insert: (table, row) => put(table, { lojaId, ...row }),
    ask: async <T>(path: string, query: Readonly<Record<string, string | number>>): Promise<T> => {
      const search = new URLSearchParams(Object.entries({ lojaId, ...query }).map(([name, value]) => [name, `${value}`]))
      const reply = await server.call(owner, 'GET', `/api/${path}?${search}`)
      expect([reply.statusCode, reply.payload]).toEqual([200, expect.any(String)])
      return reply.json() as T
    },
    close: () => server.close(),
  }
}

type Several = (table: string, rows: readonly Readonly<Record<string, unknown>>[]) => Promise<number[]>

async function currenciesOf(several: Several): Promise<Currency[]> {
  const all = [
    { nome: 'Dinheiro', taxa: 0 },
    { nome: 'Crédito', taxa: 349 },
    { nome: 'Débito', taxa: 199 },
  ]
  const ids = await several(
    'moedas',
    all.map(({ nome, taxa }) => ({ nome, taxa: taxa / 100 })),
  )
  return all.map((one, at) => ({ ...one, id: ids[at] ?? 0 }))
}

async function productsOf(several: Several, groups: readonly number[], units: readonly number[]): Promise<Product[]> {
  const all = prices.map(([preco, custo], at) => ({
    descricao: `Produto ${at + 1}`,
    grupoId: groups[at % 2] ?? 0,
    unidadeId: units[at % 3 === 2 ? 1 : 0] ?? 0,
    preco,
    custo,
  }))
  const ids = await several(
    'produtos',
    all.map((one, at) => ({
      cod_prod: at + 1,
      desc_prod: one.descricao,
      grupoId: one.grupoId,
      unidadeId: one.unidadeId,
      preco_vnd_prod: one.preco / 100,
      preco_cst_prod: one.custo / 10_000,
    })),
  )
  return all.map((one, at) => ({ ...one, id: ids[at] ?? 0 }))
}

const seller = (server: TestServer, token: string, equipment: number, cash: Currency): ReportFixture['sell'] => {
  let next = 0
  return async plans => {
    const sold = plans.map(plan => completeSale(plan, `venda${++next}`, equipment, cash))
    for (let at = 0; at < sold.length; at += 500) {
      const movimentos = sold.slice(at, at + 500).map(saleAsSent)
      const reply = await server.call(token, 'POST', '/api/Movimentos/lote', { movimentos })
      const { recusados, resultados } = reply.json() as { recusados: number; resultados: unknown[] }
      expect([reply.statusCode, recusados, recusados === 0 || resultados.slice(0, 3)]).toEqual([200, 0, true])
    }
    return sold
  }
}
