import type { Queries, RowOf } from '../../../server/domain.ts'
import { EXPAND_SOME } from '../tables/expansionSql.ts'
import { holdRecipes } from '../tables/recipeLock.ts'
import { goodsOf, writeGoods } from './changeGoods.ts'

/** The composition of a product from a moment on. */
export interface Composition {
  readonly lojaId: number
  readonly produtoId: number
  /** A recipe sheet, or the items of a combo, which win where a product has both. */
  readonly kind: 'ficha' | 'combo'
  /** ISO 8601: when it was saved. */
  readonly moment: string
  /** The units of stock that one of the product takes out. Empty: it is made of nothing any more, and stands for itself. */
  readonly items: readonly { readonly produtoId: number; readonly quantity: number | string }[]
}

/**
 * Remembers what a product is made of from a moment on, in the transaction at hand: what is sold from then on takes out these items,
 * down to the last ingredient; what was sold before keeps what held then. Sales that arrived before
 * and lie after the moment are set right. To be called where the items changed, not on every save.
 */
export async function recordComposition(q: Queries, { lojaId, produtoId, kind, moment, items }: Composition): Promise<void> {
  await holdRecipes(q, lojaId)
  const content = JSON.stringify(items.map(({ produtoId, quantity }) => ({ produtoId, quantidade: String(quantity) })))
  const { rows: later } = await q.query<RowOf<'Movimentos', 'id'>>(LATER, [lojaId, moment])
  const ids = later.map(({ id }) => Number(id))
  const before = await goodsOf(q, lojaId, ids)
  await q.query(INSERT, [lojaId, produtoId, kind, moment, content])
  const { rows: within } = await q.query<{ id: string }>(WITHIN, [lojaId, produtoId])
  const affected = [lojaId, within.map(({ id }) => Number(id))]
  await q.query('DELETE FROM estoque.expansoes WHERE "lojaId" = $1 AND "produtoId" = ANY ($2::bigint[])', affected)
  await q.query(EXPAND_SOME, affected)
  await writeGoods(q, lojaId, ids, before)
}

const LATER = 'SELECT id FROM "Movimentos" WHERE "lojaId" = $1 AND contado_em >= $2::timestamptz'

const INSERT = `INSERT INTO estoque.composicoes ("lojaId", "produtoId", tipo, momento, itens)
  VALUES ($1, $2, $3, $4::timestamptz, $5::jsonb)
  ON CONFLICT ("lojaId", "produtoId", tipo, momento) DO UPDATE SET itens = excluded.itens`

/** The product and everything that it is, or ever was, a part of. */
const WITHIN = `WITH RECURSIVE todos AS (
    SELECT $2::bigint AS id
    UNION SELECT c."produtoId" FROM todos t JOIN estoque.composicoes c ON c."lojaId" = $1
      AND c.itens @> jsonb_build_array(jsonb_build_object('produtoId', t.id)))
  SELECT id FROM todos`
