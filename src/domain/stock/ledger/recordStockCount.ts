import type { ColumnOf, Queries } from '../../../server/domain.ts'
import { balancesSql } from '../tables/balanceSql.ts'
import type { StockSource } from './recordStockEntries.ts'

/** The count of a product. */
export interface CountLine {
  readonly produtoId: number
  readonly quantity: number | string
}

/** A count: an inventory that is finalised. */
export interface StockCount {
  readonly lojaId: number
  readonly source: StockSource
  /** ISO 8601: when it was counted. */
  readonly moment: string
  readonly lines: readonly CountLine[]
}

interface CountedRow {
  readonly produtoId: ColumnOf<'produtos', 'id'>
  readonly saldo: string
  readonly contabil: string | null
  readonly quebra: string
  readonly valor: string
}

/** The result of a count for a product, frozen. Numbers are exact texts. */
export interface CountedProduct {
  readonly produtoId: number
  readonly quantity: string
  /** The balance by the books at that moment; null where the product was not counted before. */
  readonly book: string | null
  /** `quebra`: counted less book; 0 where there was no book. */
  readonly difference: string
  /** The value of the difference at the cost of that moment, in R$. */
  readonly worth: string
}

/**
 * Sets balances at a moment, in the transaction at hand: afterwards a balance is what was counted and what moved since. The difference
 * to the books is worked out once and frozen; sales that arrive later from before the count change neither. A source that counted
 * already is answered with what it said then.
 */
export async function recordStockCount(q: Queries, count: StockCount): Promise<CountedProduct[]> {
  const { lojaId, source, moment, lines } = count
  await q.query(INSERT, [
    lojaId,
    moment,
    lines.map(({ produtoId }) => produtoId),
    lines.map(({ quantity }) => String(quantity)),
    source.register,
    source.id,
  ])
  const { rows } = await q.query<CountedRow>(
    `SELECT k."produtoId"::text, k.saldo::text, k.contabil::text, k.quebra::text,
       round(k.quebra * coalesce(c.custo, p.preco_cst_prod, 0), 2)::text AS valor
     FROM estoque.contagens k LEFT JOIN produtos p ON p."lojaId" = k."lojaId" AND p.id = k."produtoId"
     LEFT JOIN estoque.f_custos($1, $4::timestamptz) c ON c."produtoId" = k."produtoId"
     WHERE k."lojaId" = $1 AND k.origem = $2 AND k."origemId" = $3 ORDER BY k."produtoId"`,
    [lojaId, source.register, source.id, moment],
  )
  return rows.map(row => ({
    produtoId: Number(row.produtoId),
    quantity: row.saldo,
    book: row.contabil,
    difference: row.quebra,
    worth: row.valor,
  }))
}

const INSERT = `INSERT INTO estoque.contagens ("lojaId", origem, "origemId", "produtoId", momento, saldo, contabil, quebra)
  SELECT $1, $5, $6::bigint, u."produtoId", $2::timestamptz, u.saldo, b.saldo, coalesce(u.saldo - b.saldo, 0)
  FROM unnest($3::bigint[], $4::numeric(19,4)[]) u("produtoId", saldo)
  LEFT JOIN (${balancesSql}) b ON b."produtoId" = u."produtoId"
  ON CONFLICT ("lojaId", origem, "origemId", "produtoId") DO NOTHING`
