import type { Operation } from '../operations/operation.ts'
import type { Call, Json } from './call.ts'
import { body, refusals, replies } from './parts.ts'

/** An operation's place in the document: its input is the query of a GET or DELETE and the body of what writes. */
export function operationCall({ method, path, title, gate, input, output }: Operation): Call {
  const takesBody = method !== 'GET' && method !== 'DELETE'
  const address = `/${path.replace(/:(\w+)/g, '{$1}')}`
  const inPath = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  return {
    path: address,
    method: method.toLowerCase() as Call['method'],
    says: {
      operationId: path.replace(/[^A-Za-z0-9]+/g, '_'),
      summary: title,
      description: `Gate: ${gate}`,
      tags: ['operacoes'],
      parameters: [
        ...inPath.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...(takesBody ? [] : queryOf(input, inPath)),
      ],
      ...(takesBody ? { requestBody: body(input) } : {}),
      responses: { 200: replies(output, 'Done.'), ...refusals(400, 401, 403, 422) },
    },
  }
}

function queryOf({ properties, required }: Json, inPath: readonly string[]): Json[] {
  const demanded = Array.isArray(required) ? required : []
  return Object.entries((properties ?? {}) as Record<string, Json>)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => ({ name, in: 'query', required: demanded.includes(name), schema }))
}
