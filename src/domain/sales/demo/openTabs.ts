import type { Queries, ValuesOf } from '../../../server/domain.ts'
import type { SeededRandom } from '../../samples/public.ts'
import { amountText } from '../intake/amount.ts'
import type { DemoStore } from './demoStore.ts'

/** Tabs that are open at the counter, as its system sent them a minute ago. */
export async function writeOpenTabs(q: Queries, shop: DemoStore, random: SeededRandom, now: number): Promise<void> {
  const reais = (cents: number): number => Number(amountText(cents, 2))
  const comandas = Array.from({ length: 14 }, (_, at) => {
    const lines = Array.from({ length: random.whole(1, 5) }, (_each, line) => {
      const { name, price } = random.pick(shop.products)
      const quantity = random.whole(1, 3)
      return { id: line + 1, qtd_it: quantity, desc_prod: name, cents: price * quantity }
    })
    const total = lines.reduce((sum, { cents }) => sum + cents, 0)
    const service = Math.round(total / 10)
    return {
      cod_cmd: String(at * 7 + 3),
      identificador_cmd: at % 3 === 0 ? `Mesa ${at + 1}` : null,
      nome_cli: at % 4 === 1 ? random.pick(['Ana Souza', 'Rafael Lima', 'Beatriz Costa']) : null,
      numero_pessoas_cmd: random.whole(1, 6),
      total_alt_ped: reais(total),
      servico_vlr_ped: reais(service),
      total: reais(total + service),
      itens: lines.map(({ cents, ...line }) => ({ ...line, total_alt_it: reais(cents) })),
      pagamentos: [],
    }
  })
  // In the order of the statement.
  const sent: ValuesOf<'PDV_local', 'lojaId' | 'atualizado_em' | 'comandas'> = {
    lojaId: shop.id,
    atualizado_em: new Date(now - 60_000).toISOString(),
    comandas: JSON.stringify(comandas),
  }
  await q.query(
    `INSERT INTO "PDV_local" ("lojaId", origem, atualizado_em, comandas) VALUES ($1, 'PDV Windows', $2, $3)
     ON CONFLICT ("lojaId", origem) DO NOTHING`,
    Object.values(sent),
  )
}
