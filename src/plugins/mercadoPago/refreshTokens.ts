import type { Job } from '../../server/plugin.ts'
import { installedRegister, paymentInstallations } from './installed.ts'
import type { MercadoPago } from './mercadoPago.ts'
import { renewTokens } from './renewTokens.ts'

/** Every ten minutes tokens that have lived half their life, or that failed, are renewed, so that 'Vencido' means that this really failed. */
export const refreshPaymentTokens = (mercadoPago: MercadoPago): Job => ({
  id: 'mercado-pago-tokens',
  everySeconds: 600,
  async run({ model, database, log, dataDir, publish, signal }) {
    const installations = paymentInstallations({ model: model(), dataDir, publish })
    const due = await database.read('all', async q => {
      const { rows } = await q.query<{ lojaId: string }>(
        `SELECT "lojaId"::text AS "lojaId" FROM "${installedRegister}"
         WHERE instalado_em IS NOT NULL AND (falha IS NOT NULL OR renovado_em + "expiresIn" / 2 * interval '1 second' < now()) ORDER BY expira_em`,
      )
      return rows.map(({ lojaId }) => Number(lojaId))
    })
    for (const lojaId of due) {
      if (signal.aborted) return
      await renewTokens({ mercadoPago, installations, database }, lojaId).catch((error: unknown) =>
        log.warn({ err: error, loja: lojaId }, 'the token of Mercado Pago was not renewed'),
      )
    }
  },
})
