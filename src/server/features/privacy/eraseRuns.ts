import { registerOfStart } from '../../../model/views/automation.ts'
import { quotedIdentifier } from '../../tables/sqlNames.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'
import { eventQueue } from '../automations/eventQueue.ts'
import { runTables } from '../automations/runTables.ts'
import { containing } from './eraseHistory.ts'
import type { ErasedTexts } from './eraseRows.ts'
import type { PersonRows } from './findPersonRows.ts'
import type { Subject } from './subject.ts'

/**
 * Takes a person out of the log of automations: runs about their records lose the names, and steps of these, and of others that hold what the person is
 * known by, what was sent and answered. That something was done stays.
 */
export async function eraseRuns(
  { found, traits }: PersonRows,
  subject: Subject,
  work: UnitOfWork,
  texts: ErasedTexts,
): Promise<void> {
  const known = [...traits.document, ...traits.email, ...traits.phone].map(containing)
  work.beforeCommit.push(() => eraseWaiting(found, known, subject, work))
  const { runs, steps, by } = runTables(work.model)
  const run = quotedIdentifier(by)
  const own = found.flatMap(({ personal, ids }) => ids.map(id => `${personal.table.register.name} ${id}`))
  for (const lojaId of subject.stores) {
    const { rows } = await work.q.query<{ id: string }>(
      `UPDATE ${steps.sql} s SET enviado = NULL, resposta = NULL, falha = NULL
       WHERE s."lojaId" = $1 AND (lower(concat(s.enviado, ' ', s.resposta, ' ', s.falha)) LIKE ANY ($2::text[])
         OR s.${run} IN (SELECT r.id FROM ${runs.sql} r WHERE r."lojaId" = $1 AND concat(r.recurso, ' ', r.registro) = ANY ($3::text[])))
       RETURNING s.${run} AS id`,
      [lojaId, known, own],
    )
    await work.q.query(
      `UPDATE ${runs.sql} r SET rotulo = NULL, motivo = NULL
       WHERE r."lojaId" = $1 AND (r.id = ANY ($2::bigint[]) OR lower(concat(r.rotulo, ' ', r.motivo)) LIKE ANY ($3::text[])
         OR r.rotulo = ANY ($4::text[]) OR concat(r.recurso, ' ', r.registro) = ANY ($5::text[]))`,
      [lojaId, rows.map(({ id }) => id), known, [...texts], own],
    )
  }
}

/**
 * Takes starts of automations out of the queue that are about the person's records, or hold what the person is known by: nothing of a person who is erased
 * is sent any more. Requests do not read the queue, so the server itself does, before all else stands.
 */
async function eraseWaiting(
  found: PersonRows['found'],
  known: readonly string[],
  subject: Subject,
  { service, model }: UnitOfWork,
): Promise<void> {
  const own = new Set(found.flatMap(({ personal, ids }) => ids.map(id => `${personal.table.register.table} ${id}`)))
  const aboutThem = Object.values(model.automations).flatMap(({ name, on }) => {
    const table = model.registers[registerOfStart(on) ?? '']?.table
    return [...own].flatMap(key =>
      table !== undefined && key.startsWith(`${table} `) ? [`${name} ${key.slice(table.length + 1)}`] : [],
    )
  })
  await service.database.system.query(
    `WITH waiting AS MATERIALIZED (SELECT id, content FROM system.queue WHERE queue = $1), looked AS (
       SELECT q.id, jsonb_agg(s ORDER BY n) FILTER (WHERE NOT (lower(s::text) LIKE ANY ($3::text[]) OR concat(s->>'automation', ' ', s->>'id') = ANY ($4::text[]))) AS kept
       FROM waiting q, jsonb_array_elements(q.content::jsonb->'starts') WITH ORDINALITY AS e(s, n)
       WHERE (q.content::jsonb->>'lojaId')::bigint = ANY ($2::bigint[]) GROUP BY q.id),
     gone AS (DELETE FROM system.queue USING looked WHERE queue.id = looked.id AND kept IS NULL)
     UPDATE system.queue SET content = jsonb_set(content::jsonb, '{starts}', kept)::text FROM looked WHERE queue.id = looked.id AND kept IS NOT NULL`,
    [eventQueue.rules.name, subject.stores, known, aboutThem],
  )
}
