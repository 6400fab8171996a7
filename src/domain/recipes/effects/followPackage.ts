import { writtenUnit } from '../../../model/expression/measure.ts'
import {
  ApiError,
  type Effect,
  type RowOf,
  requireStore,
  type Table,
  tableOf,
  validationError,
  writeRecords,
} from '../../../server/domain.ts'

/**
 * A package that is another size from now on changes what the recipes with this product cost and take out of stock: their rows are worked out anew. An amount
 * without a unit was said in that of the former package, which it keeps: 200 of 500 g are no 200 kg. Refused where a unit cannot be converted to the new one.
 */
export const followPackage: Effect = {
  lists: [],
  async after({ work, before, record }) {
    if (!before || (before.tam_emb_prod ?? null) === (record.tam_emb_prod ?? null)) return
    const [was, is] = [before, record].map(({ tam_emb_prod: size }) => writtenUnit(String(size ?? '')))
    const recipes: Table = tableOf(work.model, 'ficha_tecnicas')
    const { rows } = await work.q.query<
      RowOf<'ficha_tecnicas', 'id' | 'desc_prod'> & { readonly row: string; readonly unit: string | null }
    >(
      `SELECT f.id, f.desc_prod, i.id::text AS "row", i.unidade AS unit FROM ${recipes.sql} f
       JOIN ${tableOf(work.model, 'ficha_tecnicas.itens').sql} i ON i."lojaId" = f."lojaId" AND i."ficha_tecnicasId" = f.id
       WHERE f."lojaId" = $1 AND i."produtoId" = $2 ORDER BY f.id`,
      [requireStore(work.caller), record.id],
    )
    for (const { id, desc_prod, row, unit } of rows) {
      const unidade = unit || (was === '' || was === is ? null : was)
      const body = { id: Number(id), itens: [{ id: Number(row), unidade }] }
      await writeRecords([body], recipes, { ...work, byServer: true, isConsequence: true }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || !error.details.some(({ code }) => code === 'recipe.unit-unfit')) throw error
        throw validationError([{ path: 'tam_emb_prod', code: 'recipe.package-unfit', params: { recipe: desc_prod ?? '' } }])
      })
    }
  },
}
