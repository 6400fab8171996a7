import type { CounterClient, Row } from './counterClient.ts'

/** The shop as a point of sale knows it: products and prices, sellers, and ways of payment. Money in cents. */
export interface CounterShop {
  readonly products: readonly { readonly id: number; readonly name: string; readonly price: number; readonly byWeight: boolean }[]
  readonly equipment: readonly number[]
  readonly cash: number
  readonly currencies: readonly number[]
  /** Customers who may pay on account. */
  readonly customers: readonly number[]
  readonly waiters: readonly number[]
}

const numbers = (rows: readonly Row[]): number[] => rows.map(row => Number(row.id)).sort((a, b) => a - b)

/** Payment code of money in cash (tPag). */
const CASH = '01'

/** Reads the shop over the API, as equipment does when it is synchronised. */
export async function readShop(client: CounterClient): Promise<CounterShop> {
  const [products, equipment, currencies, people] = await Promise.all([
    client.rows('produtos'),
    client.rows('equipamentos'),
    client.rows('moedas'),
    client.rows('parceiros'),
  ])
  const sold = products
    .filter(
      row => row.stt_prod !== false && row.materia_prima_prod !== true && row.combo !== true && Number(row.preco_vnd_prod) > 0,
    )
    .map(row => ({
      id: Number(row.id),
      name: String(row.desc_prod),
      price: Math.round(Number(row.preco_vnd_prod) * 100),
      byWeight: row.balanca_prod === true,
    }))
    .sort((a, b) => a.id - b.id)
  const paid = currencies.filter(row => row.status !== false)
  const cash = paid.find(row => row.cod_sat === CASH) ?? paid[0]
  const machines = numbers(equipment.filter(row => row.ativo !== false))
  if (sold.length === 0 || machines.length === 0 || !cash)
    throw new Error('The store needs products with a price, equipment and currencies before anything is sold.')
  return {
    products: sold,
    equipment: machines,
    cash: Number(cash.id),
    currencies: numbers(paid),
    customers: numbers(people.filter(row => row.cliente === true && row.credito_ativo === true)),
    waiters: numbers(people.filter(row => row.funcionario === true)),
  }
}
