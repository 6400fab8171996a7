import type { UnitOfWork } from '../../write/unitOfWork.ts'
import { historyName } from '../../write/writeHistory.ts'
import { containing } from './eraseHistory.ts'
import type { PersonRows } from './findPersonRows.ts'
import type { Subject } from './subject.ts'

/**
 * Takes a person out of comments: those on their records, and others that hold what the person is known by, lose their words. That there was one stays,
 * for its answers. What a user wrote goes with the account.
 */
export async function eraseComments({ found, traits }: PersonRows, subject: Subject, { q }: UnitOfWork): Promise<void> {
  const known = [...traits.document, ...traits.email, ...traits.phone].map(containing)
  const own = found.flatMap(({ personal, ids }) =>
    personal.about.keptByLaw === undefined ? ids.map(id => `${historyName(personal.table.register)} ${id}`) : [],
  )
  for (const lojaId of subject.stores)
    await q.query(
      `UPDATE system.comments SET body = '', mentions = '{}', "assigneeId" = NULL, due = NULL, "removedAt" = coalesce("removedAt", now())
       WHERE "lojaId" = $1 AND (lower(body) LIKE ANY ($2::text[]) OR concat(register, ' ', record) = ANY ($3::text[]))`,
      [lojaId, known, own],
    )
}
