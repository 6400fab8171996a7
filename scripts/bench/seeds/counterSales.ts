import type pg from 'pg'
import type { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { pickWeighted, pizzeria } from '../../../src/domain/sales/demo/buyingHabits.ts'

/** The products, points of sale, sellers and currencies of a store. */
export interface Counter {
  readonly equipment: readonly number[]
  readonly currencies: readonly number[]
  readonly products: readonly { readonly id: number; readonly cents: number }[]
  readonly staff: readonly number[]
}

/** Reads it, of a store that has what is sold, equipment and staff. */
export async function counterOf(client: pg.Client, store: number): Promise<Counter> {
  const ids = async (text: string): Promise<number[]> =>
    (await client.query<{ id: string }>(text, [store])).rows.map(({ id }) => Number(id))
  const { rows } = await client.query<{ id: string; cents: string }>(
    `SELECT id, (preco_vnd_prod * 100)::bigint AS cents FROM produtos WHERE "lojaId" = $1 AND preco_vnd_prod > 0 ORDER BY id LIMIT 150`,
    [store],
  )
  return {
    equipment: await ids('SELECT id FROM equipamentos WHERE "lojaId" = $1 ORDER BY id LIMIT 4'),
    currencies: await ids('SELECT id FROM moedas WHERE "lojaId" = $1 ORDER BY id LIMIT 5'),
    products: rows.map(({ id, cents }) => ({ id: Number(id), cents: Number(cents) })),
    staff: await ids('SELECT id FROM parceiros WHERE "lojaId" = $1 AND funcionario ORDER BY id LIMIT 6'),
  }
}

/** Some products are sold all the time, most now and then. */
function wanted({ products }: Counter, random: ReturnType<typeof createSeededRandom>): Counter['products'][number] {
  const product = products[Math.min(products.length - 1, Math.floor(products.length ** random.next()) - 1)]
  if (!product) throw new Error('The store sells nothing')
  return product
}

let keys = 0

/** So many sales of the last hours as a point of sale sends them: 3 lines and 1.2 receipts each. No two are the same. */
export function soldAt(
  counter: Counter,
  random: ReturnType<typeof createSeededRandom>,
  count: number,
): Record<string, unknown>[] {
  const now = Date.now()
  return Array.from({ length: count }, () => {
    const lines = Array.from({ length: 3 }, () => {
      const { id, cents } = wanted(counter, random)
      const quantity = random.whole(1, 3)
      const gross = quantity * cents
      return {
        produtoId: id,
        qtd: quantity,
        valor_unitario: cents / 100,
        valor_bruto: gross / 100,
        gross,
        garcomId: random.pick(counter.staff),
      }
    })
    const total = lines.reduce((sum, { gross }) => sum + gross, 0)
    const half = Math.floor(total / 2)
    const received = random.chance(0.2) ? [half, total - half] : [total]
    const at = now - random.whole(0, 4 * 3_600_000)
    const [canal_venda, tipo_venda] = pickWeighted(
      random,
      pizzeria.ways.map(way => [way, way[2]] as const),
    )
    return {
      equipamentoId: random.pick(counter.equipment),
      chave: `bench-${process.pid}-${++keys}`,
      aberto_em: new Date(at - 1_800_000).toISOString(),
      fechado_em: new Date(at).toISOString(),
      recebido_em: new Date(at).toISOString(),
      canal_venda,
      tipo_venda,
      produtos: lines.map(({ gross: _, ...line }) => line),
      recebimentos: received.map(cents => ({ moedaId: random.pick(counter.currencies), valor: cents / 100 })),
    }
  })
}
