import { type Effect, nextVersion } from '../../../server/domain.ts'

/** Numbers of consumer invoices are kept per environment: when a store changes it, those of its equipment change places. */
export const switchFiscalEnvironment: Effect = {
  async after({ work, before, record }) {
    if (!before || record.ambiente_fiscal === before.ambiente_fiscal) return
    await work.q.query(
      `UPDATE equipamentos SET "nfce_nNF" = "nfce_nNF_outro", "nfce_nNF_outro" = "nfce_nNF", ${nextVersion()}
       WHERE "lojaId" = $1 AND coalesce("nfce_nNF", "nfce_nNF_outro") IS NOT NULL`,
      [record.id],
    )
  },
}
