import type { Register, Way } from '../../../model/model.ts'
import { objectOf } from '../../operations/objectOf.ts'
import type { ApiCall, JsonObject } from './apiCall.ts'
import { jsonResponse, keySchema, recordReference, registerCall, storeParameters } from './components.ts'

/** The calls that take the ways of a register's choices, of one record and of several, decide on those that wait, and tell of them. */
export function wayCalls(register: Register): ApiCall[] {
  const ways = register.fields.flatMap(({ ways: own }) => own?.list ?? []).filter(way => !way.server)
  if (ways.length === 0) return []
  return [
    stepsCall(register),
    ...ways.flatMap(way => [
      oneCall(register, way),
      manyCall(register, way),
      ...(way.approve ? [decisionCall(register, way, 'aprovar'), decisionCall(register, way, 'recusar')] : []),
    ]),
  ]
}

const inPath = (register: Register): JsonObject => ({ name: 'id', in: 'path', required: true, schema: keySchema(register) })

const text: JsonObject = { type: 'string' }
const listOf = (properties: JsonObject): JsonObject => ({ type: 'array', items: { type: 'object', properties } })

/** Returns the call that tells the steps of a record's states. */
const stepsCall = (register: Register): ApiCall =>
  registerCall(register, {
    id: 'ways',
    method: 'get',
    path: '/{id}/ways',
    summary: 'steps of its states, minutes in each, and what waits for approval',
    parameters: [inPath(register), ...storeParameters(register)],
    replies: {
      200: jsonResponse(
        {
          type: 'object',
          properties: {
            estados: listOf({
              campo: text,
              desde: { type: ['string', 'null'] },
              tempos: listOf({ estado: text, minutos: { type: 'integer' }, texto: text }),
            }),
            passos: listOf({ quando: text, quem: text, texto: text }),
            pedidos: listOf({ way: text, titulo: text, quem: text, quando: text, estado: text, faltam: { type: 'integer' } }),
          },
        },
        'The steps.',
      ),
    },
    refusals: [401, 403, 404],
  })

const decisionCall = (register: Register, way: Way, decision: 'aprovar' | 'recusar'): ApiCall =>
  registerCall(register, {
    id: `ways-${way.id}-${decision}`,
    method: 'post',
    path: `/{id}/ways/${way.id}/${decision}`,
    summary: decision === 'aprovar' ? `“${way.title}”: approve what waits` : `“${way.title}”: refuse what waits`,
    parameters: [inPath(register)],
    body: { type: 'object', properties: { lojaId: { type: 'integer' }, motivo: { type: 'string', maxLength: 500 } } },
    replies: reply(register),
    refusals,
  })

const refusals = [400, 401, 403, 404, 409, 422] as const

const reply = (register: Register): JsonObject => ({
  200: jsonResponse(
    objectOf({
      count: { type: 'integer' },
      ids: { type: 'array', items: keySchema(register) },
      aviso: text,
      esperando: { type: 'integer' },
    }),
    'Taken.',
  ),
})

const oneCall = (register: Register, way: Way): ApiCall =>
  registerCall(register, {
    id: `ways-${way.id}`,
    method: 'post',
    path: `/{id}/ways/${way.id}`,
    summary: `“${way.title}”: take this way of its state`,
    parameters: [inPath(register)],
    body: bodyOf(register, way, { version: { type: 'integer' } }),
    replies: reply(register),
    refusals,
  })

const manyCall = (register: Register, way: Way): ApiCall =>
  registerCall(register, {
    id: `ways-${way.id}-many`,
    method: 'post',
    path: `/ways/${way.id}`,
    summary: `“${way.title}”: the same of several records, all or none`,
    body: bodyOf(register, way, { ids: { type: 'array', items: keySchema(register), minItems: 1 } }, ['ids']),
    replies: reply(register),
    refusals,
  })

function bodyOf(register: Register, { ask = [] }: Way, own: JsonObject, required: readonly string[] = []): JsonObject {
  const values: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(
      ask.map(name => [name, { $ref: `${String(recordReference(register).$ref)}/properties/${name}` }]),
    ),
    required: ask,
    additionalProperties: false,
  }
  return {
    type: 'object',
    properties: { lojaId: { type: 'integer' }, ...own, ...(ask.length > 0 ? { values } : {}) },
    ...(required.length + ask.length > 0 ? { required: [...required, ...(ask.length > 0 ? ['values'] : [])] } : {}),
  }
}
