import type { Act, Register } from '../../model/model.ts'
import type { Call, Json } from './call.ts'
import { body, inQuery, key, parameter, record, refusals, replies, says, store } from './parts.ts'
import { severalCalls, totalsCall } from './several.ts'

/** The generic calls of a register; what its definition offers to nobody is not listed. */
export function callsOf(register: Register): Call[] {
  const offers = (act: Act): boolean => register.access[act] !== undefined && register.access[act] !== 'false'
  return [
    ...(offers('see') ? readCalls(register) : []),
    ...(offers('create') || offers('change') ? saveCalls(register) : []),
    ...(offers('change') ? changeCalls(register) : []),
    ...(offers('remove') ? removeCalls(register) : []),
  ]
}

const inPath = (register: Register): Json => ({ name: 'id', in: 'path', required: true, schema: key(register) })
const done: Json = { type: 'object', properties: { count: { type: 'integer' }, ids: { type: 'array', items: {} } } }

function readCalls(register: Register): Call[] {
  const { name } = register
  const headers = { 'content-count': { description: 'Rows that all pages hold.', schema: { type: 'integer' } } }
  const list = (id: string, path: string): Call => ({
    path,
    method: 'get',
    says: says(register, id, 'list', {
      parameters: [parameter('filter'), parameter('q'), ...store(register)],
      responses: { 200: replies({ type: 'array', items: record(register) }, 'A page.', headers), ...refusals(400, 401, 403) },
    }),
  })
  const count = replies({ type: 'object', properties: { count: { type: 'integer' } } }, 'The number.')
  const get = (id: string, summary: string, parameters: Json[], reply: Json): Call => ({
    path: `/${name}/${id}`,
    method: 'get',
    says: says(register, id, summary, {
      parameters: [...parameters, ...store(register)],
      responses: { 200: reply, ...refusals(400, 401, 403) },
    }),
  })
  return [
    list('find', `/${name}`),
    list('list', `/${name}/list`),
    list('findInclude', `/${name}/findInclude`),
    get('count', 'count', [parameter('filter'), parameter('q')], count),
    get(
      'uniqCodigo',
      'how many other records use a value',
      [inQuery('value', { type: 'string' }, true), inQuery('field', { type: 'string' }), inQuery('id', key(register))],
      count,
    ),
    get(
      'proximoCodigo',
      'next free code',
      [],
      replies({ type: 'object', properties: { codigo: { type: 'string' } } }, 'The code.'),
    ),
    {
      path: `/${name}/{id}`,
      method: 'get',
      says: says(register, 'get', 'one record with its lists', {
        parameters: [inPath(register), ...store(register)],
        responses: { 200: replies(record(register), 'The record.'), ...refusals(401, 403, 404) },
      }),
    },
    ...pastCalls(register),
    ...totalsCall(register),
    exportCall(register),
  ]
}

/** What was done to a record. */
function pastCalls(register: Register): Call[] {
  const text: Json = { type: 'string' }
  const change: Json = {
    type: 'object',
    properties: { path: text, title: text, kind: text, from: {}, to: {}, fromText: text, toText: text },
  }
  const entry: Json = {
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
      says: says(register, 'historico', 'who changed what in a record, newest first', {
        parameters: [
          inPath(register),
          inQuery('skip', { type: 'integer' }),
          inQuery('limit', { type: 'integer' }),
          ...store(register),
        ],
        responses: { 200: replies({ type: 'array', items: entry }, 'A page.'), ...refusals(400, 401, 403, 404) },
      }),
    },
  ]
}

function exportCall(register: Register): Call {
  const file: Json = { schema: { type: 'string', format: 'binary' } }
  return {
    path: `/${register.name}/exportar`,
    method: 'get',
    says: says(register, 'exportar', 'every row of a filter as a file', {
      parameters: [
        parameter('filter'),
        parameter('q'),
        ...store(register),
        inQuery('columns', {
          type: 'string',
          description: 'Fields and relation.field, comma separated; those of the list when left out.',
        }),
        inQuery('formato', { enum: ['csv', 'xlsx'], default: 'csv' }),
        inQuery('nome', { type: 'string', description: 'Name of the file and of its sheet.' }),
      ],
      responses: {
        200: {
          description: 'The file; content-count says how many rows it has.',
          content: { 'text/csv': file, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': file },
        },
        ...refusals(400, 401, 403, 422),
      },
    }),
  }
}

function saveCalls(register: Register): Call[] {
  const one = record(register)
  const either: Json = { anyOf: [one, { type: 'array', items: one }] }
  const call = (id: string, path: string): Call => ({
    path,
    method: 'post',
    says: says(register, id, 'create, or with id change', {
      requestBody: body(either),
      responses: { 200: replies(either, 'Changed.'), 201: replies(one, 'Created.'), ...refusals(400, 401, 403, 404, 409, 422) },
    }),
  })
  return [call('create', `/${register.name}`), call('save', `/${register.name}/save`)]
}

/** A change may hold only some of the fields. */
function changeCalls(register: Register): Call[] {
  const { name } = register
  const change = (id: string, method: Call['method'], path: string): Call => ({
    path,
    method,
    says: says(register, id, 'change the fields given', {
      ...(path.endsWith('{id}') ? { parameters: [inPath(register)] } : {}),
      requestBody: body({ type: 'object', properties: { id: key(register), version: { type: 'integer' } } }),
      responses: { 200: replies(record(register), 'The record as it stands.'), ...refusals(400, 401, 403, 404, 409, 422) },
    }),
  })
  const many: Json = {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      ids: { type: 'array', items: key(register) },
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
      says: says(register, 'updateMany', 'the same change of many records', {
        requestBody: body(many),
        responses: { 200: replies(done, 'Changed.'), ...refusals(400, 401, 403, 404, 422) },
      }),
    },
    ...severalCalls(register),
    {
      path: `/${name}/{id}/restaurar`,
      method: 'post',
      says: says(register, 'restaurar', 'the record as it was after an entry of its history', {
        parameters: [inPath(register)],
        requestBody: body({
          type: 'object',
          properties: { lojaId: { type: 'integer' }, historico: { type: 'integer' }, version: { type: 'integer' } },
          required: ['historico'],
        }),
        responses: { 200: replies(record(register), 'The record as it stands.'), ...refusals(400, 401, 403, 404, 409, 422) },
      }),
    },
  ]
}

function removeCalls(register: Register): Call[] {
  const remove = (id: string, path: string, parameters: Json[]): Call => ({
    path,
    method: 'delete',
    says: says(register, id, 'remove', {
      parameters: [...parameters, ...store(register)],
      responses: { 200: replies(done, 'Removed.'), ...refusals(400, 401, 403, 404, 422) },
    }),
  })
  return [
    remove('del', `/${register.name}/del`, [inQuery('id', key(register), true)]),
    remove('delById', `/${register.name}/{id}`, [inPath(register)]),
  ]
}
