import { createIntegrationClient, findEndpoint, type OpenPlugin } from '../../server/plugin.ts'
import { createMercadoPago } from './mercadoPago.ts'
import { readCheckout, switchCheckout, uninstallPayments } from './operations/checkout.ts'
import { authorisePayments, installParams } from './operations/install.ts'
import { changePointMode, listPoints } from './operations/points.ts'
import { paymentReceiver } from './receiver.ts'
import { refreshPaymentTokens } from './refreshTokens.ts'
import { createMercadoPagoStub } from './stubServer.ts'

/** Milliseconds that the provider may take. */
const timeout = 8000

const variable = 'MERCADOPAGO_URL'

/** Mercado Pago: stores authorise it on its own page, switch on what they take, and change how their card readers work. */
export const openMercadoPago: OpenPlugin = async context => {
  const { env } = context
  const { MERCADOPAGO_CLIENT_ID: id = 'demonstracao', MERCADOPAGO_CLIENT_SECRET: secret = 'demonstracao' } = env
  const isOurs = Boolean(env.MERCADOPAGO_CLIENT_ID)
  const found = await findEndpoint(context, {
    variable,
    ...(isOurs ? { publicAddress: 'https://api.mercadopago.com' } : {}),
    answer: createMercadoPagoStub().answer,
  })
  const site = env.MERCADOPAGO_AUTH_URL || found.stub?.address || (isOurs ? 'https://auth.mercadopago.com.br' : undefined)
  const client = createIntegrationClient({ name: variable, address: found.address, timeout, health: context.health })
  const mercadoPago = createMercadoPago(client, { id, secret, site })
  return {
    name: 'mercadoPago',
    operations: [
      readCheckout,
      installParams(mercadoPago),
      authorisePayments(mercadoPago),
      switchCheckout(mercadoPago),
      listPoints(mercadoPago),
      changePointMode(mercadoPago),
      uninstallPayments,
    ],
    jobs: [refreshPaymentTokens(mercadoPago)],
    receivers: [paymentReceiver(mercadoPago, env.MERCADOPAGO_NOTIFICATION_SECRET || undefined)],
    close: found.close,
  }
}
