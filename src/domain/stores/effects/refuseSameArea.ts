import { type Effect, holdInStore, type RowOf, requireStore, tableOf, validationError } from '../../../server/domain.ts'

const HOLD = 'delivery areas'

/** An area says the fee of a place once: a neighbourhood written in other letters, or the same distance again, would have two. */
export const refuseSameArea: Effect = {
  lists: [],
  async after({ work, before, record }) {
    const field = record.porDistancia === true ? 'distancia' : 'bairro'
    // Areas of before, of which nothing else is touched, stay as they are.
    if (before && before.porDistancia === record.porDistancia && before[field] === record[field]) return
    const lojaId = requireStore(work.caller)
    await holdInStore(work.q, lojaId, HOLD)
    const same = field === 'bairro' ? 'lower(f_unaccent(bairro)) = lower(f_unaccent($4))' : 'distancia = $4::numeric'
    const { rows } = await work.q.query<RowOf<'Loja_Entregas', 'id'>>(
      `SELECT id FROM ${tableOf(work.model, 'Loja_Entregas').sql} WHERE "lojaId" = $1 AND id <> $2 AND coalesce("porDistancia", false) = $3 AND ${same} LIMIT 1`,
      [lojaId, record.id, field === 'distancia', record[field]],
    )
    if (rows.length === 0) return
    throw validationError([{ path: field, code: field === 'bairro' ? 'delivery.place-used' : 'delivery.distance-used' }])
  },
}
