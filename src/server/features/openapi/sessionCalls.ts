import type { ApiCall, JsonObject } from './apiCall.ts'
import { jsonBody, jsonResponse, refusalResponses } from './components.ts'

/** A text, in the document of the API. */
export const text: JsonObject = { type: 'string' }
/** An object with these members, of which some must be there. */
export const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
})

/** A call of the session, for the document of the API. */
export const sessionCall = (method: ApiCall['method'], path: string, summary: string, rest: JsonObject): ApiCall => ({
  path,
  method,
  operation: { operationId: path.slice(1).replace(/[^A-Za-z0-9]+/g, '_'), summary, tags: ['sessao'], ...rest },
})

/** A session that began. */
export const loginReply = object({ id: text, ttl: { type: 'integer' }, created: text, userId: { type: 'integer' } })

/** Responses of a call that answers nothing. */
export const none = { 204: { description: 'Done.' }, ...refusalResponses(401) }

/** Calls of the session, of the configuration and of files: they belong to no register. */
export const sessionCalls: readonly ApiCall[] = [
  sessionCall('post', '/users/login', 'Log in', {
    security: [],
    requestBody: jsonBody(object({ email: text, password: text }, ['email', 'password'])),
    responses: {
      200: jsonResponse(loginReply, 'id is the token.'),
      ...refusalResponses(401, 422, 429),
    },
  }),
  sessionCall('post', '/users/logout', 'Log out', { responses: none }),
  sessionCall('post', '/users/configuracao', 'User, store, permission and licence', {
    requestBody: { content: { 'application/json': { schema: object({ lojaId: { type: 'integer' } }) } } },
    responses: {
      200: jsonResponse(
        object({
          usuario: { type: 'object' },
          loja: { type: ['object', 'null'] },
          permissao: { type: 'object' },
          admin_user: { type: ['object', 'null'] },
          admin_user_active: { type: 'boolean' },
          convites: { type: 'integer' },
          email_confirmado: { type: 'boolean' },
          envia_emails: { type: 'boolean' },
          segundoFatorExigido: {
            type: 'boolean',
            description: 'Nothing but users/segundo-fator is answered until it is set up.',
          },
        }),
        'The session.',
      ),
      ...refusalResponses(401),
    },
  }),
  sessionCall('post', '/users/change-password', 'Change the password', {
    requestBody: jsonBody(object({ oldPassword: text, newPassword: text }, ['oldPassword', 'newPassword'])),
    responses: { ...none, ...refusalResponses(401, 422) },
  }),
  sessionCall('get', '/users/preferencias', 'How the user likes things shown', {
    responses: { 200: jsonResponse({ type: 'object', additionalProperties: true }, 'Values by name.'), ...refusalResponses(401) },
  }),
  sessionCall('post', '/users/preferencias', 'Keep, or without a value forget, how the user likes something shown', {
    operationId: 'users_preferencias_keep',
    requestBody: jsonBody(object({ nome: text, valor: {} }, ['nome'])),
    responses: { ...none, ...refusalResponses(400, 401, 422) },
  }),
  sessionCall('post', '/users/sendResetPasswordEmail', 'Send a link to replace a forgotten password', {
    security: [],
    requestBody: jsonBody(object({ email: text }, ['email'])),
    responses: { 204: { description: 'The same whether somebody has this e-mail or not.' }, ...refusalResponses(422, 429) },
  }),
  sessionCall('post', '/ConfirmationTokens/confirmacao', 'Set the password with the token of a link', {
    security: [],
    requestBody: jsonBody(object({ token: text, password: text }, ['token', 'password'])),
    responses: {
      204: { description: 'Set; the token is void, the sessions of the user have ended.' },
      ...refusalResponses(422, 429),
    },
  }),
  sessionCall('get', '/model', 'The configuration that the caller may see', {
    responses: {
      200: jsonResponse({ type: 'object' }, 'Model, rights and hash; ETag is the hash.'),
      304: { description: 'Unchanged.' },
      ...refusalResponses(401),
    },
  }),
  sessionCall('get', '/publico', 'The configuration of pages that need no session', {
    security: [],
    parameters: [{ name: 'caminho', in: 'query', required: true, schema: text }],
    responses: {
      200: jsonResponse({ type: 'object' }, 'Model: public screens and texts; ETag is its hash.'),
      ...refusalResponses(404),
    },
  }),
  sessionCall('get', '/events', 'Changes as they happen (server-sent events)', {
    responses: {
      200: { description: 'Events change and model.', content: { 'text/event-stream': { schema: text } } },
      ...refusalResponses(401),
    },
  }),
  sessionCall('post', '/files', 'Keep an image, or the attachment of a field', {
    parameters: [
      { name: 'lojaId', in: 'query', schema: { type: 'integer' } },
      { name: 'resource', in: 'query', required: true, schema: text },
      { name: 'name', in: 'query', schema: text },
      { name: 'field', in: 'query', schema: text, description: 'Field of an attachment; without it the body is an image.' },
    ],
    requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    responses: {
      201: jsonResponse(
        object({ url: text, name: text, type: text, size: { type: 'integer' } }),
        'Where it is; of an attachment all that its field holds.',
      ),
      ...refusalResponses(400, 401, 403),
    },
  }),
]
