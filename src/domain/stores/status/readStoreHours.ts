import type { Model } from '../../../model/model.ts'
import { type Queries, tableOf } from '../../../server/domain.ts'
import type { OpeningHours, PlannedPause, StoreHours } from './appStatus.ts'

interface Row {
  readonly aberto: boolean
  readonly from: number | null
  readonly to: number | null
  readonly start: string | null
  readonly end: string | null
  /** Milliseconds since 1970, as texts. */
  readonly pauseStart: string | null
  readonly pauseEnd: string | null
  readonly motivo: string | null
  readonly entrega: boolean
  readonly retirada: boolean
  readonly mesa: boolean
}

/** Hours, pauses and emergency of a store, as its records hold them. */
export async function readStoreHours(q: Queries, model: Model, lojaId: number): Promise<StoreHours> {
  const [{ rows }, store] = await Promise.all([
    q.query<Row>(
      `SELECT "aberto", "dia_semana_ini"::int AS "from", "dia_semana_fim"::int AS "to", left("inicio"::text, 5) AS "start", left("fim"::text, 5) AS "end",
        ${millis('"pausa_inicio"')} AS "pauseStart", ${millis('"pausa_fim"')} AS "pauseEnd", "motivo", coalesce("entrega", false) AS entrega,
        coalesce("retirada", false) AS retirada, coalesce("mesa", false) AS mesa
      FROM ${tableOf(model, 'Loja_Horarios').sql} WHERE "lojaId" = $1`,
      [lojaId],
    ),
    q.query<{ emergency: string | null; zone: string | null }>(
      `SELECT ${millis('"pausa_emergencia_em"')} AS emergency, "fuso_horario" AS zone FROM ${tableOf(model, 'lojas').sql} WHERE "lojaId" = $1 AND id = $1`,
      [lojaId],
    ),
  ])
  return {
    hours: rows.flatMap(hoursOf),
    pauses: rows.flatMap(pauseOf),
    emergency: store.rows[0]?.emergency == null ? null : Number(store.rows[0].emergency),
    zone: store.rows[0]?.zone ?? 'America/Sao_Paulo',
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
