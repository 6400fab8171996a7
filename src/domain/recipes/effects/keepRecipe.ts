import { divide, roundHalfEven } from '../../../base/decimal.ts'
import {
  type ColumnOf,
  type DataRow,
  type Effect,
  requireStore,
  tableOf,
  type UnitOfWork,
  validationError,
} from '../../../server/domain.ts'
import { recordComposition } from '../../stock/public.ts'

/**
 * Tells the stock what a product is made of from now on, where that changed, and refuses a product that would be made of itself:
 * directly, or through the recipes and combos of what it is made of.
 */
export const keepRecipe: Effect = {
  async after({ work, before, body, record }) {
    const now = new Date().toISOString()
    if (before && before.produtoId !== record.produtoId) await compose(work, before.produtoId, [], now)
    if (before && before.produtoId === record.produtoId && contentOf(before) === contentOf(record)) return
    await compose(work, record.produtoId, itemsOf(record), now)
    const wrong = await containing(work, Number(record.produtoId))
    if (!wrong) return
    const sent = Array.isArray(body.itens) ? body.itens.filter((row: DataRow) => row.deletar !== true) : itemsOf(record)
    const at = sent.findIndex((row: DataRow) => Number(row.produtoId) === wrong.id)
    throw validationError([
      {
        path: at < 0 ? 'produtoId' : `itens.${at}.produtoId`,
        code: 'recipe.contains-itself',
        params: { product: wrong.name },
      },
    ])
  },
  async remove({ work, before }) {
    await compose(work, before.produtoId, [], new Date().toISOString())
  },
}

const itemsOf = ({ itens }: DataRow): readonly DataRow[] => (Array.isArray(itens) ? itens : [])

const contentOf = (record: DataRow): string =>
  JSON.stringify(
    itemsOf(record).map(({ produtoId, quantidade, quantidade_emb, tam_emb_prod }) => [
      produtoId,
      quantidade_emb ?? quantidade,
      tam_emb_prod,
    ]),
  )

/** Returns the share of its package that an ingredient takes: a pinch of a large one, too, where 0,0000 is shown. */
export const packagesOf = ({ quantidade, quantidade_emb, tam_emb_prod }: DataRow): string => {
  const size = Number(tam_emb_prod ?? 0)
  return size > 0 ? String(roundHalfEven(divide(Number(quantidade_emb ?? quantidade ?? 0), size), 12)) : '0'
}

const compose = ({ q, caller }: UnitOfWork, produtoId: unknown, items: readonly DataRow[], moment: string): Promise<void> =>
  recordComposition(q, {
    lojaId: requireStore(caller),
    produtoId: Number(produtoId),
    kind: 'ficha',
    moment,
    items: items.map(row => ({ produtoId: Number(row.produtoId), quantity: packagesOf(row) })),
  })

/** The ingredient through which a product would be made of itself. */
async function containing({ q, caller, model }: UnitOfWork, product: number): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await q.query<{ id: ColumnOf<'produtos', 'id'>; name: ColumnOf<'produtos', 'desc_prod'> }>(
    `WITH RECURSIVE partes AS (
      SELECT f."produtoId" AS de, i."produtoId" AS id FROM ${tableOf(model, 'ficha_tecnicas').sql} f
      JOIN ${tableOf(model, 'ficha_tecnicas.itens').sql} i ON i."lojaId" = f."lojaId" AND i."ficha_tecnicasId" = f.id
      WHERE f."lojaId" = $1
      UNION SELECT c."produtosId", c."produtoIdItem" FROM ${tableOf(model, 'produtos.comboItens').sql} c WHERE c."lojaId" = $1),
    dentro AS (
      SELECT id AS raiz, id FROM partes WHERE de = $2
      UNION SELECT d.raiz, p.id FROM dentro d JOIN partes p ON p.de = d.id)
    SELECT d.raiz AS id, p.desc_prod AS name FROM dentro d
    JOIN ${tableOf(model, 'produtos').sql} p ON p."lojaId" = $1 AND p.id = d.raiz
    WHERE d.id = $2 ORDER BY d.raiz LIMIT 1`,
    [requireStore(caller), product],
  )
  return rows[0] && { id: Number(rows[0].id), name: rows[0].name }
}
