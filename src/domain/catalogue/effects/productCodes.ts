import { type RowOf, requireStore, tableOf, type UnitOfWork } from '../../../server/domain.ts'

/** Keys of the store's products by their codes. */
export async function productsByCode(
  codes: readonly string[],
  { model, q, caller }: UnitOfWork,
): Promise<ReadonlyMap<string, number>> {
  const whole = [...new Set(codes)].filter(code => /^\d{1,18}$/.test(code))
  if (whole.length === 0) return new Map()
  const { rows } = await q.query<RowOf<'produtos', 'id'> & { cod_prod: string }>(
    `SELECT "cod_prod"::text, id FROM ${tableOf(model, 'produtos').sql} WHERE "lojaId" = $1 AND "cod_prod" = ANY($2::bigint[])`,
    [requireStore(caller), whole],
  )
  return new Map(rows.map(row => [row.cod_prod, Number(row.id)]))
}

/** A code as it is kept: digits without leading zeros. */
export const normalizeProductCode = (value: unknown): string =>
  String(value ?? '')
    .trim()
    .replace(/^0+(?=\d)/, '')
