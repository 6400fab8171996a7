import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../../src/base/seededRandom.ts'
import type { CounterShop } from './counterShop.ts'
import { accountOf } from './ownAccount.ts'
import { kinds, playDay } from './playedDay.ts'

const shop: CounterShop = {
  products: [
    { id: 1, name: 'Prato', price: 3190, byWeight: false },
    { id: 2, name: 'Buffet', price: 7990, byWeight: true },
  ],
  equipment: [1, 2],
  cash: 1,
  currencies: [1, 2],
  customers: [7],
  waiters: [8, 9],
}
const plan = { begins: Date.UTC(2026, 5, 1, 3), number: 20_605, sales: 400 }
const cents = (reais: number): number => Math.round(reais * 100)

describe('a day that the counter plays', () => {
  const day = playDay(shop, plan, createSeededRandom(4))

  it('is the same for the same seed, and another for another', () => {
    expect(playDay(shop, plan, createSeededRandom(4))).toEqual(day)
    expect(playDay(shop, plan, createSeededRandom(5))).not.toEqual(day)
  })

  it('is paid to the cent', () => {
    for (const sale of [...day.movements, ...day.changes].filter(one => one.tipoMovimentoId === kinds.sale)) {
      const gross = sale.produtos.reduce((sum, line) => sum + (line.deletado_em ? 0 : cents(line.valor_bruto)), 0)
      expect(cents(sale.valor_final)).toBe(gross - cents(sale.total_desconto) + cents(sale.total_servico))
      expect(sale.recebimentos.reduce((sum, one) => sum + cents(one.valor), 0)).toBe(cents(sale.valor_final))
    }
  })

  it('has sessions that hold what its sales received', () => {
    const { received } = accountOf([...day.movements, ...day.changes])
    for (const currency of shop.currencies) {
      const held = day.sessions.flatMap(one => one.valores).filter(one => one.moedaId === currency)
      expect(held.reduce((sum, one) => sum + cents(one.valor_contabilizado), 0)).toBe(received.get(currency))
    }
  })
})
