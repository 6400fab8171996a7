import type { Register } from '../../../model/model.ts'
import type { ApiCall, JsonObject } from './apiCall.ts'

const query = (name: string, schema: JsonObject, description: string): JsonObject => ({ name, in: 'query', schema, description })

/** Query parameters that many calls take. */
export const filterParameters = {
  filter: {
    name: 'filter',
    in: 'query',
    description:
      'LoopBack 3 filter as JSON or in brackets: where (and, or, neq, gt, gte, lt, lte, between, inq, nin, like, nlike, ilike, <field>_like), limit (999, at most 10000), skip, order, fields, include, q.',
    content: { 'application/json': { schema: { type: 'object' } } },
  },
  q: query(
    'q',
    { type: 'string' },
    'Free text: beginnings of words, without accents; words of less than 3 characters are ignored; operators (+ - " * ( )) mean whole words.',
  ),
  action: {
    name: 'X-Action',
    in: 'header',
    schema: { type: 'string', format: 'uuid' },
    description: 'What the call belongs to: calls of one X-Action are one action, undone together. The reply tells it.',
  },
  once: {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', maxLength: 200 },
    description: 'The first answer under a key is kept for 24 hours and given again: asked twice, a write is done once.',
  },
  lojaId: query('lojaId', { type: 'integer' }, 'The store that the call is for.'),
} satisfies Record<string, JsonObject>

export const parameterReference = (name: keyof typeof filterParameters): JsonObject => ({
  $ref: `#/components/parameters/${name}`,
})

const error = (description: string): JsonObject => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

/** Refusals that many calls share. */
export const sharedResponses = {
  BadRequest: error('The filter, or the store, is missing or not understood.'),
  Unauthenticated: error('No session, or one that has ended.'),
  Forbidden: error('The gate of the register or the store is closed to the caller.'),
  NotFound: error('No such record in the store.'),
  Conflict: error('The record changed since the version that was sent; current and changes stand beside error.'),
  Invalid: error('The record is refused; details name every field.'),
  TooLarge: error('The body is larger than the call takes.'),
  TooMany: error('Too many calls; Retry-After says when to come back.'),
} satisfies Record<string, JsonObject>

const STATUS: Readonly<Record<number, keyof typeof sharedResponses>> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  422: 'Invalid',
  429: 'TooMany',
}

/** References to the shared refusals. */
export const refusalResponses = (...statuses: (keyof typeof STATUS)[]): JsonObject =>
  Object.fromEntries(statuses.map(status => [String(status), { $ref: `#/components/responses/${STATUS[status]}` }]))

/** A reply of JSON. */
export const jsonResponse = (schema: JsonObject, description: string, headers?: JsonObject): JsonObject => ({
  description,
  ...(headers ? { headers } : {}),
  content: { 'application/json': { schema } },
})

export const jsonBody = (schema: JsonObject): JsonObject => ({ required: true, content: { 'application/json': { schema } } })

/** The register's record. */
export const recordReference = ({ name }: Register): JsonObject => ({ $ref: `#/components/schemas/${name}` })
/** Parameters that name the store. */
export const storeParameters = ({ scope }: Register): JsonObject[] => (scope === 'store' ? [parameterReference('lojaId')] : [])
/** The register's key. */
export const keySchema = ({ textKey }: Register): JsonObject => ({ type: textKey ? 'string' : 'integer' })
/** A parameter of the query. */
export const queryParameter = (name: string, schema: JsonObject, required = false): JsonObject => ({
  name,
  in: 'query',
  required,
  schema,
})
/** A call of a register. */
interface RegisterCall {
  readonly id: string
  readonly method: ApiCall['method']
  /** Behind the register's name; its id where nothing is said. */
  readonly path?: string
  readonly summary: string
  readonly parameters?: readonly JsonObject[]
  readonly body?: JsonObject
  /** Replies by status. */
  readonly replies: JsonObject
  /** Statuses of its refusals. */
  readonly refusals: readonly (keyof typeof STATUS)[]
}

/** Returns what OpenAPI says of a register's call. */
export const registerCall = (
  { name, title, area }: Register,
  { id, method, path = `/${id}`, summary, parameters, body, replies, refusals }: RegisterCall,
): ApiCall => ({
  path: `/${name}${path}`,
  method,
  operation: {
    operationId: `${name}_${id}`,
    summary: `${title}: ${summary}`,
    tags: [area],
    ...(parameters && { parameters }),
    ...(body && { requestBody: jsonBody(body) }),
    responses: { ...replies, ...refusalResponses(...refusals) },
  },
})
