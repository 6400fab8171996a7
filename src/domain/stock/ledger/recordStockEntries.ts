import type { Queries } from '../../../server/domain.ts'

/** Why goods came in or went out by a document. Of these, a purchase and a supplier's note begin the stock of a product. */
export type StockReason = 'compra' | 'nota' | 'venda' | 'devolucao'

/** The record that moved the goods: a register and the key of a row. */
export interface StockSource {
  readonly register: string
  readonly id: number
}

/** Goods that a document moves. */
export interface StockEntry {
  readonly lojaId: number
  readonly produtoId: number
  /** ISO 8601. */
  readonly moment: string
  /** Above 0 comes in, below 0 goes out; 4 decimals. */
  readonly quantity: number | string
  /** Of one unit. */
  readonly cost?: number | string | null
  readonly reason: StockReason
  readonly source: StockSource
}

/**
 * Writes what documents move into the ledger, in the transaction at hand. What a source had written before is replaced as a whole, so
 * that it is safe to call again, also after a change; lines of the same product add up, at what one of them cost on average (4 decimals, rounded up). A product
 * is counted from its first entry on. Gives what one of each product costs by the entries, exact texts; those are of one source.
 */
export async function recordStockEntries(q: Queries, entries: readonly StockEntry[]): Promise<ReadonlyMap<number, string>> {
  const sources = new Map(entries.map(({ lojaId, source }) => [`${lojaId} ${source.register} ${source.id}`, { lojaId, source }]))
  for (const { lojaId, source } of sources.values()) await q.query(REMOVE_ENTRIES, [lojaId, source.register, source.id])
  if (entries.length === 0) return new Map()
  const { rows } = await q.query<ProductCost>(INSERT, [
    entries.map(({ lojaId }) => lojaId),
    entries.map(({ source }) => source.register),
    entries.map(({ source }) => source.id),
    entries.map(({ produtoId }) => produtoId),
    entries.map(({ moment }) => moment),
    entries.map(({ quantity }) => String(quantity)),
    entries.map(({ cost }) => (cost === undefined || cost === null ? null : String(cost))),
    entries.map(({ reason }) => reason),
  ])
  return costsIn(rows)
}

/** The cost of one of a product; null where nothing tells it. */
interface ProductCost extends Record<string, unknown> {
  readonly produtoId: number
  readonly custo: string | null
}

const PRODUCT_COST = '"produtoId"::float8, custo::text'

const costsIn = (rows: readonly ProductCost[]): ReadonlyMap<number, string> =>
  new Map(rows.flatMap(({ produtoId, custo }) => (custo === null ? [] : [[produtoId, custo]])))

/** Reads the cost of one of each product by what a source wrote; exact texts. */
export async function costsBySource(
  q: Queries,
  lojaId: number,
  { register, id }: StockSource,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await q.query<ProductCost>(
    `SELECT ${PRODUCT_COST} FROM estoque.lancamentos WHERE "lojaId" = $1 AND origem = $2 AND "origemId" = $3`,
    [lojaId, register, id],
  )
  return costsIn(rows)
}

/** Takes back what a source wrote, entries and counts: it was taken back itself, or removed. */
export async function removeStockEntries(q: Queries, lojaId: number, source: StockSource): Promise<void> {
  const params = [lojaId, source.register, source.id]
  await q.query(REMOVE_ENTRIES, params)
  await q.query('DELETE FROM estoque.contagens WHERE "lojaId" = $1 AND origem = $2 AND "origemId" = $3', params)
}

const REMOVE_ENTRIES = 'DELETE FROM estoque.lancamentos WHERE "lojaId" = $1 AND origem = $2 AND "origemId" = $3'

const INSERT = `INSERT INTO estoque.lancamentos ("lojaId", origem, "origemId", "produtoId", momento, quantidade, custo, motivo)
  SELECT u."lojaId", u.origem, u."origemId", u."produtoId", min(u.momento), sum(u.quantidade),
    coalesce(ceil(sum(u.quantidade * u.custo) / nullif(sum(u.quantidade) FILTER (WHERE u.custo IS NOT NULL), 0) * 10000) / 10000, max(u.custo)),
    min(u.motivo)
  FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::numeric[], $7::numeric[], $8::text[])
    u("lojaId", origem, "origemId", "produtoId", momento, quantidade, custo, motivo)
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4 RETURNING ${PRODUCT_COST}`
