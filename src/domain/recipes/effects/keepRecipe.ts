import { divide, roundHalfEven } from '../../../base/decimal.ts'
import { type DataRow, type Effect, requireStore, type UnitOfWork, validationError } from '../../../server/domain.ts'
import { partWithin, recordComposition } from '../../stock/public.ts'

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
    // A package of another size adds no part to what it is made of.
    if (work.isConsequence) return
    const wrong = await partWithin(work, Number(record.produtoId))
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
