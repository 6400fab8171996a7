import type { Model, Register } from '../../../model/model.ts'
import type { PaperDocument } from '../../../model/views/paperDocument.ts'
import { objectOf } from '../../operations/objectOf.ts'
import type { ApiCall, JsonObject } from './apiCall.ts'
import { jsonResponse, queryParameter, registerCall, storeParameters } from './components.ts'

/** The calls of each paper: as text for a page, and as PDF. */
export const documentCalls = ({ documents, registers }: Model): ApiCall[] =>
  Object.values(documents).flatMap(document => {
    const register = registers[document.register]
    return register ? callsOfDocument(document, register) : []
  })

function callsOfDocument({ name, title, papers, label, period }: PaperDocument, register: Register): ApiCall[] {
  const day: JsonObject = { type: 'string', format: 'date' }
  const parameters = [
    queryParameter('ids', { type: 'string', description: 'Keys of the records, comma separated: at most 500.' }, true),
    queryParameter('paper', { enum: papers, default: papers[0] }),
    queryParameter('copies', { type: 'integer', minimum: 1, maximum: 100, default: 1 }),
    ...(label?.columns === undefined ? [] : [queryParameter('skip', { type: 'integer', minimum: 0, default: 0 })]),
    ...(period ? [queryParameter('from', day), queryParameter('to', day)] : []),
    ...storeParameters(register),
  ]
  const block: JsonObject = objectOf({ kind: { type: 'string' } })
  const sheets: JsonObject = { type: 'array', items: { type: 'array', items: block } }
  const shape: JsonObject = { type: 'object', properties: { title: { type: 'string' }, paper: { enum: papers }, sheets } }
  const common = { method: 'get' as const, parameters, refusals: [400, 401, 403, 404, 422] }
  return [
    registerCall(register, {
      ...common,
      id: `documents_${name}`,
      path: `/documents/${name}`,
      summary: `${title}, as text`,
      replies: { 200: jsonResponse(shape, 'The papers, one a record and copy.') },
    }),
    registerCall(register, {
      ...common,
      id: `documents_${name}_pdf`,
      path: `/documents/${name}.pdf`,
      summary: `${title}, as PDF`,
      replies: {
        200: { description: 'The papers.', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } },
      },
    }),
  ]
}
