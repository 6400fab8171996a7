import type { Queries } from '../../../server/domain.ts'

/** The text that the store writes into all of its invoices. */
export async function readStoreText(q: Queries, lojaId: number): Promise<string> {
  const { rows } = await q.query<{ texto: string }>(
    `SELECT coalesce(nfe_informacao_adicional, '') AS texto FROM lojas WHERE "lojaId" = $1 AND id = $1`,
    [lojaId],
  )
  return rows[0]?.texto ?? ''
}
