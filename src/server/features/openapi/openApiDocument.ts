import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { recordsIn } from '../../../base/record.ts'
import type { Model } from '../../../model/model.ts'
import { topLevelRegisters } from '../../../model/register.ts'
import { recordSchema } from '../../../model/schema.ts'
import { objectOf } from '../../operations/objectOf.ts'
import type { OpenOperation, Operation } from '../../operations/operation.ts'
import type { ApiCall, JsonObject } from './apiCall.ts'
import { callsOfRegister } from './callsOfRegister.ts'
import { asLimited, filterParameters, filterSchema, limitHeaders, parameterReference, sharedResponses } from './components.ts'
import { documentCalls } from './documentCalls.ts'
import { type NotifiedAddress, notificationCalls } from './notificationCalls.ts'
import { operationCall } from './operationCall.ts'
import { reportCall } from './reportCall.ts'
import { secondFactorCalls } from './secondFactorCalls.ts'
import { sessionCalls } from './sessionCalls.ts'

type Operations = readonly (Operation | OpenOperation)[]
type Receivers = readonly NotifiedAddress[]

const made = new WeakMap<Operations, WeakMap<Model, JsonObject>>()

/**
 * The OpenAPI 3.1 document of a Model: the generic calls of every register, every operation, the session's calls, and where partners notify.
 * One of a server's operations and receivers is made once.
 */
export function openApiDocument(model: Model, operations: Operations, receivers: Receivers = []): JsonObject {
  const ofThese = memoizeByKey(made, operations, () => new WeakMap<Model, JsonObject>())
  return memoizeByKey(ofThese, model, () => make(model, operations, receivers))
}

function make(model: Model, operations: Operations, receivers: Receivers): JsonObject {
  const registers = topLevelRegisters(model)
  const notified = notificationCalls(receivers)
  const calls = [
    ...sessionCalls,
    ...secondFactorCalls,
    ...notified,
    ...operations.map(operation => operationCall(operation, operations)),
    ...Object.values(model.queries).map(reportCall),
    ...registers.flatMap(callsOfRegister),
    ...documentCalls(model),
  ]
  const areas = [...new Set(registers.map(register => register.area))]
  return {
    openapi: '3.1.0',
    info: { title: 'Retaguarda', version: '1', description: DESCRIPTION },
    servers: [{ url: '/api' }],
    security: [{ token: [] }, { key: [] }],
    tags: ['sessao', 'operacoes', 'notificacoes', 'relatorios', ...areas].map(name => ({ name })),
    paths: pathsOf(calls, new Set([...sessionCalls, ...secondFactorCalls, ...notified].map(({ path }) => path))),
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The id that users/login replies, as it is.' },
        key: { type: 'http', scheme: 'bearer', bearerFormat: 'rtg_…', description: 'A key of a program: Chaves de API.' },
      },
      parameters: filterParameters,
      headers: limitHeaders,
      responses: sharedResponses,
      schemas: {
        Error: ERROR,
        Filter: filterSchema,
        ...Object.fromEntries(registers.map(register => [register.name, recordSchema(model, register.name)])),
      },
    },
  }
}

const DESCRIPTION =
  'Every register has the same calls; addresses match in any letter case. A call for a register of stores names its store by lojaId, in the query, in the body or in the where of its filter; who has one store only may leave it out.'

const ERROR: JsonObject = objectOf({
  error: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      code: { type: 'string' },
      statusCode: { type: 'integer' },
      details: {
        type: 'array',
        items: {
          type: 'object',
          properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
        },
      },
    },
    required: ['message', 'code', 'statusCode'],
  },
})

/** Calls by address and method. An operation comes before the generic call that has its address. `plain`: addresses whose writes are no write of a record. */
function pathsOf(calls: readonly ApiCall[], plain: ReadonlySet<string>): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const { path, method, operation } of calls) {
    paths[path] = {
      [method]: plain.has(path) ? operation : asLimited(method === 'get' ? operation : asWrite(operation), method !== 'get'),
      ...paths[path],
    }
  }
  return paths
}

/** Every write may say what it belongs to, and may be asked again without being done again. */
const asWrite = (says: JsonObject): JsonObject => ({
  ...says,
  parameters: [...recordsIn(says.parameters), parameterReference('action'), parameterReference('once')],
})
