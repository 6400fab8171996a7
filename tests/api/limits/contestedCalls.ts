import { randomUUID } from 'node:crypto'
import { createSalesStore, type SalesStore, saleOf } from '../fixtures/sales.ts'
import { openShop, type Shop, type TestCaller, type TestReply } from '../fixtures/shop.ts'

/** Two stores with goods and people; what is tried is done in the first, and from the other nothing of it may be reached. */
export interface ContestContext {
  readonly shop: Shop
  readonly ours: SalesStore
  readonly theirs: SalesStore
  /** Rows of a statement of the system. */
  rows(sql: string, ...params: unknown[]): Promise<Record<string, unknown>[]>
  /** A number that stands for nothing else yet. */
  next(): number
  post(path: string, body: object, store?: number, key?: string): Promise<TestReply>
}

/** A writing call that several people may make at the same moment. */
export interface ContestedCall {
  /** A new record to act on, and what is sent about it. */
  prepare(context: ContestContext): Promise<Record<string, unknown>>
  /** The body that somebody else sends at the same moment, where it is not the same. */
  readonly other?: Readonly<Record<string, unknown>>
  /** Code with which the second of two is refused; without one, making the call again is harmless. */
  readonly late?: string
  /** How often it was done for this input. */
  done(context: ContestContext, input: Record<string, unknown>): Promise<number>
  /** How often it was done after two calls of which none is refused; once, but where each is meant. */
  readonly each?: true
  /** It names nothing of the store. */
  readonly namesNothing?: true
  /** It answers 200 and tells what it refused in its reply. */
  readonly toldWithin?: true
}

export async function openContest(): Promise<ContestContext> {
  const shop = await openShop()
  const ours = await createSalesStore(shop)
  const theirs = await createSalesStore(shop, 'Outra')
  const rows: ContestContext['rows'] = async (sql, ...params) => (await shop.database.system.query(sql, params)).rows
  for (const [userId, { store, partners }] of [ours, theirs].entries())
    await rows(
      'INSERT INTO user_lojas ("lojaId", "userId", type, "parceiroId", email) VALUES ($1, $2, 1, $3, $4)',
      store,
      userId + 1,
      partners[1],
      `pessoa${userId + 1}@x.br`,
    )
  let count = 1000
  return {
    shop,
    ours,
    theirs,
    rows,
    next: () => ++count,
    post: (path, body, store = ours.store, key) => {
      const owner: TestCaller = {
        userId: store === theirs.store ? 2 : 1,
        stores: [ours.store, theirs.store].filter(one => one === store),
        owner: true,
      }
      const all = { ...owner, flags: shop.model.flags.map(({ name }) => name) }
      const caller = all.stores.length === 0 ? { ...all, stores: [ours.store] } : all
      return shop.as(caller)('POST', `/api/${path}`, { lojaId: store, ...body }, key ? { 'idempotency-key': key } : {})
    },
  }
}

const idOf = ({ status, body }: TestReply): number => {
  if (status >= 300) throw new Error(JSON.stringify(body))
  return (body as { id: number }).id
}
const count = async ({ rows }: ContestContext, from: string, ...params: unknown[]): Promise<number> =>
  Number((await rows(`SELECT count(*) AS n FROM ${from}`, ...params))[0]?.n)
const historyOf = (context: ContestContext, register: string, id: unknown): Promise<number> =>
  count(context, `user_logs WHERE recurso = $1 AND "recursoId" = $2 AND acao = 'alterar'`, register, String(id))

const sale = (context: ContestContext): Record<string, unknown> => saleOf(context.ours, { chave: `v${context.next()}` })
const session = (context: ContestContext, changes: object = {}): Record<string, unknown> => ({
  equipamentoId: context.ours.equipment[0],
  abertura: context.next(),
  aberto_em: '2026-03-10T08:00:00-03:00',
  fechado_em: '2026-03-10T22:00:00-03:00',
  valores: [{ moedaId: context.ours.currencies[0], valor_contabilizado: 250, valor_informado: 248.5 }],
  ...changes,
})
const first = (input: Record<string, unknown>, list: string): Record<string, unknown> =>
  (input[list] as Record<string, unknown>[])[0] ?? {}
const sales = (context: ContestContext, { chave }: Record<string, unknown>): Promise<number> =>
  count(context, '"Movimentos" WHERE chave = $1', chave)
const sessions = (context: ContestContext, { abertura }: Record<string, unknown>): Promise<number> =>
  count(context, 'caixas WHERE abertura = $1', abertura)

async function order(context: ContestContext): Promise<Record<string, unknown>> {
  const { ours, rows, post, next } = context
  const one = async (sql: string): Promise<unknown> => (await rows(`${sql} RETURNING id`, ours.store))[0]?.id
  const classificacaoId = Number(
    await one(`INSERT INTO "Conta_classificacoes" ("lojaId", nome, tipo) VALUES ($1, 'Insumos ${next()}', 'DESPESA')`),
  )
  const centroCustoId = Number(await one(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES ($1, 'Cozinha ${next()}')`))
  const made = await post('pedidos/save', {
    tipo: 'COMPRA',
    status: 'APROVADO',
    parceiroId: ours.partners[0],
    classificacaoId,
    centroCustoId,
    itens: [{ produtoId: ours.products[0], quantidade: 2, valor_unitario: 10.5 }],
    contas: [{ vencimento: '2027-01-31', valor: 21 }],
  })
  return { id: idOf(made), version: (made.body as { version: number }).version }
}

/** Every writing call that areas declare, and the saves by which orders, accounts and counts go on. */
export const contestedCalls: Readonly<Record<string, ContestedCall>> = {
  'inventarios/finaliza': {
    prepare: async context => ({
      inventarioId: idOf(
        await context.post('inventarios/save', {
          nome: 'Contagem',
          itens: [{ produtoId: context.ours.products[0], quantidade_estoque: 3 }],
        }),
      ),
      contagem_em: '2026-03-01T12:00:00.000Z',
    }),
    other: { contagem_em: '2026-03-01T12:00:01.000Z' },
    late: 'inventory.finalised-already',
    done: (context, { inventarioId }) => historyOf(context, 'inventarios', inventarioId),
  },
  'Movimentos/save': { prepare: async context => sale(context), done: sales },
  'Movimentos/lote': {
    prepare: async context => ({ movimentos: [sale(context)] }),
    done: (context, input) => sales(context, first(input, 'movimentos')),
    toldWithin: true,
  },
  'Movimentos/cancela': {
    prepare: async context => ({ movimentoId: idOf(await context.post('Movimentos/save', sale(context))) }),
    late: 'sale.cancelled',
    done: (context, { movimentoId }) => historyOf(context, 'Movimentos', movimentoId),
  },
  'caixas/save': { prepare: async context => session(context), done: sessions },
  'caixas/lote': {
    prepare: async context => ({ caixas: [session(context)] }),
    done: (context, input) => sessions(context, first(input, 'caixas')),
    toldWithin: true,
  },
  'caixas/conferir': {
    prepare: async context => ({ id: idOf(await context.post('caixas/save', session(context))) }),
    late: 'cash.checked-already',
    done: (context, { id }) => historyOf(context, 'caixas', id),
  },
  'caixas/conferirVarios': {
    prepare: async context => ({ ids: [idOf(await context.post('caixas/save', session(context)))] }),
    late: 'cash.none-to-check',
    done: (context, { ids }) => historyOf(context, 'caixas', Array.isArray(ids) ? ids[0] : ids),
  },
  'caixas/reabrir': {
    prepare: async context => {
      const id = idOf(await context.post('caixas/save', session(context)))
      await context.rows('UPDATE caixas SET status = 2 WHERE id = $1', id)
      return { id }
    },
    late: 'cash.not-checked',
    done: (context, { id }) => historyOf(context, 'caixas', id),
  },
  'PDV_local/comandasAbertas': {
    prepare: async () => ({ comandas: [{ cod_cmd: 7 }], atualizado_em: '2026-03-10T12:00:00.000Z' }),
    done: context => count(context, '"PDV_local" WHERE "lojaId" = $1', context.ours.store),
    namesNothing: true,
  },
  'equipamento_eventos/sincronizar': {
    prepare: async ({ rows, ours }) => ({
      equipamentoId: Number(
        (await rows(`INSERT INTO equipamentos ("lojaId", nome) VALUES ($1, 'Mais um') RETURNING id`, ours.store))[0]?.id,
      ),
    }),
    done: (context, { equipamentoId }) => count(context, 'equipamento_eventos WHERE "equipamentoId" = $1', equipamentoId),
  },
  'Transaction_pos/cancelar': {
    prepare: async ({ rows, ours }) => ({
      equipamentoTransacaoId: Number(
        (
          await rows(
            `INSERT INTO equipamento_transacaos ("lojaId", "equipamentoId", tipo, valor) VALUES ($1, $2, 'CREDITO', 12.5) RETURNING id`,
            ours.store,
            ours.equipment[0],
          )
        )[0]?.id,
      ),
    }),
    late: 'terminal.cancelled',
    done: (context, { equipamentoTransacaoId }) =>
      count(context, 'equipamento_transacaos WHERE id = $1 AND cancelada_em IS NOT NULL AND version = 2', equipamentoTransacaoId),
  },
  'ficha_tecnicas/analiseCustoAtualizaPreco': {
    prepare: async ({ rows, post, ours, next }) => {
      const [, ingredient = 0] = ours.products
      const made = await rows(
        `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, preco_cst_prod, preco_vnd_prod) VALUES ($1, $2, 'Prato', 8, 20) RETURNING id`,
        ours.store,
        next(),
      )
      const id = Number(made[0]?.id)
      idOf(await post('ficha_tecnicas/save', { produtoId: id, itens: [{ produtoId: ingredient, quantidade: 4 }] }))
      return { produtos: [{ id, margem: 150, venda: 25, preco_vnd_prod: 20 }] }
    },
    late: 'recipe.price-changed',
    done: (context, input) => count(context, 'produtos WHERE id = $1 AND preco_vnd_prod = 25', first(input, 'produtos').id),
  },
  'users/convidar': {
    prepare: async ({ next }) => ({ email: `nova${next()}@x.br` }),
    late: 'store-user.used',
    done: (context, { email }) => count(context, 'user_lojas WHERE email = $1', email),
    namesNothing: true,
  },
  Nps: {
    prepare: async ({ next }) => ({ score: 9, feedback: `Bom ${next()}` }),
    each: true,
    done: (context, { feedback }) => count(context, '"Nps" WHERE feedback = $1', feedback),
    namesNothing: true,
  },
  'pedidos/save': {
    prepare: async context => ({ ...(await order(context)), status: 'CONCLUIDO' }),
    late: 'version-conflict',
    done: (context, { id }) => count(context, `estoque.lancamentos WHERE origem = 'pedidos' AND "origemId" = $1`, id),
  },
  'Conta/updateMany': {
    prepare: async context => {
      const { id } = await order(context)
      const bills = await context.rows('SELECT id FROM "Conta" WHERE "pedidoId" = $1', id)
      return {
        ids: bills.map(bill => Number(bill.id)),
        where: { pago: { neq: true } },
        data: { pago: true, pagamento: '2026-03-10' },
      }
    },
    other: { data: { pago: true, pagamento: '2026-03-11' } },
    late: 'changed-meanwhile',
    done: (context, { ids }) => historyOf(context, 'Conta', (ids as number[])[0]),
  },
  'produtos/esgotados': {
    async prepare({ ours, rows, next }) {
      const made = await rows(
        `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, stt_prod) VALUES ($1, $2, 'Prato do dia', true) RETURNING id`,
        ...[ours.store, 800_000 + next()],
      )
      return { ids: [Number(made[0]?.id)], esgotado: true }
    },
    done: (context, { ids }) => historyOf(context, 'produtos', (ids as number[])[0]),
  },
}

/** Calls whose turn it is elsewhere. */
export const testedElsewhere: Readonly<Record<string, string>> = {
  // Without a session: it reaches no store but the one that it makes.
  'Lojas/createVisitor': 'tests/api/sign-up/sign-up.test.ts',
  // Without a session: their store is that of the page, or sealed in the key.
  'visitantes/:cadastro': 'tests/api/visitors/visitors.test.ts',
  'visitantes/registro': 'tests/api/visitors/visitors.test.ts',
  'produtos/cardapioExemplo': 'tests/api/records/sample-menu.test.ts',
  'Movimentos/simular': 'tests/api/sales/simulated-sale.test.ts',
  'Movimentos/removerSimulada': 'tests/api/sales/simulated-sale.test.ts',
  'papeis/levar': 'tests/api/accounts/staff-roles.test.ts',
  'automacoes/segredo': 'tests/api/automations/delivery.test.ts',
  'automacoes/testar': 'tests/api/automations/automations.test.ts',
  'automacoes/repetir': 'tests/api/automations/delivery.test.ts',
  'automacoes/chamar': 'tests/api/automations/automations.test.ts',
  'chaves_api/gerar': 'tests/api/accounts/api-keys.test.ts',
  'chaves_api/revogar': 'tests/api/accounts/api-keys.test.ts',
  'user_lojas/reenviar': 'tests/api/system/invitations.test.ts',
  'Loja_filials/filiaisClonaProdutos': 'tests/api/records/catalogue-screens.test.ts',
  'Loja_filials/vinculaProduto': 'tests/api/records/catalogue-screens.test.ts',
  'Equipamento_eventos/publicar': 'tests/api/digital/publish-menu.test.ts',
  'Apps/user/points': 'tests/api/digital/loyalty.test.ts',
  'Apps/pausaEmergencia': 'tests/api/settings/store-status.test.ts',
}

export const newKey = (): string => randomUUID()
