import type { ApiCall, JsonObject } from './apiCall.ts'
import { jsonBody, jsonResponse, refusalResponses } from './components.ts'
import { loginReply, none, object, sessionCall, text } from './sessionCalls.ts'

const at = 'users/segundo-fator'
const refused = refusalResponses(401, 422, 429)
/** Proof of identity: one of the three. */
const proof: JsonObject = {
  password: { type: 'string', description: 'Of who has no second factor yet.' },
  code: { type: 'string', description: 'Of the authenticator app, or a recovery code.' },
  proof: { type: 'object', description: `challenge and response of a passkey that ${at}/provar asked for.` },
}
const codes = jsonResponse(
  object({ codigos: { type: 'array', items: text } }),
  'Recovery codes, shown this once; empty where those before go on.',
)
const asked = (first: string) =>
  jsonResponse(object({ [first]: text, options: { type: 'object' } }), 'options as WebAuthn has them.')
const opened = { 200: jsonResponse(loginReply, 'As users/login answers.'), ...refused }
const remember: JsonObject = { type: 'boolean', description: 'This device is not asked again for 30 days: a cookie.' }

/**
 * Calls of the second factor. Who has one gets 401 `second-factor.needed` from users/login, and beside the error `challenge` (id, ttl, methods,
 * passkey), which the second step answers within five minutes.
 */
export const secondFactorCalls: readonly ApiCall[] = [
  sessionCall('post', '/users/login/codigo', 'Second step of the login: a code', {
    security: [],
    requestBody: jsonBody(object({ challenge: text, code: text, remember }, ['challenge', 'code'])),
    responses: opened,
  }),
  sessionCall('post', '/users/login/passkey', 'Second step of the login, or the login alone: a passkey', {
    security: [],
    requestBody: jsonBody(object({ challenge: text, response: { type: 'object' }, remember }, ['challenge', 'response'])),
    responses: opened,
  }),
  sessionCall('post', '/users/login/passkey/opcoes', 'Ask for a passkey that signs in alone', {
    security: [],
    responses: { 200: asked('challenge'), ...refusalResponses(422, 429) },
  }),
  sessionCall('get', `/${at}`, 'The second factor of the user', {
    responses: { 200: jsonResponse({ type: 'object' }, 'App, passkeys, codes left, devices.'), ...refusalResponses(401) },
  }),
  sessionCall('post', `/${at}/provar`, 'Ask for a passkey that proves who the user is', {
    responses: { 200: asked('challenge'), ...refused },
  }),
  sessionCall('post', `/${at}/totp`, 'Begin to set up an authenticator app', {
    requestBody: jsonBody(object(proof)),
    responses: { 200: jsonResponse(object({ setup: text, chave: text, qr: text }), 'The key, as text and picture.'), ...refused },
  }),
  sessionCall('post', `/${at}/totp/confirmar`, 'Set up the authenticator app, by a code of it', {
    requestBody: jsonBody(object({ setup: text, code: text }, ['setup', 'code'])),
    responses: { 200: codes, ...refused },
  }),
  sessionCall('post', `/${at}/totp/remover`, 'Remove the authenticator app', {
    requestBody: jsonBody(object(proof)),
    responses: { ...none, ...refused },
  }),
  sessionCall('post', `/${at}/codigos`, 'New recovery codes in place of those before', {
    requestBody: jsonBody(object(proof)),
    responses: { 200: codes, ...refused },
  }),
  sessionCall('post', `/${at}/passkeys/opcoes`, 'Begin to make a passkey', {
    requestBody: jsonBody(object(proof)),
    responses: { 200: asked('setup'), ...refused },
  }),
  sessionCall('post', `/${at}/passkeys`, 'Keep the passkey that was made', {
    requestBody: jsonBody(object({ setup: text, nome: text, response: { type: 'object' } }, ['setup', 'nome', 'response'])),
    responses: { 200: codes, ...refused },
  }),
  sessionCall('post', `/${at}/passkeys/renomear`, 'Rename a passkey', {
    requestBody: jsonBody(object({ id: text, nome: text }, ['id', 'nome'])),
    responses: { ...none, ...refusalResponses(401, 404, 422) },
  }),
  sessionCall('post', `/${at}/passkeys/remover`, 'Remove a passkey', {
    requestBody: jsonBody(object({ id: text, ...proof }, ['id'])),
    responses: { ...none, ...refusalResponses(401, 404, 422, 429) },
  }),
  sessionCall('post', `/${at}/aparelhos/esquecer`, 'Ask for the second factor again at all devices', { responses: none }),
]
