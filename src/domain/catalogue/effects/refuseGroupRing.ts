import { type Effect, holdInStore, type RowOf, requireStore, tableOf, validationError } from '../../../server/domain.ts'

/** A group within one that lies within itself hangs on nothing: it and its products would stand in no menu. */
export const refuseGroupRing: Effect = {
  lists: [],
  async after({ work, before, record }) {
    if (!record.paiId || before?.paiId === record.paiId) return
    const lojaId = requireStore(work.caller)
    // Two that name each other at once would see nothing of it.
    await holdInStore(work.q, lojaId, 'group rings')
    const groups = tableOf(work.model, 'grupos').sql
    const { rows } = await work.q.query<RowOf<'grupos', 'nome'>>(
      `WITH RECURSIVE acima AS (
        SELECT "paiId" AS id FROM ${groups} WHERE "lojaId" = $1 AND id = $2
        UNION SELECT g."paiId" FROM acima a JOIN ${groups} g ON g."lojaId" = $1 AND g.id = a.id)
      SELECT nome FROM ${groups} WHERE "lojaId" = $1 AND id = $3 AND EXISTS (SELECT FROM acima WHERE id = $2)`,
      [lojaId, record.id, record.paiId],
    )
    const [parent] = rows
    if (parent) throw validationError([{ path: 'paiId', code: 'group.parent-below', params: { group: parent.nome } }])
  },
}
