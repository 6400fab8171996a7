import { expect } from 'vitest'
import { openShop, type Shop } from '../fixtures/shop.ts'

export interface Order {
  readonly id: number
  readonly version: number
  readonly uuid: string
  readonly status: string
  readonly total_produtos: number
  readonly total_descontos: number
  readonly total_pedido: number
  readonly itens: readonly {
    readonly id: number
    readonly valor_total: number
    readonly valor_item: number
    readonly descricao: string
  }[]
  readonly contas: readonly {
    readonly id: number
    readonly parcela: number
    readonly ocorrencias: number
    readonly tipo: string
  }[]
  readonly historico_status: readonly { readonly status: string }[]
}

/** Two stores with a product, a partner and what accounts need, and somebody of the first who may see the stock only. */
export interface OrderFixture {
  readonly shop: Shop
  readonly keys: Readonly<Record<'produtoId' | 'parceiroId' | 'classificacaoId' | 'centroCustoId' | 'foreignPartner', number>>
  save(body: object, someone?: typeof clerk): Promise<{ readonly status: number; readonly body: unknown }>
  /** Saves, and it must work. */
  made(body: object): Promise<Order>
  /** A purchase of 2 x 10,50 with one payment. */
  purchase(more?: object): object
  rows<T extends object>(sql: string, params: readonly unknown[]): Promise<T[]>
}

export const clerk = { userId: 1, stores: [1], flags: ['estoque_ver'] }

export async function openOrders(): Promise<OrderFixture> {
  const shop = await openShop()
  const q = shop.database.system
  await q.query(`INSERT INTO lojas (nome_fantasia, cnpj) VALUES ('Primeira', '11222333000181'), ('Segunda', '11444777000161')`)
  const one = async (sql: string): Promise<number> => Number((await q.query<{ id: string }>(`${sql} RETURNING id`)).rows[0]?.id)
  const keys = {
    produtoId: await one(`INSERT INTO produtos ("lojaId", cod_prod, desc_prod) VALUES (1, '10', 'Farinha')`),
    parceiroId: await one(`INSERT INTO parceiros ("lojaId", nome_fantasia, fornecedor) VALUES (1, 'Moinho', true)`),
    classificacaoId: await one(`INSERT INTO "Conta_classificacoes" ("lojaId", nome, tipo) VALUES (1, 'Insumos', 'DESPESA')`),
    centroCustoId: await one(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES (1, 'Cozinha')`),
    foreignPartner: await one(`INSERT INTO parceiros ("lojaId", nome_fantasia, fornecedor) VALUES (2, 'Alheio', true)`),
  }
  const save: OrderFixture['save'] = (body, someone = clerk) => shop.as(someone)('POST', '/api/pedidos/save', body)
  return {
    shop,
    keys,
    save,
    made: async body => {
      const reply = await save(body)
      expect([reply.status, reply.body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
      return reply.body as Order
    },
    purchase: (more = {}) => ({
      tipo: 'COMPRA',
      parceiroId: keys.parceiroId,
      classificacaoId: keys.classificacaoId,
      centroCustoId: keys.centroCustoId,
      itens: [{ produtoId: keys.produtoId, quantidade: 2, valor_unitario: 10.5 }],
      contas: [{ vencimento: '2027-01-31', valor: 21 }],
      ...more,
    }),
    rows: async (sql, params) => (await q.query<never>(sql, params)).rows,
  }
}

/** Places and codes of what was refused. */
export const problemsOf = ({ body }: { readonly body: unknown }): unknown => {
  const { code, details = [] } = (body as { error: { code: string; details?: { path: string; code: string }[] } }).error
  return details.length > 0 ? details.map(one => [one.path, one.code]) : code
}
