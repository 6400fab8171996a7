import type { Model } from '../../../model/model.ts'
import { type Queries, type RowOf, tableOf } from '../../../server/domain.ts'
import type { OpeningHours, PlannedPause, StoreHours } from './appStatus.ts'

interface Row extends RowOf<'Loja_Horarios', 'motivo'> {
  /** Of the store; milliseconds since 1970 are texts. */
  readonly emergency: string | null
  readonly zone: string | null
  /** Of hours or a pause; null where the store has none. */
  readonly aberto: boolean | null
  readonly from: number | null
  readonly to: number | null
  readonly start: string | null
  readonly end: string | null
  readonly pauseStart: string | null
  readonly pauseEnd: string | null
  readonly entrega: boolean
  readonly retirada: boolean
  readonly mesa: boolean
}

/** Hours, pauses and emergency of a store, as its records hold them. */
export async function readStoreHours(q: Queries, model: Model, lojaId: number): Promise<StoreHours> {
  const { rows } = await q.query<Row>(
    `SELECT ${millis('s."pausa_emergencia_em"')} AS emergency, s."fuso_horario" AS zone, h."aberto", h."dia_semana_ini"::int AS "from",
      h."dia_semana_fim"::int AS "to", left(h."inicio"::text, 5) AS "start", left(h."fim"::text, 5) AS "end",
      ${millis('h."pausa_inicio"')} AS "pauseStart", ${millis('h."pausa_fim"')} AS "pauseEnd", h."motivo", coalesce(h."entrega", false) AS entrega,
      coalesce(h."retirada", false) AS retirada, coalesce(h."mesa", false) AS mesa
    FROM ${tableOf(model, 'lojas').sql} s LEFT JOIN ${tableOf(model, 'Loja_Horarios').sql} h ON h."lojaId" = s."lojaId"
    WHERE s."lojaId" = $1 AND s.id = $1`,
    [lojaId],
  )
  const [store] = rows
  return {
    hours: rows.flatMap(hoursOf),
    pauses: rows.flatMap(pauseOf),
    emergency: store?.emergency == null ? null : Number(store.emergency),
    zone: store?.zone ?? 'America/Sao_Paulo',
  }
}

const millis = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint::text`

function hoursOf({ aberto, from, to, start, end, entrega, retirada, mesa }: Row): OpeningHours[] {
  if (!aberto || from === null || to === null || start === null || end === null) return []
  return [{ from, to, start, end, entrega, retirada, mesa }]
}

function pauseOf({ aberto, pauseStart, pauseEnd, motivo, entrega, retirada, mesa }: Row): PlannedPause[] {
  if (aberto || pauseStart === null || pauseEnd === null) return []
  return [{ start: Number(pauseStart), end: Number(pauseEnd), reason: motivo ?? '', entrega, retirada, mesa }]
}
