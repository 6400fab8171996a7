import type { Queries } from '../../../server/domain.ts'
import { EXPAND_ALL, EXPAND_STORE } from './expansionSql.ts'

/** Makes the expansions of one store anew, or of all stores. */
export async function rebuildExpansions(q: Queries, lojaId?: number): Promise<void> {
  for (const store of await storesToExpand(q, lojaId)) {
    await q.query(`DELETE FROM estoque.expansoes${store === null ? '' : ' WHERE "lojaId" = $1'}`, store === null ? [] : [store])
    await (store === null ? q.query(EXPAND_ALL, [null]) : q.query(EXPAND_STORE, [store]))
  }
}

/** One store after the other where rows are on several machines, else all in one go: null. */
async function storesToExpand(q: Queries, lojaId?: number): Promise<(number | null)[]> {
  if (lojaId !== undefined || !q.spread) return [lojaId ?? null]
  const { rows } = await q.query<{ id: string }>(
    'SELECT "lojaId" AS id FROM estoque.composicoes UNION SELECT "lojaId" FROM estoque.expansoes ORDER BY 1',
  )
  return rows.map(({ id }) => Number(id))
}

/** How many expansions of one store, or of all, differ from what its compositions say. */
export async function expansionDifferences(q: Queries, lojaId?: number): Promise<number> {
  let differences = 0
  for (const store of await storesToExpand(q, lojaId)) differences += await differencesIn(q, store)
  return differences
}

async function differencesIn(q: Queries, store: number | null): Promise<number> {
  const [made, kept] = store === null ? [EXPAND_ALL, ''] : [EXPAND_STORE, ' WHERE "lojaId" = $1']
  const { rows } = await q.query(
    `WITH feitas AS (${made.slice(made.indexOf('WITH RECURSIVE'))}), tidas AS (
       SELECT "lojaId", "produtoId", de, ate, "insumoId", quantidade FROM estoque.expansoes${kept})
     (SELECT * FROM feitas EXCEPT ALL SELECT * FROM tidas) UNION ALL (SELECT * FROM tidas EXCEPT ALL SELECT * FROM feitas)`,
    [store],
  )
  return rows.length
}
