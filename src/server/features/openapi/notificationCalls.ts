import type { ApiCall, JsonObject } from './apiCall.ts'
import { jsonResponse, refusalResponses } from './components.ts'

/** Where a partner notifies: step of the address, the partner as people know it, most bytes of a body. */
export interface NotifiedAddress {
  readonly name: string
  readonly partner: string
  readonly largest?: number
}

const keyParameter: JsonObject = { name: 'key', in: 'path', required: true, schema: { type: 'string' } }

/**
 * The addresses at which partners notify, each alone and with a key as the last step. They have no session: what arrives is proved by its
 * signature or its key, and its body is in the partner's own words.
 */
export const notificationCalls = (receivers: readonly NotifiedAddress[]): ApiCall[] =>
  receivers.flatMap(receiver => [addressOf(receiver, false), addressOf(receiver, true)])

function addressOf({ name, partner, largest }: NotifiedAddress, keyed: boolean): ApiCall {
  const most = largest === undefined ? '' : ` At most ${largest} bytes.`
  return {
    path: `/notificacoes/${name}${keyed ? '/{key}' : ''}`,
    method: 'post',
    operation: {
      operationId: `notificacoes_${name.replace(/[^A-Za-z0-9]+/g, '_')}${keyed ? '_key' : ''}`,
      summary: `Notificação de ${partner}`,
      description: `Without a session, for ${partner} alone: proved by its signature, or by the key of the address, and taken once.${most}`,
      security: [],
      tags: ['notificacoes'],
      parameters: keyed ? [keyParameter] : [],
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: {
        200: jsonResponse({ type: 'object' }, 'Kept, or known already, or of an installation that nobody here has.'),
        ...refusalResponses(400, 401, 413, 429),
      },
    },
  }
}
