import { quotedIdentifier } from '../../tables/sqlNames.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'
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
  const { runs, steps, by } = runTables(work.model)
  const known = [...traits.document, ...traits.email, ...traits.phone].map(containing)
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
