import { randomUUID } from 'node:crypto'
import { publicAddress } from '../../../server/plugin.ts'
import type { CardProvider } from '../providerOperations.ts'
import type { Pagarme } from './pagarme.ts'
import { installationRegister } from './storeContext.ts'

const day = 86_400_000

/** Stone, by way of Pagar.me: account and secret key of the store, and the password that its notifications come with. */
export const stoneProvider = (pagarme: Pagarme): CardProvider => ({
  register: installationRegister,
  partner: 'Stone',
  testPath: 'ConnectStone/test',
  credentials: {
    accountId: { type: 'string', minLength: 10, maxLength: 500, pattern: '^acc_\\S+$' },
    secretKey: { type: 'string', minLength: 10, maxLength: 500, pattern: '^sk_\\S+$' },
  },
  follow(lojaId, before) {
    const key = typeof before?.avisos_chave === 'string' ? before.avisos_chave : `${lojaId}-${randomUUID()}`
    return { avisos_chave: key, avisos_endereco: notificationAddress(key) }
  },
  async test({ secretKey }) {
    await pagarme.orders(String(secretKey ?? ''), new Date(Date.now() - day), 1)
  },
})

/** Where the provider notifies the store. */
const notificationAddress = (key: string): string => `${publicAddress()}/api/notificacoes/pagarme/${key}`
