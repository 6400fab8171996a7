import { insertRows, type RowOf, requireStore, tableOf, type UnitOfWork } from '../../server/domain.ts'

interface SyncEvent {
  readonly equipamentoId: number
  readonly update_until: string
  readonly completo: boolean
}

/** Tells a piece of equipment, which the work holds, to take over what changed until now: an event that still waits is moved to now. */
export async function requestSync(event: SyncEvent, work: UnitOfWork): Promise<number> {
  const events = tableOf(work.model, 'equipamento_eventos')
  const lojaId = requireStore(work.caller)
  const waiting = await work.q.query<RowOf<'equipamento_eventos', 'id'>>(
    `UPDATE ${events.sql} SET "update_until" = $3 WHERE "lojaId" = $1 AND "equipamentoId" = $2 AND NOT coalesce("completo", false) RETURNING id`,
    [lojaId, event.equipamentoId, event.update_until],
  )
  const key = waiting.rows[0]?.id ?? (await insertRows(events, [{ lojaId, columns: { ...event } }], work))[0]
  work.changes.push({ register: events.register, lojaId, id: String(key) })
  return Number(key)
}
