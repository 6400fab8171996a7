import { membersOf } from '../../../base/record.ts'
import type { OpenOperation, Operation } from '../../operations/operation.ts'
import type { ApiCall, JsonObject } from './apiCall.ts'
import { jsonBody, jsonResponse, refusalResponses } from './components.ts'

/**
 * An operation's place in the document: its input is the query of a GET or DELETE and the body of what writes. Where another one has
 * the same path, what writes is named by its method as well.
 */
export function operationCall(operation: Operation | OpenOperation, among: readonly (Operation | OpenOperation)[]): ApiCall {
  const { method, path, title, input, output } = operation
  const documented = 'documented' in operation ? operation.documented : undefined
  const open = 'perMinute' in operation
  const takesBody = method !== 'GET' && method !== 'DELETE'
  const name = path.replace(/[^A-Za-z0-9]+/g, '_')
  const alone = method === 'GET' || among.every(other => other === operation || other.path !== path)
  const address = `/${path.replace(/:(\w+)/g, '{$1}')}`
  const inPath = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  return {
    path: address,
    method: method.toLowerCase() as ApiCall['method'],
    operation: {
      operationId: alone ? name : `${name}_${method.toLowerCase()}`,
      summary: title,
      description: open ? `Without a session; ${operation.perMinute} calls a minute.` : `Gate: ${operation.gate}`,
      ...(open ? { security: [] } : {}),
      tags: ['operacoes'],
      parameters: [
        ...inPath.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...(takesBody ? [] : queryOf(input, inPath)),
      ],
      ...(takesBody ? { requestBody: jsonBody(documented ?? input) } : {}),
      responses: {
        200: jsonResponse(output, 'Done.'),
        ...(open ? refusalResponses(400, 422, 429) : refusalResponses(400, 401, 403, 422)),
      },
    },
  }
}

function queryOf({ properties, required }: JsonObject, inPath: readonly string[]): JsonObject[] {
  const demanded = Array.isArray(required) ? required : []
  return Object.entries(membersOf(properties))
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => ({ name, in: 'query', required: demanded.includes(name), schema }))
}
