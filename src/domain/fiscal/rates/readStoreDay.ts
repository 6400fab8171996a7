import { DEFAULT_ZONE, dayOf } from '../../../base/dates.ts'
import type { Queries, RowOf } from '../../../server/domain.ts'

/** Reads which day it is in a store at a moment, now unless told. */
export async function readStoreDay(q: Queries, lojaId: number, moment = new Date().toISOString()): Promise<string> {
  const { rows } = await q.query<RowOf<'lojas', 'fuso_horario'>>(
    `SELECT fuso_horario FROM lojas WHERE "lojaId" = $1 AND id = $1`,
    [lojaId],
  )
  return dayOf(moment, rows[0]?.fuso_horario ?? DEFAULT_ZONE)
}
