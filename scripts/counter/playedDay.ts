import type { SeededRandom } from '../../src/base/seededRandom.ts'
import type { CounterShop } from './counterShop.ts'

/** A line of a movement as it is sent. */
export interface PlayedLine {
  readonly ordem: number
  readonly produtoId: number
  readonly descricao: string
  readonly qtd: number
  readonly valor_unitario: number
  readonly valor_bruto: number
  readonly garcomId: number | null
  readonly deletado_em: string | null
  readonly deletadoPorId: number | null
  readonly deletado_motivo: string | null
}

export interface PlayedReceipt {
  readonly ordem: number
  readonly moedaId: number
  readonly valor: number
  readonly correntista: boolean
}

/** A movement as points of sale send it (Movimentos/lote); amounts in reais. */
export interface PlayedMovement {
  readonly equipamentoId: number
  readonly chave: string
  readonly abertura: number
  readonly mov: number
  readonly tipoMovimentoId: number
  readonly aberto_em: string
  readonly fechado_em: string
  readonly recebido_em: string | null
  readonly contado_em: string
  readonly alterado_em: string
  readonly canal_venda: 'LOJA' | 'IFOOD'
  readonly tipo_venda: 'MESA' | 'BALCAO' | 'DELIVERY'
  readonly numero_pessoas: number
  readonly parceiroId: number | null
  readonly total_desconto: number
  readonly servico: boolean
  readonly total_servico: number
  readonly valor_final: number
  readonly deletadoPorId: number | null
  readonly deletado_em: string | null
  readonly deletado_motivo: string | null
  readonly produtos: readonly PlayedLine[]
  readonly recebimentos: readonly PlayedReceipt[]
}

/** A cash session as it is sent (caixas/lote). */
export interface PlayedSession {
  readonly equipamentoId: number
  readonly abertura: number
  readonly operador: string
  readonly aberto_em: string
  readonly fechado_em: string
  readonly valor_inicial: number
  readonly valor_proximo: number
  readonly ultimo_mov: number
  readonly ultimoMovimentoId: number
  readonly valores: readonly {
    readonly moedaId: number
    readonly valor_contabilizado: number
    readonly valor_informado: number
  }[]
}

/** All that a shop does in a day: its movements in the order in which they happened, later versions of some, and the sessions. */
export interface PlayedDay {
  readonly movements: readonly PlayedMovement[]
  /** Versions that take the place of what was sent: cancelled sales, lines struck out. */
  readonly changes: readonly PlayedMovement[]
  readonly sessions: readonly PlayedSession[]
}

export interface DayPlan {
  /** Midnight of the day in the store's zone, as milliseconds since 1970. */
  readonly begins: number
  /** Number of the day, which numbers sessions and movements. */
  readonly number: number
  readonly sales: number
}

const minute = 60_000
const hour = 60 * minute
const reais = (cents: number): number => cents / 100

/** Kinds of movement (tipoMovimentoId). */
export const kinds = {
  sale: 1,
  return: 2,
  accountReceipt: 3,
  consumption: 4,
  loss: 5,
  missing: 6,
  accountVoucher: 7,
  withdrawal: 8,
  supply: 9,
  payment: 10,
} as const

/** Plays a day: the same plan and random numbers give the same day. */
export function playDay(shop: CounterShop, plan: DayPlan, random: SeededRandom): PlayedDay {
  const machines = shop.equipment.slice(0, 3)
  const counters = new Map(machines.map(machine => [machine, 0]))
  const next = (machine: number): number => {
    const mov = plan.number * 1000 + (counters.get(machine) ?? 0) + 1
    counters.set(machine, mov - plan.number * 1000)
    return mov
  }
  const moments = Array.from({ length: plan.sales }, () => plan.begins + 11 * hour + random.whole(0, 11 * 60) * minute).sort(
    (a, b) => a - b,
  )
  const movements = machines.map(machine =>
    moneyMovement(shop, machine, kinds.supply, plan, plan.begins + 10.6 * hour, 10_000, next),
  )
  for (const moment of moments) {
    const machine = random.pick(machines)
    movements.push(goodsMovement(shop, machine, plan, moment, next(machine), random))
  }
  for (const machine of machines)
    movements.push(
      moneyMovement(shop, machine, kinds.withdrawal, plan, plan.begins + 22.5 * hour, random.whole(1, 50) * 100, next),
    )
  movements.push(...otherMoney(shop, machines, plan, next, random))
  const changes = movements.filter(one => one.tipoMovimentoId === kinds.sale).flatMap(one => changeOf(shop, one, random) ?? [])
  const last = new Map([...movements, ...changes].map(one => [one.chave, one]))
  return { movements, changes, sessions: machines.map(machine => closeSession(shop, machine, plan, [...last.values()], random)) }
}

/** Somebody is paid from the till now and then; customers pay what they owe, or take money on account. */
function otherMoney(
  shop: CounterShop,
  machines: readonly number[],
  plan: DayPlan,
  next: (machine: number) => number,
  random: SeededRandom,
): PlayedMovement[] {
  const kindsToday = [
    ...(random.chance(0.3) ? [kinds.payment] : []),
    ...(shop.customers.length > 0 && random.chance(0.5) ? [kinds.accountReceipt] : []),
    ...(shop.customers.length > 0 && random.chance(0.2) ? [kinds.accountVoucher] : []),
  ]
  return kindsToday.map(kind => ({
    ...moneyMovement(shop, random.pick(machines), kind, plan, plan.begins + 22.6 * hour, random.whole(10, 90) * 100, next),
    parceiroId: kind === kinds.payment ? null : random.pick(shop.customers),
  }))
}

function moneyMovement(
  shop: CounterShop,
  equipamentoId: number,
  tipoMovimentoId: number,
  plan: DayPlan,
  at: number,
  cents: number,
  next: (machine: number) => number,
): PlayedMovement {
  const mov = next(equipamentoId)
  return {
    ...bare(equipamentoId, plan, at, mov),
    tipoMovimentoId,
    recebido_em: iso(at),
    valor_final: reais(cents),
    recebimentos: [{ ordem: 0, moedaId: shop.cash, valor: reais(cents), correntista: false }],
  }
}

const iso = (at: number): string => new Date(at).toISOString()

const bare = (equipamentoId: number, plan: DayPlan, at: number, mov: number): PlayedMovement => ({
  equipamentoId,
  chave: `d${plan.number}-${equipamentoId}-${mov}`,
  abertura: plan.number,
  mov,
  tipoMovimentoId: kinds.sale,
  aberto_em: iso(at),
  fechado_em: iso(at + 20 * minute),
  recebido_em: null,
  contado_em: iso(at + 21 * minute),
  alterado_em: iso(at + 21 * minute),
  canal_venda: 'LOJA',
  tipo_venda: 'BALCAO',
  numero_pessoas: 1,
  parceiroId: null,
  total_desconto: 0,
  servico: false,
  total_servico: 0,
  valor_final: 0,
  deletadoPorId: null,
  deletado_em: null,
  deletado_motivo: null,
  produtos: [],
  recebimentos: [],
})

/** Nine of ten are sales; the others are goods that come back, that the shop eats, that are lost or missing. */
const kindOf = (random: SeededRandom): number => {
  const drawn = random.whole(1, 100)
  return drawn <= 92
    ? kinds.sale
    : drawn <= 94
      ? kinds.return
      : drawn <= 97
        ? kinds.consumption
        : drawn <= 99
          ? kinds.loss
          : kinds.missing
}

function goodsMovement(
  shop: CounterShop,
  machine: number,
  plan: DayPlan,
  at: number,
  mov: number,
  random: SeededRandom,
): PlayedMovement {
  const kind = kindOf(random)
  const lines = Array.from({ length: random.whole(1, 5) }, (_, ordem) => lineOf(shop, ordem, random))
  const gross = lines.reduce((sum, line) => sum + Math.round(line.valor_bruto * 100), 0)
  const paid = kind === kinds.sale
  const table = paid && random.chance(0.5)
  const discount = paid && random.chance(0.1) ? random.whole(0, Math.floor(gross / 10)) : 0
  const service = table ? Math.round((gross - discount) / 10) : 0
  const final = gross - discount + service
  const customer = paid && shop.customers.length > 0 && random.chance(0.05) ? random.pick(shop.customers) : null
  return {
    ...bare(machine, plan, at, mov),
    tipoMovimentoId: kind,
    canal_venda: !table && paid && random.chance(0.15) ? 'IFOOD' : 'LOJA',
    tipo_venda: table ? 'MESA' : 'BALCAO',
    numero_pessoas: table ? random.whole(1, 6) : 1,
    recebido_em: iso(at + 21 * minute),
    parceiroId: customer,
    total_desconto: reais(discount),
    servico: table,
    total_servico: reais(service),
    valor_final: reais(final),
    produtos: lines,
    recebimentos: paid ? receiptsOf(shop, final, customer !== null, random) : [],
  }
}

function lineOf(shop: CounterShop, ordem: number, random: SeededRandom): PlayedLine {
  const product = random.pick(shop.products)
  const thousandths = product.byWeight ? random.whole(150, 1200) : random.whole(1, 3) * 1000
  return {
    ordem,
    produtoId: product.id,
    descricao: product.name.slice(0, 100),
    qtd: thousandths / 1000,
    valor_unitario: reais(product.price),
    valor_bruto: reais(Math.floor((thousandths * product.price + 500) / 1000)),
    garcomId: shop.waiters.length > 0 && random.chance(0.6) ? random.pick(shop.waiters) : null,
    deletado_em: null,
    deletadoPorId: null,
    deletado_motivo: null,
  }
}

/** One way to pay or two; nothing that costs nothing. */
function receiptsOf(shop: CounterShop, cents: number, onAccount: boolean, random: SeededRandom): PlayedReceipt[] {
  const first = !onAccount && random.chance(0.15) ? random.whole(0, cents) : cents
  return [first, cents - first]
    .filter(part => part > 0)
    .map((part, ordem) => ({ ordem, moedaId: random.pick(shop.currencies), valor: reais(part), correntista: onAccount }))
}

/** Returns the later changes of a few sales of that day: cancelled, or a line struck out before it was paid. */
function changeOf(shop: CounterShop, sale: PlayedMovement, random: SeededRandom): PlayedMovement | undefined {
  const who = shop.waiters[0]
  if (who === undefined || !random.chance(0.06)) return undefined
  const later = Date.parse(sale.alterado_em) + 5 * minute
  const struck = { deletado_em: iso(later), deletadoPorId: who, deletado_motivo: 'Engano no lançamento' }
  if (random.chance(0.5) || sale.produtos.length < 2 || sale.total_desconto > 0)
    return { ...sale, ...struck, alterado_em: iso(later) }
  const produtos = sale.produtos.map((line, at) => (at === 0 ? { ...line, ...struck } : line))
  const gross = produtos.reduce((sum, line) => sum + (line.deletado_em ? 0 : Math.round(line.valor_bruto * 100)), 0)
  const service = sale.servico ? Math.round(gross / 10) : 0
  const [receipt] = sale.recebimentos
  const final = reais(gross + service)
  return {
    ...sale,
    alterado_em: iso(later),
    produtos,
    total_servico: reais(service),
    valor_final: final,
    recebimentos: receipt ? [{ ...receipt, valor: final }] : [],
  }
}

/** The session at the end of the day: what was received of each currency, and what was counted, now and then with a difference. */
function closeSession(
  shop: CounterShop,
  equipamentoId: number,
  plan: DayPlan,
  movements: readonly PlayedMovement[],
  random: SeededRandom,
): PlayedSession {
  const own = movements.filter(one => one.equipamentoId === equipamentoId)
  const received = (moedaId: number): number =>
    own
      .filter(one => one.deletado_em === null && one.tipoMovimentoId === kinds.sale)
      .flatMap(one => one.recebimentos)
      .reduce((sum, one) => (one.moedaId === moedaId ? sum + Math.round(one.valor * 100) : sum), 0)
  return {
    equipamentoId,
    abertura: plan.number,
    operador: `Caixa ${equipamentoId}`,
    aberto_em: iso(plan.begins + 10.5 * hour),
    fechado_em: iso(plan.begins + 23 * hour),
    valor_inicial: 100,
    valor_proximo: 100,
    ultimo_mov: Math.max(...own.map(one => one.mov)),
    ultimoMovimentoId: Math.max(...own.map(one => one.mov)),
    valores: shop.currencies.map(moedaId => {
      const cents = received(moedaId)
      const missing = random.chance(0.1) ? random.whole(-500, 500) : 0
      return { moedaId, valor_contabilizado: reais(cents), valor_informado: reais(Math.max(0, cents + missing)) }
    }),
  }
}
