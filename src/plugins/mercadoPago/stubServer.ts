import { membersOf } from '../../base/record.ts'
import type { StubRequest, StubResponse } from '../../server/plugin.ts'
import { createStubGrants, refused } from './stubGrants.ts'
import { authorizationPage, backTo } from './stubPages.ts'

type Answer = Readonly<Record<string, unknown>>

/**
 * The provider's contract: the authorization page, tokens, card readers, payment methods, payments and orders. A person authorises or refuses at
 * `authorization?…`; a code is good once. Everything here can be changed while it runs: tests make accounts do what accounts do.
 */
export function createMercadoPagoStub() {
  const grants = createStubGrants()
  const state = {
    /** The account of whoever authorises next. */
    account: '241983636',
    /** Whether the account has a PIX key. */
    pix: false,
    devices: [
      { id: 'GERTEC_MP35P__8701012151238699', pos_id: 47792476, store_id: '47792478', operating_mode: 'STANDALONE' },
      { id: 'NEWLAND_N950__N950NCB801293324', pos_id: 47792477, store_id: '47792478', operating_mode: 'PDV' },
    ],
    /** By id; `collector_id` is the account. */
    payments: new Map<string, Answer>(),
    orders: new Map<string, Answer>(),
    /** Access tokens are good no more; with `all` nothing renews them either. */
    expire: grants.expire,
  }

  const page = ({
    client_id: client = '',
    redirect_uri: returnTo = '',
    state: guard = '',
  }: StubRequest['query']): StubResponse => {
    const code = grants.code(returnTo, state.account)
    const authorise = backTo(returnTo, { code, state: guard })
    return { status: 200, body: authorizationPage(client, authorise, backTo(returnTo, { error: 'access_denied', state: guard })) }
  }
  const setMode = (id: string | undefined, mode: unknown): StubResponse => {
    const device = state.devices.find(one => one.id === id)
    if (!device) return refused(404, 'not_found', 'device not found')
    if (mode !== 'PDV' && mode !== 'STANDALONE') return refused(400, 'bad_request', 'invalid operating_mode')
    device.operating_mode = mode
    return { status: 200, body: { operating_mode: mode } }
  }
  const owned = (found: Answer | undefined, account: string): StubResponse =>
    found && String(membersOf(found.collector).id ?? found.collector_id) === account
      ? { status: 200, body: found }
      : refused(404, 'not_found', 'not found')

  const answer = ({ method, steps, headers, body, query }: StubRequest): StubResponse => {
    const path = `${method} ${steps.join('/')}`
    if (path === 'GET authorization') return page(query)
    if (path === 'POST oauth/token') return grants.grant(membersOf(body))
    const account = grants.accountOf(headers.authorization)
    if (account === undefined) return refused(401, 'unauthorized', 'invalid access token')
    if (path === 'GET v1/payment_methods') return { status: 200, body: methods(state.pix) }
    if (path === 'GET point/integration-api/devices') {
      const [offset, limit] = [Number(query.offset ?? 0), Number(query.limit ?? 50)]
      const paging = { total: state.devices.length, limit, offset }
      return { status: 200, body: { devices: state.devices.slice(offset, offset + limit), paging } }
    }
    if (path.startsWith('PATCH point/integration-api/devices/')) return setMode(steps[3], membersOf(body).operating_mode)
    if (path.startsWith('GET v1/payments/')) return owned(state.payments.get(steps[2] ?? ''), account)
    if (path.startsWith('GET merchant_orders/')) return owned(state.orders.get(steps[1] ?? ''), account)
    return refused(404, 'not_found', 'not found')
  }
  return Object.assign(state, { answer })
}

const methods = (pix: boolean): Answer[] => [
  { id: 'master', name: 'Mastercard', payment_type_id: 'credit_card', status: 'active' },
  { id: 'visa', name: 'Visa', payment_type_id: 'credit_card', status: 'active' },
  { id: 'bolbradesco', name: 'Boleto', payment_type_id: 'ticket', status: 'active' },
  ...(pix ? [{ id: 'pix', name: 'PIX', payment_type_id: 'bank_transfer', status: 'active' }] : []),
]
