import type { DemoRandom } from '../../src/server/demo/random.ts'
import type { Shop } from './shop.ts'

/** A store in which something can be sold. */
export interface SalesStore {
  readonly store: number
  readonly equipment: readonly number[]
  readonly currencies: readonly number[]
  readonly products: readonly number[]
  readonly partners: readonly number[]
  readonly groups: readonly number[]
}

/** Makes a store with three pieces of equipment, three currencies (the second costs 2.5 %, the third is the customer's account), four products and three people. */
export async function createSalesStore(shop: Shop, name = 'Loja', zone = 'America/Sao_Paulo'): Promise<SalesStore> {
  const q = shop.database.system
  const ids = async (text: string, params: readonly unknown[]): Promise<number[]> =>
    (await q.query<{ id: string }>(text, params)).rows.map(({ id }) => Number(id))
  const [store = 0] = await ids('INSERT INTO lojas (nome_fantasia, fuso_horario) VALUES ($1, $2) RETURNING id', [name, zone])
  const equipment = await ids(
    `INSERT INTO equipamentos ("lojaId", nome) SELECT $1, 'Caixa ' || n FROM generate_series(1, 3) n RETURNING id`,
    [store],
  )
  const currencies = await ids(
    `INSERT INTO moedas ("lojaId", nome, cod_sat, taxa) VALUES ($1, 'Dinheiro', '01', 0), ($1, 'Crédito', '03', 2.5), ($1, 'Conta', '05', 0) RETURNING id`,
    [store],
  )
  const groups = await ids(`INSERT INTO grupos ("lojaId", nome) VALUES ($1, 'Comidas'), ($1, 'Bebidas') RETURNING id`, [store])
  const products = await ids(
    `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "grupoId", preco_cst_prod, preco_vnd_prod, comissao_prod)
     VALUES ($1, 1, 'Prato', $2, 10.1234, 30, -1), ($1, 2, 'Suco', $3, 2.5, 9.9, 3), ($1, 3, 'Café', $3, 0.75, 5, -1), ($1, 4, 'Doce', $2, 3, 12.35, 0) RETURNING id`,
    [store, groups[0], groups[1]],
  )
  const partners = await ids(
    `INSERT INTO parceiros ("lojaId", nome_fantasia, cliente, funcionario, comissao_venda)
     VALUES ($1, 'Ana', true, false, 0), ($1, 'Bruno', false, true, 5), ($1, 'Caio', false, true, 1.5) RETURNING id`,
    [store],
  )
  return { store, equipment, currencies, products, partners, groups }
}

/** A paid sale of two plates and a juice, with the changes given. */
export const saleOf = (counter: SalesStore, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  equipamentoId: counter.equipment[0],
  aberto_em: '2026-03-10T12:00:00-03:00',
  fechado_em: '2026-03-10T12:45:30-03:00',
  recebido_em: '2026-03-10T12:46:00-03:00',
  canal_venda: 'LOJA',
  tipo_venda: 'MESA',
  numero_pessoas: 2,
  servico: true,
  total_servico: 6.99,
  produtos: [
    { produtoId: counter.products[0], qtd: 2, valor_unitario: 30, valor_bruto: 60, garcomId: counter.partners[1] },
    { produtoId: counter.products[1], qtd: 1, valor_unitario: 9.9, valor_bruto: 9.9, vendedorId: counter.partners[2] },
  ],
  recebimentos: [
    { moedaId: counter.currencies[0], valor: 50 },
    { moedaId: counter.currencies[1], valor: 26.89 },
  ],
  ...changes,
})

/** A sale of any kind in the weeks around a change of offset, or a former one with something changed: later, cancelled, fewer lines. */
export function randomSale(counter: SalesStore, random: DemoRandom, again?: Record<string, unknown>): Record<string, unknown> {
  const chave = again ? again.chave : `v${random.whole(1, 100_000)}`
  const equipamentoId = again ? again.equipamentoId : random.pick(counter.equipment)
  const tipo = random.pick([1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 7, 8])
  const opened = BEGIN + random.whole(0, 40 * 24 * 60) * 60_000
  const moment = (minutes: number): string => new Date(opened + minutes * 60_000 + random.whole(0, 59_999)).toISOString()
  const open = random.chance(0.08)
  const lines = [3, 7, 8].includes(tipo)
    ? []
    : Array.from({ length: random.whole(1, 4) }, () => randomLine(counter, random, moment))
  const alive = lines.filter(line => line.deletado_em === undefined)
  const gross = alive.reduce((sum, line) => sum + line.cents, 0)
  const discount = random.chance(0.3) ? random.whole(0, gross) : 0
  const service = alive.length > 0 && random.chance(0.5) ? random.whole(0, 2000) : 0
  const final = lines.length === 0 ? random.whole(100, 9000) : gross - discount + service
  const first = random.chance(0.3) ? random.whole(0, final) : final
  const paid =
    open || ([2, 4, 5].includes(tipo) && random.chance(0.6))
      ? []
      : [first, final - first].filter((part, at) => at === 0 || part > 0)
  return {
    equipamentoId,
    chave,
    tipoMovimentoId: tipo,
    aberto_em: moment(0),
    fechado_em: random.chance(0.9) ? moment(random.whole(1, 90)) : null,
    recebido_em: open ? null : moment(random.whole(91, 95)),
    canal_venda: random.pick(['LOJA', 'LOJA', 'PALLAS', 'IFOOD']),
    tipo_venda: random.pick(['DELIVERY', 'BALCAO', 'MESA', 'COMANDA']),
    numero_pessoas: random.whole(1, 6),
    parceiroId: random.chance(0.4) ? random.pick(counter.partners) : null,
    total_servico: service / 100,
    ...(lines.length > 0 ? { total_desconto: discount / 100 } : {}),
    ...(random.chance(again ? 0.3 : 0.05)
      ? { deletadoPorId: counter.partners[1], deletado_em: moment(random.whole(96, 900)) }
      : {}),
    produtos: lines.map(({ cents: _, ...line }) => line),
    recebimentos: [
      ...paid.map(valor => ({ moedaId: random.pick(counter.currencies), valor: valor / 100, correntista: random.chance(0.2) })),
      ...(random.chance(0.1) ? [{ moedaId: counter.currencies[0], valor: 5, deletado_em: moment(1) }] : []),
    ],
  }
}

/** 2019-02-17: the last time that clocks were put back in São Paulo. */
const BEGIN = Date.UTC(2019, 0, 25)

function randomLine(counter: SalesStore, random: DemoRandom, moment: (minutes: number) => string) {
  const price = random.whole(1, 9999)
  const thousandths = random.chance(0.7) ? random.whole(1, 5) * 1000 : random.whole(1, 3000)
  const cents = Math.floor((thousandths * price + 500) / 1000)
  return {
    produtoId: random.chance(0.95) ? random.pick(counter.products) : null,
    descricao: 'Item',
    qtd: thousandths / 1000,
    valor_unitario: price / 100,
    valor_bruto: cents / 100,
    cents,
    garcomId: random.chance(0.5) ? random.pick(counter.partners) : null,
    vendedorId: random.chance(0.5) ? random.pick(counter.partners) : null,
    ...(random.chance(0.1) ? { deletadoPorId: counter.partners[2], deletado_em: moment(2) } : {}),
  }
}
