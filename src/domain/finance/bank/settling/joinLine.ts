import { lockRecords, removeRecords, requireStore, tableOf, type UnitOfWork, writeRecords } from '../../../../server/domain.ts'

/**
 * Takes back how a line was split over bills, once the line waits again: they are open as they were. What was left of one comes back to it where it still
 * is open; a rest that was paid or split since stays a bill of its own. Gives the first of the bills.
 */
export async function joinLine(lineId: number, work: UnitOfWork): Promise<number | null> {
  const lojaId = requireStore(work.caller)
  const table = tableOf(work.model, 'Conta')
  const { rows } = await work.q.query<{ id: number }>(
    'SELECT id::float8 AS id FROM "Conta" WHERE "lojaId" = $1 AND "extratoId" = $2 ORDER BY id',
    [lojaId, lineId],
  )
  const bills = await lockRecords(
    table,
    rows.map(({ id }) => id),
    work,
  )
  const { rows: rests } = await work.q.query<{ id: number; of: number; valor: number }>(
    `SELECT r.id::float8 AS id, r."restoDeId"::float8 AS of, r.valor::float8 AS valor FROM "Conta" r
     WHERE r."lojaId" = $1 AND r."restoDeId" = ANY ($2::bigint[]) AND r.pago IS NOT TRUE AND r."extratoId" IS NULL
       AND NOT EXISTS (SELECT FROM "Conta" n WHERE n."lojaId" = $1 AND n."restoDeId" = r.id)
     ORDER BY r.id FOR UPDATE OF r`,
    [lojaId, rows.map(({ id }) => id)],
  )
  const restOf = new Map(rests.map(rest => [rest.of, rest]))
  const opened = bills.map(({ id, valor }) => {
    const rest = restOf.get(Number(id))?.valor ?? 0
    const whole = Math.round((Number(valor) + rest) * 100) / 100
    return { id, pago: false, extratoId: null, ...(rest > 0 ? { valor: whole } : {}) }
  })
  const byServer = { ...work, byServer: true }
  if (opened.length > 0) await writeRecords(opened, table, byServer)
  const gone = rests.map(({ id }) => id)
  if (gone.length > 0) await removeRecords(gone, table, byServer)
  return rows[0]?.id ?? null
}
