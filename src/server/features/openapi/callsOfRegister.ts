import type { RecordAccess, Register } from '../../../model/model.ts'
import { inputOfStore } from '../../operations/objectOf.ts'
import type { ApiCall, JsonObject } from './apiCall.ts'
import { bulkCalls, totalsCall } from './bulkCalls.ts'
import { commentCalls } from './commentCalls.ts'
import {
  jsonResponse,
  keySchema,
  parameterReference,
  queryParameter,
  recordReference,
  registerCall,
  storeParameters,
} from './components.ts'
import { wayCalls } from './wayCalls.ts'

/** The generic calls of a register; what its definition offers to nobody is not listed. */
export function callsOfRegister(register: Register): ApiCall[] {
  const offers = (act: RecordAccess): boolean => register.access[act] !== undefined && register.access[act] !== 'false'
  return [
    ...(offers('see') ? readCalls(register) : []),
    ...(offers('create') || offers('change') ? saveCalls(register) : []),
    ...(offers('change') ? changeCalls(register) : []),
    ...(offers('remove') ? removeCalls(register) : []),
  ]
}

const inPath = (register: Register): JsonObject => ({ name: 'id', in: 'path', required: true, schema: keySchema(register) })
const done: JsonObject = { type: 'object', properties: { count: { type: 'integer' }, ids: { type: 'array', items: {} } } }

const found: readonly JsonObject[] = [parameterReference('filter'), parameterReference('q')]

function readCalls(register: Register): ApiCall[] {
  const stores = storeParameters(register)
  const get = (id: string, summary: string, parameters: readonly JsonObject[], reply: JsonObject, path = `/${id}`): ApiCall =>
    registerCall(register, {
      id,
      method: 'get',
      path,
      summary,
      parameters: [...parameters, ...stores],
      replies: { 200: reply },
      refusals: [400, 401, 403],
    })
  const headers = { 'content-count': { description: 'Rows that all pages hold.', schema: { type: 'integer' } } }
  const page = jsonResponse({ type: 'array', items: recordReference(register) }, 'A page.', headers)
  const count = jsonResponse({ type: 'object', properties: { count: { type: 'integer' } } }, 'The number.')
  const code = jsonResponse({ type: 'object', properties: { codigo: { type: 'string' } } }, 'The code.')
  return [
    get('find', 'list', found, page, ''),
    get('list', 'list', found, page),
    get('findInclude', 'list', found, page),
    get('count', 'count', found, count),
    get(
      'uniqCodigo',
      'how many other records use a value',
      [
        queryParameter('value', { type: 'string' }, true),
        queryParameter('field', { type: 'string' }),
        queryParameter('id', keySchema(register)),
      ],
      count,
    ),
    get('proximoCodigo', 'next free code', [], code),
    registerCall(register, {
      id: 'get',
      method: 'get',
      path: '/{id}',
      summary: 'one record with its lists',
      parameters: [inPath(register), ...stores],
      replies: { 200: jsonResponse(recordReference(register), 'The record.') },
      refusals: [401, 403, 404],
    }),
    historyCall(register),
    ...totalsCall(register),
    exportCall(register),
  ]
}

/** Returns the call of a record's history. */
function historyCall(register: Register): ApiCall {
  const text: JsonObject = { type: 'string' }
  const change: JsonObject = {
    type: 'object',
    properties: { path: text, title: text, kind: text, from: {}, to: {}, fromText: text, toText: text },
  }
  const entry: JsonObject = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      acao: { enum: ['criar', 'alterar', 'excluir'] },
      acaoId: { type: ['string', 'null'] },
      createdAt: text,
      version: { type: ['integer', 'null'] },
      usuario: { type: ['object', 'null'], properties: { id: { type: 'integer' }, nome: text, email: text } },
      changes: { type: 'array', items: change },
    },
  }
  return registerCall(register, {
    id: 'historico',
    method: 'get',
    path: '/{id}/historico',
    summary: 'who changed what in a record, newest first',
    parameters: [
      inPath(register),
      queryParameter('skip', { type: 'integer' }),
      queryParameter('limit', { type: 'integer' }),
      ...storeParameters(register),
    ],
    replies: { 200: jsonResponse({ type: 'array', items: entry }, 'A page.') },
    refusals: [400, 401, 403, 404],
  })
}

function exportCall(register: Register): ApiCall {
  const file: JsonObject = { schema: { type: 'string', format: 'binary' } }
  return registerCall(register, {
    id: 'exportar',
    method: 'get',
    summary: 'every row of a filter as a file',
    parameters: [
      ...found,
      ...storeParameters(register),
      queryParameter('columns', {
        type: 'string',
        description: 'Fields and relation.field, comma separated; those of the list when left out.',
      }),
      queryParameter('formato', { enum: ['csv', 'xlsx'], default: 'csv' }),
      queryParameter('nome', { type: 'string', description: 'Name of the file and of its sheet.' }),
    ],
    replies: {
      200: {
        description: 'The file; content-count says how many rows it has.',
        content: { 'text/csv': file, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': file },
      },
    },
    refusals: [400, 401, 403, 422],
  })
}

/** The refusals of whoever writes a record. */
const writing = [400, 401, 403, 404, 409, 422] as const

function saveCalls(register: Register): ApiCall[] {
  const one = recordReference(register)
  const either: JsonObject = { anyOf: [one, { type: 'array', items: one }] }
  const save = (id: string, path: string): ApiCall =>
    registerCall(register, {
      id,
      method: 'post',
      path,
      summary: 'create, or with id change',
      body: either,
      replies: { 200: jsonResponse(either, 'Changed.'), 201: jsonResponse(one, 'Created.') },
      refusals: writing,
    })
  return [save('create', ''), save('save', '/save')]
}

/** A change may hold only some of the fields. */
function changeCalls(register: Register): ApiCall[] {
  const standing = { 200: jsonResponse(recordReference(register), 'The record as it stands.') }
  const change = (id: string, method: ApiCall['method'], path: string): ApiCall =>
    registerCall(register, {
      id,
      method,
      path,
      summary: 'change the fields given',
      ...(path.endsWith('{id}') ? { parameters: [inPath(register)] } : {}),
      body: { type: 'object', properties: { id: keySchema(register), version: { type: 'integer' } } },
      replies: standing,
      refusals: writing,
    })
  const many: JsonObject = inputOfStore(
    {
      ids: { type: 'array', items: keySchema(register) },
      where: { type: 'object' },
      data: { type: 'object' },
    },
    ['data'],
  )
  const entry: JsonObject = inputOfStore({ historico: { type: 'integer' }, version: { type: 'integer' } }, ['historico'])
  return [
    change('updateAttributes', 'post', '/updateAttributes'),
    change('put', 'put', ''),
    change('putById', 'put', '/{id}'),
    change('patch', 'patch', ''),
    change('patchById', 'patch', '/{id}'),
    registerCall(register, {
      id: 'updateMany',
      method: 'post',
      summary: 'the same change of many records',
      body: many,
      replies: { 200: jsonResponse(done, 'Changed.') },
      refusals: writing,
    }),
    ...bulkCalls(register),
    ...wayCalls(register),
    ...commentCalls(register),
    registerCall(register, {
      id: 'restaurar',
      method: 'post',
      path: '/{id}/restaurar',
      summary: 'the record as it was after an entry of its history',
      parameters: [inPath(register)],
      body: entry,
      replies: standing,
      refusals: writing,
    }),
  ]
}

function removeCalls(register: Register): ApiCall[] {
  const remove = (id: string, path: string, key: JsonObject): ApiCall =>
    registerCall(register, {
      id,
      method: 'delete',
      path,
      summary: 'remove',
      parameters: [key, ...storeParameters(register)],
      replies: { 200: jsonResponse(done, 'Removed.') },
      refusals: [400, 401, 403, 404, 422],
    })
  return [remove('del', '/del', queryParameter('id', keySchema(register), true)), remove('delById', '/{id}', inPath(register))]
}
