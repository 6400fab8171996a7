import { type ColumnOf, requireStore, tableOf, type UnitOfWork } from '../../../server/domain.ts'

/** The part of a product through which it would be made of itself, by recipes and combos as they stand. */
export async function partWithin(
  { q, caller, model }: UnitOfWork,
  product: number,
): Promise<{ id: number; name: string } | undefined> {
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
