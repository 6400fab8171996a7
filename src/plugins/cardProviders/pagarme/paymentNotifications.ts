import { hash, timingSafeEqual } from 'node:crypto'
import { ApiError, notificationReceiver } from '../../../server/plugin.ts'
import { readNotification } from './contract.ts'
import { bringOrder } from './orderRecords.ts'
import type { Pagarme } from './pagarme.ts'
import { installationRegister } from './storeContext.ts'

interface AskedFor {
  readonly order?: string
  readonly charge?: string
}

/** Fields of an installation by which its notifications are proved. */
const proof = ['accountId', 'avisos_chave', 'avisos_senha']

/** The store in a key of an address: its number and what nobody guesses. */
const storeOfKey = (key: string): number | undefined => {
  const [, store] = /^(\d{1,9})-[0-9a-f-]{36}$/.exec(key) ?? []
  return store === undefined ? undefined : Number(store)
}

const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'))

/**
 * Notifications of orders and charges. Each store has an address of its own, and the user and password that it typed at the provider and here: the
 * provider signs nothing. What they say of a payment is not believed; the provider is asked with the store's key.
 */
export const paymentNotifications = (pagarme: Pagarme) =>
  notificationReceiver<AskedFor>({
    name: 'pagarme',
    partner: 'Stone',
    largest: 512 * 1024,
    async admit({ key = '', headers, body }, context) {
      const lojaId = storeOfKey(key)
      const installed = lojaId === undefined ? undefined : await context.installed(installationRegister, lojaId, proof)
      const isKnown = lojaId !== undefined && typeof installed?.avisos_chave === 'string' && isSame(key, installed.avisos_chave)
      if (isKnown) {
        // Without a password nobody can prove anything.
        if (!installed.avisos_senha) return undefined
        const wanted = `Basic ${Buffer.from(`${installed.accountId}:${installed.avisos_senha}`, 'utf8').toString('base64')}`
        if (!isSame(String(headers.authorization ?? ''), wanted)) return undefined
      }
      const { id, type, account, order, charge } = readBody(body)
      return {
        id,
        kind: type,
        account,
        lojaId: isKnown ? lojaId : undefined,
        content: { ...(order === undefined ? {} : { order }), ...(charge === undefined ? {} : { charge }) },
      }
    },
    handle: ({ content }, store) => bringOrder(pagarme, store, content),
  })

function readBody(body: Buffer) {
  try {
    return readNotification(JSON.parse(body.toString('utf8')))
  } catch {
    throw new ApiError(400, 'bad-request')
  }
}
