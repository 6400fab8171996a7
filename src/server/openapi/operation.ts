import type { OpenOperation, Operation } from '../operations/operation.ts'
import type { Call, Json } from './call.ts'
import { body, refusals, replies } from './parts.ts'

/** An operation's place in the document: its input is the query of a GET or DELETE and the body of what writes. */
export function operationCall(operation: Operation | OpenOperation): Call {
  const { method, path, title, input, output } = operation
  const open = 'perMinute' in operation
  const takesBody = method !== 'GET' && method !== 'DELETE'
  const address = `/${path.replace(/:(\w+)/g, '{$1}')}`
  const inPath = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  return {
    path: address,
    method: method.toLowerCase() as Call['method'],
    says: {
      operationId: path.replace(/[^A-Za-z0-9]+/g, '_'),
      summary: title,
      description: open ? `Without a session; ${operation.perMinute} calls a minute.` : `Gate: ${operation.gate}`,
      ...(open ? { security: [] } : {}),
      tags: ['operacoes'],
      parameters: [
        ...inPath.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...(takesBody ? [] : queryOf(input, inPath)),
      ],
      ...(takesBody ? { requestBody: body(input) } : {}),
      responses: { 200: replies(output, 'Done.'), ...(open ? refusals(400, 422, 429) : refusals(400, 401, 403, 422)) },
    },
  }
}

function queryOf({ properties, required }: Json, inPath: readonly string[]): Json[] {
  const demanded = Array.isArray(required) ? required : []
  return Object.entries((properties ?? {}) as Record<string, Json>)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => ({ name, in: 'query', required: demanded.includes(name), schema }))
}
