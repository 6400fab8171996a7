import type { Model } from '../../../model/model.ts'
import { type Queries, type RowOf, tableOf } from '../../../server/domain.ts'

/** A product as people know it. */
export interface NamedProduct {
  readonly lojaId: number
  readonly id: number
  readonly cod_prod: string
  readonly desc_prod: string
  readonly preco_vnd_prod: number | null
}

/** The fields of a branch's product that may be a product of the store. */
export interface TwinProduct extends NamedProduct {
  readonly produtoIdMatriz: number
  /** Same code, and nothing else says that it is the same product. */
  readonly outro: boolean
  /** Somebody said that it is the same. */
  readonly vinculado: boolean
}

/** Products of the store, and of each branch what may be the same one: at most one a product and branch. */
export interface TwinProducts {
  readonly own: readonly NamedProduct[]
  readonly twins: readonly TwinProduct[]
  /** Products of the branches: those that were asked for, and whatever may be one of the store's. */
  readonly there: readonly NamedProduct[]
}

interface ProductRow extends RowOf<'produtos', 'cod_prod' | 'desc_prod' | 'cod_aux'> {
  readonly lojaId: number
  readonly id: number
  readonly preco: string | null
}

/** The products of a store whose twins are looked for, and the branches. */
export interface TwinWish {
  readonly lojaId: number
  readonly ids: readonly number[]
  readonly branches: readonly number[]
  /** Products that somebody says to be there. */
  readonly asked?: readonly number[]
}

/**
 * Finds a store's products in its branches: by what somebody linked, by bar code, by code and name. One of the same code that is called otherwise is
 * told as another product: codes are given store by store, and nothing is written into it.
 */
export async function twinProducts(
  q: Queries,
  model: Model,
  { lojaId, ids, branches, asked = [] }: TwinWish,
): Promise<TwinProducts> {
  const own = await productsOf(q, model, '"lojaId" = $1 AND id = ANY($2::bigint[])', [lojaId, ids])
  const { rows: links } = await q.query<{ produto: number; filial: number; la: number }>(
    `SELECT "produtoId"::float8 AS produto, "filialId"::float8 AS filial, "produtoFilialId"::float8 AS la FROM ${tableOf(model, 'Filial_produtos').sql}
     WHERE "lojaId" = $1 AND "produtoId" = ANY($2::bigint[])`,
    [lojaId, ids],
  )
  const there = await productsOf(
    q,
    model,
    '"lojaId" = ANY($1::bigint[]) AND ("cod_prod" = ANY($2::bigint[]) OR "cod_aux" = ANY($3::text[]) OR id = ANY($4::bigint[]))',
    [
      branches,
      own.map(({ cod_prod }) => cod_prod),
      own.flatMap(({ cod_aux }) => barCode(cod_aux) ?? []),
      [...links.map(({ la }) => la), ...asked],
    ],
  )
  const twins = branches.flatMap(branch => {
    const standing = there.filter(row => row.lojaId === branch)
    return own.flatMap(product => {
      const linked = links.find(link => link.produto === product.id && link.filial === branch)
      const twin = twinOf(product, standing, linked?.la)
      return twin ? [{ ...named(twin.row), produtoIdMatriz: product.id, outro: twin.outro, vinculado: twin.vinculado }] : []
    })
  })
  return { own: own.map(named), twins, there: there.map(named) }
}

interface Twin {
  readonly row: ProductRow
  readonly outro: boolean
  readonly vinculado: boolean
}

function twinOf(own: ProductRow, there: readonly ProductRow[], linked: number | undefined): Twin | undefined {
  const byLink = linked === undefined ? undefined : there.find(({ id }) => id === linked)
  if (byLink) return { row: byLink, outro: false, vinculado: true }
  const byCode = there.find(({ cod_prod }) => cod_prod === own.cod_prod)
  if (byCode && sameName(byCode, own)) return { row: byCode, outro: false, vinculado: false }
  const bar = barCode(own.cod_aux)
  const byBar = bar === undefined ? [] : there.filter(({ cod_aux }) => cod_aux === bar)
  const [first] = byBar
  // A bar code that stands at several products tells none of them.
  if (first && byBar.length === 1) return { row: first, outro: false, vinculado: false }
  return byCode && { row: byCode, outro: true, vinculado: false }
}

/** A printed bar code; what shops write there of their own is shorter. */
const barCode = (text: string | null): string | undefined => (text !== null && /^\d{8,14}$/.test(text) ? text : undefined)

/** As people read a name: letters, whatever their case, accents and spaces. */
const sameName = (one: ProductRow, other: ProductRow): boolean => plain(one.desc_prod) === plain(other.desc_prod)
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

const named = ({ lojaId, id, cod_prod, desc_prod, preco }: ProductRow): NamedProduct => ({
  lojaId,
  id,
  cod_prod,
  desc_prod,
  preco_vnd_prod: preco === null ? null : Number(preco),
})

async function productsOf(q: Queries, model: Model, where: string, params: readonly unknown[]): Promise<ProductRow[]> {
  const { rows } = await q.query<ProductRow & Record<string, unknown>>(
    `SELECT "lojaId"::float8 AS "lojaId", id::float8 AS id, "cod_prod"::text, "desc_prod", "cod_aux"::text, "preco_vnd_prod"::text AS preco
     FROM ${tableOf(model, 'produtos').sql} WHERE ${where} ORDER BY "lojaId", id`,
    params,
  )
  return rows
}
