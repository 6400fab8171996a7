import type { Queries, RowOf } from '../../../server/domain.ts'

/** The text that the store writes into all of its invoices. */
export async function readStoreText(q: Queries, lojaId: number): Promise<string> {
  const { rows } = await q.query<RowOf<'lojas', 'nfe_informacao_adicional'>>(
    `SELECT nfe_informacao_adicional FROM lojas WHERE "lojaId" = $1 AND id = $1`,
    [lojaId],
  )
  return rows[0]?.nfe_informacao_adicional ?? ''
}
