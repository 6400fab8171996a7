import type { RecordAccess, Register } from '../../../model/model.ts'
import type { ApiCall, JsonObject } from './apiCall.ts'
import { bulkCalls, totalsCall } from './bulkCalls.ts'
import {
  jsonBody,
  jsonResponse,
  keySchema,
  operationObject,
  parameterReference,
  queryParameter,
  recordReference,
  refusalResponses,
  storeParameters,
} from './components.ts'

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

function readCalls(register: Register): ApiCall[] {
  const { name } = register
  const headers = { 'content-count': { description: 'Rows that all pages hold.', schema: { type: 'integer' } } }
  const list = (id: string, path: string): ApiCall => ({
    path,
    method: 'get',
    operation: operationObject(register, id, 'list', {
      parameters: [parameterReference('filter'), parameterReference('q'), ...storeParameters(register)],
      responses: {
        200: jsonResponse({ type: 'array', items: recordReference(register) }, 'A page.', headers),
        ...refusalResponses(400, 401, 403),
      },
    }),
  })
  const count = jsonResponse({ type: 'object', properties: { count: { type: 'integer' } } }, 'The number.')
  const get = (id: string, summary: string, parameters: JsonObject[], reply: JsonObject): ApiCall => ({
    path: `/${name}/${id}`,
    method: 'get',
    operation: operationObject(register, id, summary, {
      parameters: [...parameters, ...storeParameters(register)],
      responses: { 200: reply, ...refusalResponses(400, 401, 403) },
    }),
  })
  return [
    list('find', `/${name}`),
    list('list', `/${name}/list`),
    list('findInclude', `/${name}/findInclude`),
    get('count', 'count', [parameterReference('filter'), parameterReference('q')], count),
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
    get(
      'proximoCodigo',
      'next free code',
      [],
      jsonResponse({ type: 'object', properties: { codigo: { type: 'string' } } }, 'The code.'),
    ),
    {
      path: `/${name}/{id}`,
      method: 'get',
      operation: operationObject(register, 'get', 'one record with its lists', {
        parameters: [inPath(register), ...storeParameters(register)],
        responses: { 200: jsonResponse(recordReference(register), 'The record.'), ...refusalResponses(401, 403, 404) },
      }),
    },
    ...pastCalls(register),
    ...totalsCall(register),
    exportCall(register),
  ]
}

/** Returns the calls of a record's history. */
function pastCalls(register: Register): ApiCall[] {
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
  return [
    {
      path: `/${register.name}/{id}/historico`,
      method: 'get',
      operation: operationObject(register, 'historico', 'who changed what in a record, newest first', {
        parameters: [
          inPath(register),
          queryParameter('skip', { type: 'integer' }),
          queryParameter('limit', { type: 'integer' }),
          ...storeParameters(register),
        ],
        responses: { 200: jsonResponse({ type: 'array', items: entry }, 'A page.'), ...refusalResponses(400, 401, 403, 404) },
      }),
    },
  ]
}

function exportCall(register: Register): ApiCall {
  const file: JsonObject = { schema: { type: 'string', format: 'binary' } }
  return {
    path: `/${register.name}/exportar`,
    method: 'get',
    operation: operationObject(register, 'exportar', 'every row of a filter as a file', {
      parameters: [
        parameterReference('filter'),
        parameterReference('q'),
        ...storeParameters(register),
        queryParameter('columns', {
          type: 'string',
          description: 'Fields and relation.field, comma separated; those of the list when left out.',
        }),
        queryParameter('formato', { enum: ['csv', 'xlsx'], default: 'csv' }),
        queryParameter('nome', { type: 'string', description: 'Name of the file and of its sheet.' }),
      ],
      responses: {
        200: {
          description: 'The file; content-count says how many rows it has.',
          content: { 'text/csv': file, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': file },
        },
        ...refusalResponses(400, 401, 403, 422),
      },
    }),
  }
}

function saveCalls(register: Register): ApiCall[] {
  const one = recordReference(register)
  const either: JsonObject = { anyOf: [one, { type: 'array', items: one }] }
  const call = (id: string, path: string): ApiCall => ({
    path,
    method: 'post',
    operation: operationObject(register, id, 'create, or with id change', {
      requestBody: jsonBody(either),
      responses: {
        200: jsonResponse(either, 'Changed.'),
        201: jsonResponse(one, 'Created.'),
        ...refusalResponses(400, 401, 403, 404, 409, 422),
      },
    }),
  })
  return [call('create', `/${register.name}`), call('save', `/${register.name}/save`)]
}

/** A change may hold only some of the fields. */
function changeCalls(register: Register): ApiCall[] {
  const { name } = register
  const change = (id: string, method: ApiCall['method'], path: string): ApiCall => ({
    path,
    method,
    operation: operationObject(register, id, 'change the fields given', {
      ...(path.endsWith('{id}') ? { parameters: [inPath(register)] } : {}),
      requestBody: jsonBody({ type: 'object', properties: { id: keySchema(register), version: { type: 'integer' } } }),
      responses: {
        200: jsonResponse(recordReference(register), 'The record as it stands.'),
        ...refusalResponses(400, 401, 403, 404, 409, 422),
      },
    }),
  })
  const many: JsonObject = {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      ids: { type: 'array', items: keySchema(register) },
      where: { type: 'object' },
      data: { type: 'object' },
    },
    required: ['data'],
  }
  return [
    change('updateAttributes', 'post', `/${name}/updateAttributes`),
    change('put', 'put', `/${name}`),
    change('putById', 'put', `/${name}/{id}`),
    change('patch', 'patch', `/${name}`),
    change('patchById', 'patch', `/${name}/{id}`),
    {
      path: `/${name}/updateMany`,
      method: 'post',
      operation: operationObject(register, 'updateMany', 'the same change of many records', {
        requestBody: jsonBody(many),
        responses: { 200: jsonResponse(done, 'Changed.'), ...refusalResponses(400, 401, 403, 404, 409, 422) },
      }),
    },
    ...bulkCalls(register),
    {
      path: `/${name}/{id}/restaurar`,
      method: 'post',
      operation: operationObject(register, 'restaurar', 'the record as it was after an entry of its history', {
        parameters: [inPath(register)],
        requestBody: jsonBody({
          type: 'object',
          properties: { lojaId: { type: 'integer' }, historico: { type: 'integer' }, version: { type: 'integer' } },
          required: ['historico'],
        }),
        responses: {
          200: jsonResponse(recordReference(register), 'The record as it stands.'),
          ...refusalResponses(400, 401, 403, 404, 409, 422),
        },
      }),
    },
  ]
}

function removeCalls(register: Register): ApiCall[] {
  const remove = (id: string, path: string, parameters: JsonObject[]): ApiCall => ({
    path,
    method: 'delete',
    operation: operationObject(register, id, 'remove', {
      parameters: [...parameters, ...storeParameters(register)],
      responses: { 200: jsonResponse(done, 'Removed.'), ...refusalResponses(400, 401, 403, 404, 422) },
    }),
  })
  return [
    remove('del', `/${register.name}/del`, [queryParameter('id', keySchema(register), true)]),
    remove('delById', `/${register.name}/{id}`, [inPath(register)]),
  ]
}
