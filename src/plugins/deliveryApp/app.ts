import type { Model } from '../../model/model.ts'
import {
  ApiError,
  createIntegrationClient,
  findEndpoint,
  type IntegrationClient,
  IntegrationError,
  isOwnClaim,
  type PluginContext,
  type Queries,
  type RowOf,
  tableOf,
} from '../../server/plugin.ts'
import { createStubDatabase } from './stubServer.ts'

/** Milliseconds that the app may take for a status, and for a whole menu. */
const timeouts = { status: 4000, menu: 10_000 }
/** Most bytes of a published menu. */
const largestMenu = 64 * 1024 * 1024

/** The database of the app and of the kitchen's screens, where there is one. */
export interface DeliveryApp {
  /** Where people find the menus of stores, each under its name; empty where nobody says. */
  readonly pages: string
  /** Sends what is small. Without an app there is nobody to tell. */
  tell(method: 'PATCH' | 'DELETE', steps: readonly string[], body?: unknown): Promise<void>
  /** Reads and sends what may be large. Without an app it is refused: who asks counts on it. */
  read(steps: readonly string[]): Promise<unknown>
  send(method: 'PUT' | 'PATCH' | 'DELETE', steps: readonly string[], body?: unknown): Promise<void>
  close(): Promise<void>
}

/** Finds the app, as the installation names it, or its stand-in. */
export async function findApp(context: PluginContext): Promise<DeliveryApp> {
  const { DELIVERY_APP_KEY: key, APP_URL: pages } = context.env
  const found = await findEndpoint(context, { variable: 'DELIVERY_APP_URL', answer: createStubDatabase() })
  const clientOf = (timeout: number, maxBytes?: number): IntegrationClient | undefined =>
    found.address === undefined
      ? undefined
      : createIntegrationClient({
          name: 'DELIVERY_APP_URL',
          address: found.address,
          timeout,
          headers: key ? { authorization: `Bearer ${key}` } : {},
          health: context.health,
          ...(maxBytes === undefined ? {} : { maxBytes }),
        })
  const small = clientOf(timeouts.status)
  const large = clientOf(timeouts.menu, largestMenu)
  const needed = (): IntegrationClient => {
    if (!large) throw new ApiError(424, 'delivery-app.missing')
    return large
  }
  return {
    pages: (pages?.trim() || found.stub?.address || '').replace(/\/+$/, ''),
    tell: async (method, steps, body) => void (await answered(small?.write(method, steps, body))),
    read: async steps => answered(needed().read(steps)),
    // The answer does not repeat the body.
    send: async (method, steps, body) =>
      void (await answered(
        needed().send(method, steps, { query: { print: 'silent' }, ...(body === undefined ? {} : { body }) }),
      )),
    close: found.close,
  }
}

/** A failure of the app as the caller is told it. */
const answered = <T>(answer: Promise<T> | undefined): Promise<T | undefined> =>
  Promise.resolve(answer).catch((error: unknown) => {
    if (error instanceof IntegrationError) throw new ApiError(424, 'delivery-app.failed')
    throw error
  })

/**
 * The store's name in the app, empty where it has none: what is kept counts, and not what a call says. Throws ApiError 409 where the name
 * was another store's first: nothing is told, published or deleted under it.
 */
export async function appNameOf(q: Queries, model: Model, lojaId: number): Promise<string> {
  const { rows } = await q.query<RowOf<'lojas', 'appDeliveryUri'>>(
    'SELECT "appDeliveryUri" FROM lojas WHERE "lojaId" = $1 AND id = $1',
    [lojaId],
  )
  const name = rows[0]?.appDeliveryUri ?? ''
  if (name !== '' && !(await isOwnClaim(tableOf(model, 'lojas'), 'appDeliveryUri', name, lojaId, q)))
    throw new ApiError(409, 'menu.address-taken')
  return name
}

/** Steps of an address in the app's database. The last one says that it is asked as JSON. */
export const jsonSteps = (...steps: readonly string[]): string[] => [...steps.slice(0, -1), `${steps.at(-1)}.json`]
