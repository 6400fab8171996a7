import { createIntegrationClient, findEndpoint, type OpenPlugin } from '../../server/plugin.ts'
import { askAgainWorker, cancelPayment } from './pagarme/cancelPayment.ts'
import { keepNotificationPassword } from './pagarme/notificationPassword.ts'
import { createPagarme } from './pagarme/pagarme.ts'
import { paymentNotifications } from './pagarme/paymentNotifications.ts'
import { stoneProvider } from './pagarme/provider.ts'
import { bringPayments, refreshPayments } from './pagarme/refreshPayments.ts'
import { createPagarmeStub } from './pagarme/stubServer.ts'
import { pagbankProvider } from './pagbank/pagbank.ts'
import { stubPagbankAnswer } from './pagbank/stubServer.ts'
import { providerOperations } from './providerOperations.ts'

/** Milliseconds that a provider may take. */
const timeout = 8000
/** Bytes of a page of orders, which come with their items and customers. */
const maxBytes = 4 * 1024 * 1024

/** Providers of card payments: Stone by way of Pagar.me, and PagBank. */
export const openCardProviders: OpenPlugin = async context => {
  const stone = await findEndpoint(context, {
    variable: 'PAGARME_URL',
    publicAddress: 'https://api.pagar.me',
    answer: createPagarmeStub().answer,
  })
  const pagbank = await findEndpoint(context, {
    variable: 'PAGBANK_URL',
    publicAddress: 'https://api.pagseguro.com',
    answer: stubPagbankAnswer,
  })
  const { health } = context
  const pagarme = createPagarme(
    createIntegrationClient({ name: 'PAGARME_URL', address: stone.address, timeout, maxBytes, health }),
  )
  const pagbankClient = createIntegrationClient({ name: 'PAGBANK_URL', address: pagbank.address, timeout, health })
  return {
    name: 'cardProviders',
    operations: [
      ...providerOperations(stoneProvider(pagarme)),
      keepNotificationPassword,
      cancelPayment(pagarme),
      refreshPayments(pagarme),
      ...providerOperations(pagbankProvider(pagbankClient)),
    ],
    jobs: [bringPayments(pagarme)],
    workers: [askAgainWorker(pagarme)],
    receivers: [paymentNotifications(pagarme)],
    close: async () => void (await Promise.all([stone.close(), pagbank.close()])),
  }
}
