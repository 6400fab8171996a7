import { installedStoresJob } from '../../server/plugin.ts'
import { installedRegister, paymentInstallations } from './installed.ts'
import type { MercadoPago } from './mercadoPago.ts'
import { renewTokens } from './renewTokens.ts'

/** Every ten minutes tokens that have lived half their life, or that failed, are renewed, so that 'Vencido' means that this really failed. */
export const refreshPaymentTokens = (mercadoPago: MercadoPago) =>
  installedStoresJob({
    id: 'mercado-pago-tokens',
    everySeconds: 600,
    register: installedRegister,
    due: `instalado_em IS NOT NULL AND (falha IS NOT NULL OR renovado_em + "expiresIn" / 2 * interval '1 second' < now())`,
    order: 'expira_em',
    failure: 'the token of Mercado Pago was not renewed',
    async run(lojaId, { model, database, dataDir, publish }) {
      const installations = paymentInstallations({ model: model(), dataDir, publish })
      await renewTokens({ mercadoPago, installations, database }, lojaId)
    },
  })
