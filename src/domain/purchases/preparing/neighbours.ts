import type { ColumnOf, NumbersOf, Queries } from '../../../server/domain.ts'
import { unitName } from '../../fiscal/public.ts'

/** A product of the store, by what a new one may be like it in. */
export interface Neighbour extends NumbersOf<'produtos', 'id' | 'grupoId' | 'unidadeId' | 'impostoId'> {
  readonly ncm: ColumnOf<'produtos', 'ncmId'>
  /** Price over cost; null where one of them is none. */
  readonly markup: number | null
}

/** The values with which a new product is proposed. */
export interface Likeness {
  readonly grupoId: number | null
  readonly unidadeId: number | null
  readonly impostoId: number | null
  readonly markup: number | null
}

/** A unit of the store. */
export interface StoreUnit {
  readonly id: number
  readonly nome: string
}

/** All products of a store, as what is new may be like them. */
export async function readNeighbours(q: Queries, lojaId: number): Promise<Neighbour[]> {
  const { rows } = await q.query<Neighbour & Record<string, unknown>>(
    `SELECT id::float8, "ncmId" AS ncm, "grupoId"::float8, "unidadeId"::float8, "impostoId"::float8,
       CASE WHEN preco_cst_prod > 0 AND preco_vnd_prod > 0 THEN (preco_vnd_prod / preco_cst_prod)::float8 END AS markup
     FROM produtos WHERE "lojaId" = $1 ORDER BY id`,
    [lojaId],
  )
  return rows
}

/** Digits of an NCM by which products are alike, nearest first: the item, its position, its chapter. */
const near = [8, 4, 2]

/**
 * Group, tax and markup of a new product: those of most products of the nearest NCM that has any; else those of the products `beside` it, which the
 * same note brings; else of most of the store's. The unit is the one that comes in, where the store has it.
 */
export function likenessOf(
  ncm: string | null,
  unit: string,
  {
    products,
    units,
    beside,
  }: { readonly products: readonly Neighbour[]; readonly units: readonly StoreUnit[]; readonly beside: ReadonlySet<number> },
): Likeness {
  const circles = [
    ...near.map(digits => products.filter(one => ncm !== null && one.ncm?.slice(0, digits) === ncm.slice(0, digits))),
    products.filter(({ id }) => beside.has(id)),
    products,
  ]
  const first = <T>(of: (circle: readonly Neighbour[]) => T | null): T | null => {
    for (const circle of circles) {
      const found = of(circle)
      if (found !== null) return found
    }
    return null
  }
  const most = (name: 'grupoId' | 'unidadeId' | 'impostoId') => first(circle => mostFrequent(circle.map(one => one[name])))
  const named = units.find(({ nome }) => unitName(nome) === unit)
  return {
    grupoId: most('grupoId'),
    impostoId: most('impostoId'),
    unidadeId: named?.id ?? most('unidadeId') ?? units[0]?.id ?? null,
    markup: first(circle => median(circle.flatMap(({ markup }) => (markup === null ? [] : [markup])))),
  }
}

function mostFrequent(values: readonly (number | null)[]): number | null {
  const counts = new Map<number, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
  return best ? best[0] : null
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}
