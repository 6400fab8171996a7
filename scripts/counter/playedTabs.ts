import type { SeededRandom } from '../../src/base/seededRandom.ts'
import type { CounterShop } from './counterShop.ts'

/** Tabs that are open at the end, as the counter system sends them (PDV_local/comandasAbertas). */
export function openTabsOf(shop: CounterShop, random: SeededRandom): readonly object[] {
  return Array.from({ length: random.whole(4, 9) }, (_, at) => {
    const itens = Array.from({ length: random.whole(1, 4) }, (_, id) => {
      const product = random.pick(shop.products)
      const quantity = random.whole(1, 3)
      return { id, qtd_it: quantity, desc_prod: product.name.slice(0, 255), total_alt_it: (quantity * product.price) / 100 }
    })
    const cents = itens.reduce((sum, one) => sum + Math.round(one.total_alt_it * 100), 0)
    const service = Math.round(cents / 10)
    return {
      cod_cmd: String(at + 1),
      identificador_cmd: `Mesa ${at + 1}`,
      numero_pessoas_cmd: random.whole(1, 6),
      total_alt_ped: cents / 100,
      servico_vlr_ped: service / 100,
      total: (cents + service) / 100,
      itens,
      pagamentos: [],
    }
  })
}
