import { kinds, type PlayedMovement } from './playedDay.ts'

/** The counter's own account of all that it sent, to be held against the server's. Money in cents, quantities in thousandths. */
export interface OwnAccount {
  /** Paid sales that stand, and what was received for them. */
  readonly sales: number
  readonly sold: number
  readonly cancelled: number
  /** Received by currency, of sales that stand. */
  readonly received: ReadonlyMap<number, number>
  /** The goods that left the shop by product: sold, eaten, lost, less those that came back. */
  readonly goods: ReadonlyMap<number, number>
}

/** The last version of each movement counts, in whatever order they were sent. */
export function accountOf(sent: readonly PlayedMovement[]): OwnAccount {
  const last = new Map<string, PlayedMovement>()
  for (const one of sent) {
    const key = `${one.equipamentoId} ${one.chave}`
    const known = last.get(key)
    if (!known || known.alterado_em <= one.alterado_em) last.set(key, one)
  }
  const all = [...last.values()]
  const standing = all.filter(one => one.deletado_em === null)
  const sales = standing.filter(one => one.tipoMovimentoId === kinds.sale)
  const received = new Map<number, number>()
  for (const { moedaId, valor } of sales.flatMap(one => one.recebimentos)) add(received, moedaId, cents(valor))
  const goods = new Map<number, number>()
  for (const one of standing) {
    const sign = one.tipoMovimentoId === kinds.return ? -1 : 1
    for (const line of one.produtos) if (line.deletado_em === null) add(goods, line.produtoId, sign * Math.round(line.qtd * 1000))
  }
  return {
    sales: sales.length,
    sold: sales.reduce((sum, one) => sum + cents(one.valor_final), 0),
    cancelled: all.length - standing.length,
    received,
    goods,
  }
}

const cents = (reais: number): number => Math.round(reais * 100)

const add = (to: Map<number, number>, key: number, value: number): void => void to.set(key, (to.get(key) ?? 0) + value)
