import type { IntegrationClient } from '../../server/plugin.ts'
import {
  type Capabilities,
  type Point,
  type PointMode,
  readCapabilities,
  readPoints,
  readTokens,
  type Tokens,
} from './contract.ts'
import { type Payment, readOrder, readPayment, type Transaction } from './transactions.ts'

/** The payment provider, as its published contract has it. */
export interface MercadoPago {
  /** The page where somebody authorises us; undefined where nobody configured it. `state` comes back with them. */
  authorizationPage(state: string, returnTo: string): string | undefined
  token(code: string, returnTo: string): Promise<Tokens>
  refresh(refreshToken: string): Promise<Tokens>
  capabilities(accessToken: string): Promise<Capabilities>
  points(accessToken: string): Promise<readonly Point[]>
  setPointMode(accessToken: string, point: string, mode: PointMode): Promise<void>
  payment(accessToken: string, id: string): Promise<Payment>
  /** Undefined where no checkout preference stands behind it. */
  order(accessToken: string, id: string): Promise<Transaction | undefined>
}

/** Keys of the application, one for the whole installation, and the site where people authorise it. */
export interface Application {
  readonly id: string
  readonly secret: string
  readonly site: string | undefined
}

/** Card readers asked for at once, and most that are read of an account. */
const pointsAtOnce = 50
const mostPoints = 500

export function createMercadoPago(client: IntegrationClient, { id, secret, site }: Application): MercadoPago {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const keys = { client_id: id, client_secret: secret }
  const grant = async (body: Readonly<Record<string, string>>): Promise<Tokens> =>
    readTokens(await client.send('POST', ['oauth', 'token'], { body: { ...keys, ...body } }))
  const devices = ['point', 'integration-api', 'devices']
  return {
    authorizationPage(state, returnTo) {
      if (site === undefined) return undefined
      const page = new URL(`${site.replace(/\/+$/, '')}/authorization`)
      const words = { client_id: id, response_type: 'code', platform_id: 'mp', state, redirect_uri: returnTo }
      for (const [name, value] of Object.entries(words)) page.searchParams.set(name, value)
      return page.href
    },
    token: (code, returnTo) => grant({ grant_type: 'authorization_code', code, redirect_uri: returnTo }),
    refresh: refreshToken => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    capabilities: async token => readCapabilities(await client.send('GET', ['v1', 'payment_methods'], bearer(token))),
    async points(token) {
      const found: Point[] = []
      for (;;) {
        const query = { offset: String(found.length), limit: String(pointsAtOnce) }
        const { points, total } = readPoints(await client.send('GET', devices, { ...bearer(token), query }))
        found.push(...points)
        if (points.length === 0 || found.length >= Math.min(total, mostPoints)) return found
      }
    },
    setPointMode: async (token, point, mode) =>
      void (await client.send('PATCH', [...devices, point], { ...bearer(token), body: { operating_mode: mode } })),
    payment: async (token, payment) => readPayment(await client.send('GET', ['v1', 'payments', payment], bearer(token))),
    order: async (token, order) => readOrder(await client.send('GET', ['merchant_orders', order], bearer(token))),
  }
}
