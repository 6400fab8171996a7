import { changeFields, type Effect, type RowOf, tableOf } from '../../../server/domain.ts'

type Numbers = RowOf<'equipamentos', 'id' | 'nfce_nNF' | 'nfce_nNF_outro'>

/** Numbers of consumer invoices are kept per environment: when a store changes it, those of its equipment change places. */
export const switchFiscalEnvironment: Effect = {
  async after({ work, before, record }) {
    if (!before || record.ambiente_fiscal === before.ambiente_fiscal) return
    const { q, model } = work
    const { rows } = await q.query<Numbers>(
      `SELECT id, "nfce_nNF", "nfce_nNF_outro" FROM equipamentos
       WHERE "lojaId" = $1 AND coalesce("nfce_nNF", "nfce_nNF_outro") IS NOT NULL ORDER BY id FOR UPDATE`,
      [record.id],
    )
    const table = tableOf(model, 'equipamentos')
    for (const { id, nfce_nNF, nfce_nNF_outro } of rows) {
      const swapped = { nfce_nNF: nfce_nNF_outro, nfce_nNF_outro: nfce_nNF }
      await changeFields(table, [Number(id)], swapped, { q, lojaId: Number(record.id) })
    }
  },
}
