import { dataUrl, type SampleLine, statementOf } from '../../fixtures/bankStatements.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Two stores with a classification, a cost centre and a supplier each, and who sees bills in one of them. */
export interface BankShop {
  readonly server: TestServer
  readonly store: number
  readonly other: number
  readonly tokens: { readonly owner: string; readonly clerk: string; readonly cook: string; readonly stranger: string }
  readonly keys: Readonly<Record<'expense' | 'income' | 'centre' | 'partner' | 'currency', number>>
  run(sql: string, ...params: unknown[]): Promise<Record<string, unknown>[]>
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    token?: string,
  ): Promise<{ status: number; body: Reply }>
  /** A bill of the store; gives its id. */
  bill(more?: object): Promise<number>
  importLines(lines: readonly SampleLine[], account?: string): Promise<{ status: number; body: Reply }>
  /** The lines by their memo. */
  lines(): Promise<Readonly<Record<string, Line>>>
}

// biome-ignore lint/suspicious/noExplicitAny: replies are looked into by tests alone
type Reply = any

export interface Line {
  readonly id: number
  readonly version: number
  readonly situacao: string
  readonly proposta: string
  readonly proposta_texto: string
  readonly proposta_contaId: number | null
  readonly contaId: number | null
  readonly valor: number
  readonly valor_conciliado: number
  readonly [name: string]: unknown
}

export async function openBankShop(): Promise<BankShop> {
  const server = await openServer()
  const store = await server.addStore('Cantina')
  const other = await server.addStore('Outra')
  const owner = await server.addUser('dona@x.br')
  await server.tie(owner, store, { type: 1, email: 'dona@x.br' })
  const tokens = {
    owner: await server.enter('dona@x.br'),
    clerk: await server.enterStore('financeiro', store, { type: 2, contas_ver: true }),
    cook: await server.enterStore('cozinha', store, { type: 2, estoque_ver: true }),
    stranger: await server.enterStore('alheia', other, { type: 1 }),
  }
  const run = async (sql: string, ...params: unknown[]) => (await server.context.database.system.query(sql, params)).rows
  const put = async (sql: string, ...params: unknown[]): Promise<number> =>
    Number((await run(`${sql} RETURNING id`, store, ...params))[0]?.id)
  const keys = {
    expense: await put(`INSERT INTO "Conta_classificacoes" ("lojaId", nome, tipo) VALUES ($1, 'Aluguel', 'DESPESA')`),
    income: await put(`INSERT INTO "Conta_classificacoes" ("lojaId", nome, tipo) VALUES ($1, 'Eventos', 'RECEITA')`),
    centre: await put(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES ($1, 'Administração')`),
    partner: await put(
      `INSERT INTO parceiros ("lojaId", nome_fantasia, razao_social, cnpj, fornecedor) VALUES ($1, 'Imobiliária Horizonte', 'Horizonte Imóveis Ltda', '11222333000181', true)`,
    ),
    currency: await put(`INSERT INTO moedas ("lojaId", nome, cod_sat, taxa, dias) VALUES ($1, 'Débito', '04', 2, 1)`),
  }
  const call: BankShop['call'] = async (method, path, body, token = tokens.owner) => {
    const url = method === 'GET' ? `/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${store}` : `/api/${path}`
    const reply = await server.call(token, method, url, method === 'GET' ? undefined : { lojaId: store, ...body })
    return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json() }
  }
  return {
    server,
    store,
    other,
    tokens,
    keys,
    run,
    call,
    async bill(more = {}) {
      const { status, body } = await call('POST', 'Conta/save', {
        tipo: 'PAGAR',
        valor: 7800,
        vencimento: '2026-11-05',
        descricao: 'Aluguel do imóvel',
        classificacaoId: keys.expense,
        centroCustoId: keys.centre,
        ...more,
      })
      if (status >= 300) throw new Error(JSON.stringify(body))
      return body.id
    },
    importLines: (lines, account) =>
      call('POST', 'Conta_extratos/importar', {
        arquivos: dataUrl(statementOf(lines, account === undefined ? {} : { account })),
      }),
    async lines() {
      const { body } = await call('GET', 'Conta_extratos')
      return Object.fromEntries(body.map((line: Line) => [line.memo, line]))
    },
  }
}
