import { membersOf } from '../../../base/record.ts'
import type { Register } from '../../../model/model.ts'
import { searchLimits } from '../../query/search/searchLimits.ts'
import type { ApiCall, JsonObject } from './apiCall.ts'

const query = (name: string, schema: JsonObject, description: string): JsonObject => ({ name, in: 'query', schema, description })

/** Query parameters that many calls take. */
export const filterParameters = {
  filter: {
    name: 'filter',
    in: 'query',
    description:
      'LoopBack 3 filter as JSON or in brackets: where (and, or, neq, gt, gte, lt, lte, between, inq, nin, like, nlike, ilike, <field>_like), limit (999, at most 10000), skip, order, fields, include, q.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Filter' } } },
  },
  q: query(
    'q',
    { type: 'string', maxLength: searchLimits.characters },
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

/** The members of a filter. */
export const filterSchema: JsonObject = {
  type: 'object',
  properties: {
    where: {
      type: 'object',
      description: 'Values or conditions by field, and and or over such objects.',
      additionalProperties: true,
      examples: [{ preco_vnd_prod: { gte: 10 } }],
    },
    limit: { type: 'integer', minimum: 1, maximum: 10_000, default: 999 },
    skip: { type: 'integer', minimum: 0 },
    order: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }], examples: [['desc_prod ASC']] },
    fields: {
      anyOf: [
        { type: 'array', items: { type: 'string' } },
        { type: 'object', additionalProperties: { type: 'boolean' } },
      ],
    },
    include: { description: 'Names of relations, or objects with relation and scope.' },
    q: { type: 'string', maxLength: searchLimits.characters },
  },
}

/** Headers of replies to calls of a session or a key. */
export const limitHeaders = {
  'RateLimit-Policy': {
    description: 'Each quota that the call used: how many there are (q) in how many seconds (w).',
    schema: { type: 'string', examples: ['"calls-user";q=6000;w=60, "calls-store";q=18000;w=60'] },
  },
  RateLimit: {
    description: 'How many of each are left (r), for how many seconds (t).',
    schema: { type: 'string', examples: ['"calls-user";r=5990;t=41, "calls-store";r=17990;t=41'] },
  },
  'Retry-After': { description: 'Seconds after which to come back.', schema: { type: 'integer' } },
} satisfies Record<string, JsonObject>

const headersOf = (...names: (keyof typeof limitHeaders)[]): JsonObject =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

/** A call of a session as every one of them may also end: by the licence, by a quota, by a full disk; its replies tell what is left. */
export function asLimited(operation: JsonObject, writes: boolean): JsonObject {
  if (operation.security) return operation
  const told = Object.entries(membersOf(operation.responses)).map(([status, reply]) => [
    status,
    /^2/.test(status)
      ? {
          ...membersOf(reply),
          headers: { ...membersOf(membersOf(reply).headers), ...headersOf('RateLimit-Policy', 'RateLimit') },
        }
      : reply,
  ])
  return { ...operation, responses: { ...Object.fromEntries(told), ...refusalResponses(423, 429, ...(writes ? [507] : [])) } }
}

const error = (description: string, headers?: JsonObject): JsonObject => ({
  description,
  ...(headers ? { headers } : {}),
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
  Locked: error('The licence of the store is inactive, or it asks for a second factor that is not set up.'),
  TooMany: error('Too many calls; Retry-After says when to come back.', headersOf('Retry-After')),
  Full: error('The disk of the server is full: nothing was saved, and the same call may be made again.'),
} satisfies Record<string, JsonObject>

const STATUS: Readonly<Record<number, keyof typeof sharedResponses>> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  422: 'Invalid',
  423: 'Locked',
  429: 'TooMany',
  507: 'Full',
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
