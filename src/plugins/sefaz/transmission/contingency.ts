import { DateTime } from 'luxon'
import { ApiError, type Queries, type RowOf, type UnitOfWork } from '../../../server/plugin.ts'
import { blockedUntil, type TransmissionKind } from './transmissions.ts'

/** Seconds within which three failures put a store into contingency. */
const WATCHED = 300

/** Seconds after a failure in which nobody asks again by themselves. */
const REST = 30

/** Why, as notes say it. */
const reasons = {
  chosen: 'Contingência ativada pela loja',
  silent: 'Sem resposta da autoridade fiscal',
  blocked: 'Envios bloqueados pela autoridade fiscal',
}

/** The call failed, or the authority rests: the third time in five minutes the store goes on without it. */
export async function noteFailure(q: Queries, lojaId: number, ambiente: 1 | 2): Promise<void> {
  await q.query(
    `INSERT INTO "Loja_contingencias" AS c ("lojaId", ambiente, ultima_falha) VALUES ($1, $2, now())
     ON CONFLICT ("lojaId", ambiente) DO UPDATE SET antepenultima_falha = c.penultima_falha, penultima_falha = c.ultima_falha, ultima_falha = excluded.ultima_falha,
       desde = CASE WHEN excluded.ultima_falha - c.penultima_falha < $3::int * interval '1 second' THEN coalesce(c.desde, excluded.ultima_falha) ELSE c.desde END,
       "updatedAt" = excluded.ultima_falha`,
    [lojaId, ambiente, WATCHED],
  )
}

/** How calls of the authority went last in an environment. */
export interface ContingencyRow extends RowOf<'Loja_contingencias', 'desde'> {
  readonly ambiente: 1 | 2
}

/** Since when the store issues without the authority, by environment. */
export async function readContingencies(q: Queries, lojaId: number): Promise<readonly ContingencyRow[]> {
  const { rows } = await q.query<ContingencyRow>(
    'SELECT ambiente::int, desde FROM "Loja_contingencias" WHERE "lojaId" = $1 ORDER BY ambiente',
    [lojaId],
  )
  return rows
}

/** Tells whether the store issues without the authority: by its own choice, or because nobody answers. */
export async function contingencyOf(
  q: Queries,
  lojaId: number,
  {
    ambiente_fiscal: ambiente,
    nfce_contingencia: chosen,
  }: { readonly ambiente_fiscal: 1 | 2; readonly nfce_contingencia: boolean },
  before: readonly ContingencyRow[],
): Promise<{ readonly desde: Date; readonly motivo: string } | undefined> {
  const since = (rows: readonly ContingencyRow[]): string | null | undefined => rows.find(row => row.ambiente === ambiente)?.desde
  let desde = since(before)
  if (chosen && !desde) {
    await q.query(
      `INSERT INTO "Loja_contingencias" AS c ("lojaId", ambiente, desde) VALUES ($1, $2, now())
       ON CONFLICT ("lojaId", ambiente) DO UPDATE SET desde = excluded.desde WHERE c.desde IS NULL`,
      [lojaId, ambiente],
    )
    desde = since(await readContingencies(q, lojaId))
  }
  return desde ? { desde: new Date(desde), motivo: chosen ? reasons.chosen : reasons.silent } : undefined
}

/** The authority takes nothing of the store for an hour: it goes on selling without it. */
export const blockedSince = (until: Date | undefined): { readonly desde: Date; readonly motivo: string } | undefined =>
  until && { desde: new Date(), motivo: reasons.blocked }

/** Tells whether the authority failed a moment ago: it is left alone for a while. */
export async function isResting(q: Queries, lojaId: number): Promise<boolean> {
  const { rows } = await q.query(
    `SELECT 1 FROM "Loja_contingencias" WHERE "lojaId" = $1 AND ultima_falha > now() - $2::int * interval '1 second' LIMIT 1`,
    [lojaId, REST],
  )
  return rows.length > 0
}

/** Nothing of a kind is stored while the authority blocks the store for it. @throws ApiError until when */
export async function refuseBlocked(
  { q, caller }: UnitOfWork,
  lojaId: number,
  tipo: TransmissionKind,
  modelo: '55' | '65' = '65',
): Promise<void> {
  const until = await blockedUntil(q, lojaId, tipo, modelo)
  if (until)
    throw new ApiError(400, 'nfce.request-blocked', {
      until: DateTime.fromJSDate(until, { zone: caller.zone }).toFormat('HH:mm'),
    })
}
