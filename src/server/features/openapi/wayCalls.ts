import type { Register, Way } from '../../../model/model.ts'
import type { ApiCall, JsonObject } from './apiCall.ts'
import { jsonResponse, keySchema, recordReference, registerCall } from './components.ts'

/** The calls that take the ways of a register's choices, of one record and of several. */
export function wayCalls(register: Register): ApiCall[] {
  return register.fields.flatMap(({ ways }) =>
    (ways?.list ?? []).filter(way => !way.server).flatMap(way => [oneCall(register, way), manyCall(register, way)]),
  )
}

const refusals = [400, 401, 403, 404, 409, 422] as const

const reply = (register: Register): JsonObject => ({
  200: jsonResponse(
    {
      type: 'object',
      properties: { count: { type: 'integer' }, ids: { type: 'array', items: keySchema(register) }, aviso: { type: 'string' } },
      required: ['count', 'ids', 'aviso'],
    },
    'Taken.',
  ),
})

const oneCall = (register: Register, way: Way): ApiCall =>
  registerCall(register, {
    id: `ways-${way.id}`,
    method: 'post',
    path: `/{id}/ways/${way.id}`,
    summary: `“${way.title}”: take this way of its state`,
    parameters: [{ name: 'id', in: 'path', required: true, schema: keySchema(register) }],
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
