import { ApiError, type Queries, type RowOf } from '../../../server/domain.ts'

/** A month's record. */
export interface MonthFile {
  readonly id: number
  readonly mes: string
  readonly fechado_em: string | null
}

/** The record of a month; held until the transaction ends where `lock` says so. @throws ApiError where the store has none */
export async function monthFile(q: Queries, lojaId: number, id: number, lock: '' | 'FOR UPDATE' = ''): Promise<MonthFile> {
  const { rows } = await q.query<RowOf<'Contador_arquivo', 'fechado_em'> & { mes: string | null }>(
    `SELECT "anoMesReferencia" AS mes, fechado_em FROM "Contador_arquivo" WHERE "lojaId" = $1 AND id = $2 ${lock}`,
    [lojaId, id],
  )
  // A record without a month has no documents.
  const { mes, fechado_em = null } = rows[0] ?? {}
  if (!mes) throw new ApiError(404, 'not-found')
  return { id, mes, fechado_em }
}

/** Makes the record of a month; undefined where it is there already. */
export async function addMonthFile(q: Queries, lojaId: number, mes: string): Promise<number | undefined> {
  const { rows } = await q.query<RowOf<'Contador_arquivo', 'id'>>(
    `INSERT INTO "Contador_arquivo" ("lojaId", "anoMesReferencia") VALUES ($1, $2)
     ON CONFLICT ("lojaId", "anoMesReferencia") DO NOTHING RETURNING id`,
    [lojaId, mes],
  )
  return rows[0] && Number(rows[0].id)
}

/** The archive's name: `notas-2026-11.zip`. */
export const archiveName = (mes: string): string => `notas-${mes}.zip`
