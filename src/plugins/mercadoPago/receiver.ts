import { membersOf } from '../../base/record.ts'
import { UnexpectedAnswer } from '../../base/unexpectedAnswer.ts'
import {
  type AdmissionContext,
  ApiError,
  IntegrationError,
  isNotFoundAnswer,
  type NotificationReceiver,
  type NotificationStore,
  notificationReceiver,
  type RowOf,
  tableOf,
} from '../../server/plugin.ts'
import { installedRegister, partner, paymentInstallations, readInstalled } from './installed.ts'
import type { MercadoPago } from './mercadoPago.ts'
import { type RenewalContext, withToken } from './renewTokens.ts'
import { saveTransaction } from './saveTransaction.ts'
import { isSigned } from './signature.ts'
import type { Transaction } from './transactions.ts'

/** The part of a notification that is kept: what to ask for. */
interface Told {
  readonly kind: string
  readonly resource: string
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/**
 * Payments and orders that Mercado Pago notifies, at `POST /api/notificacoes/mercado-pago`. The last step of the address may be a store's uuid: where
 * several stores have the same account, nothing else tells whose a payment is. Without the secret nothing is believed.
 */
export const paymentReceiver = (mercadoPago: MercadoPago, secret: string | undefined): NotificationReceiver =>
  notificationReceiver<Told>({
    name: 'mercado-pago',
    partner,
    async admit({ key, headers, query, body }, context) {
      const resource = text(query['data.id'])
      const [request, signature] = [text(headers['x-request-id']), text(headers['x-signature'])]
      if (secret === undefined || !resource || !isSigned(secret, { resource, request, signature })) return undefined
      const told = parsed(body)
      const [kind, account] = [text(told.type) ?? text(query.type) ?? '', text(told.user_id) ?? '']
      if (!/^[\w-]{1,64}$/.test(resource)) throw new ApiError(400, 'bad-request')
      const stores = await storesOf(account, key, context)
      return {
        id: `${kind} ${resource} ${text(told.id) ?? request ?? ''}`.slice(0, 200),
        kind: text(told.action) ?? kind,
        account: stores.length > 1 ? `${account} (em ${stores.length} lojas)` : account,
        lojaId: stores.length === 1 ? stores[0] : undefined,
        content: { kind, resource },
      }
    },
    handle: ({ content }, store) => handle(mercadoPago, content, store),
  })

function parsed(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    return membersOf(JSON.parse(body.toString('utf8')))
  } catch {
    throw new ApiError(400, 'bad-request')
  }
}

/** Stores that have installed the account; of several the one that the address names. */
async function storesOf(account: string, key: string | undefined, { model, database }: AdmissionContext): Promise<number[]> {
  const rows = await database.read('all', async q => {
    const found = await q.query<RowOf<'lojas', 'id'>>(
      `SELECT l.id::text AS id FROM ${tableOf(model, installedRegister).sql} o JOIN ${tableOf(model, 'lojas').sql} l ON l.id = o."lojaId"
       WHERE o.conta = $1 AND o.instalado_em IS NOT NULL AND ($2::text IS NULL OR l.uuid = $2) LIMIT 100`,
      [account, key ?? null],
    )
    return found.rows
  })
  return rows.map(({ id }) => Number(id))
}

/** Asks how things stand now and keeps that; what is not this account's, or is no transaction, needs nothing. */
async function handle(mercadoPago: MercadoPago, { kind, resource }: Told, store: NotificationStore): Promise<void> {
  const { lojaId, model, dataDir, publish, read, write } = store
  const installations = paymentInstallations({ model, dataDir, publish })
  const found = await read(q => installations.read(q, lojaId))
  if (!found?.instalado_em) return
  const database: RenewalContext['database'] = { read: (_scope, run) => read(run), write: (_scope, run) => write(run) }
  const ask = <T>(run: (token: string) => Promise<T>): Promise<T> =>
    withToken({ mercadoPago, installations, database }, lojaId, readInstalled(found).accessToken, run)
  if (kind === 'mp-connect') return checkAuthorisation(ask(token => mercadoPago.capabilities(token)))
  const transaction = await transactionOf(mercadoPago, { kind, resource }, ask).catch((error: unknown) => {
    if (isNotFoundAnswer(error)) return undefined
    throw error
  })
  if (transaction) await saveTransaction(store, transaction)
}

type Ask = <T>(run: (token: string) => Promise<T>) => Promise<T>

/** The order with its checkout preference, or a payment that has none. */
async function transactionOf(mercadoPago: MercadoPago, { kind, resource }: Told, ask: Ask): Promise<Transaction | undefined> {
  if (kind === 'merchant_order' || kind === 'topic_merchant_order_wh') return ask(token => mercadoPago.order(token, resource))
  if (kind !== 'payment') return undefined
  const payment = await ask(token => mercadoPago.payment(token, resource))
  const { order, type } = payment
  const ordered =
    order === undefined
      ? undefined
      : await ask(token => mercadoPago.order(token, order)).catch((error: unknown) => {
          // The payment is there, and its order not yet: asked again later, it is lost by neither.
          throw isNotFoundAnswer(error) ? new UnexpectedAnswer('order') : error
        })
  return ordered ? { ...ordered, type } : payment
}

/** Somebody took the authorisation back at the provider: asking once shows it, and the failure stands in the store's record. */
const checkAuthorisation = async (asking: Promise<unknown>): Promise<void> => {
  try {
    await asking
  } catch (error) {
    const isRefusal = error instanceof IntegrationError && (error.status ?? 500) < 500 && error.status !== 429
    if (!isRefusal) throw error
  }
}
