import type { Register } from '../../../model/model.ts'
import { inputOfStore, objectOf } from '../../operations/objectOf.ts'
import { mostLetters, mostMentions } from '../discuss/commentInput.ts'
import { mostCounted } from '../discuss/countComments.ts'
import type { ApiCall, JsonObject } from './apiCall.ts'
import { jsonResponse, keySchema, queryParameter, registerCall, storeParameters } from './components.ts'

/** The calls by which people talk about the records of a register that says `discuss`. */
export function commentCalls(register: Register): ApiCall[] {
  if (!register.discuss) return []
  const record: JsonObject = { name: 'id', in: 'path', required: true, schema: keySchema(register) }
  const comment: JsonObject = { name: 'comentario', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
  const told = { 200: jsonResponse(reply, 'The comment.') }
  const change = (id: string, path: string, summary: string, body: typeof words, required: readonly string[]): ApiCall =>
    registerCall(register, {
      id: `comentarios-${id}`,
      method: 'post',
      path: `/{id}/comentarios/{comentario}/${path}`,
      summary,
      parameters: [record, comment],
      body: inputOfStore(body, required),
      replies: told,
      refusals: [400, 401, 403, 404, 422],
    })
  return [
    registerCall(register, {
      id: 'comentarios',
      method: 'get',
      path: '/{id}/comentarios',
      summary: 'what was said of it, the newest first; `content-count` says how many there are',
      parameters: [
        record,
        ...storeParameters(register),
        queryParameter('skip', { type: 'integer', minimum: 0 }),
        queryParameter('limit', { type: 'integer', minimum: 1, maximum: 100 }),
      ],
      replies: { 200: jsonResponse({ type: 'array', items: reply }, 'The comments.') },
      refusals: [400, 401, 403, 404],
    }),
    countsCall(register),
    registerCall(register, {
      id: 'comentarios-pessoas',
      method: 'get',
      path: '/{id}/comentarios/pessoas',
      summary: 'people of the store who see it, by a part of their name',
      parameters: [record, ...storeParameters(register), queryParameter('busca', { type: 'string', maxLength: 80 })],
      replies: { 200: jsonResponse({ type: 'array', maxItems: 20, items: person }, 'The people.') },
      refusals: [401, 403, 404],
    }),
    registerCall(register, {
      id: 'comentarios-escrever',
      method: 'post',
      path: '/{id}/comentarios',
      summary: 'say something of it; for people, not for keys of programs',
      parameters: [record],
      body: inputOfStore({ ...words, ...task, resposta: { type: ['string', 'null'], format: 'uuid' } }, ['texto']),
      replies: told,
      refusals: [400, 401, 403, 404, 422, 429],
    }),
    registerCall(register, {
      id: 'comentarios-mudar',
      method: 'patch',
      path: '/{id}/comentarios/{comentario}',
      summary: 'change one’s own words',
      parameters: [record, comment],
      body: inputOfStore(words, ['texto']),
      replies: told,
      refusals: [400, 401, 403, 404, 422, 429],
    }),
    registerCall(register, {
      id: 'comentarios-excluir',
      method: 'delete',
      path: '/{id}/comentarios/{comentario}',
      summary: 'take one’s own words back; the owner of the store any',
      parameters: [record, comment, ...storeParameters(register)],
      replies: { 200: jsonResponse(objectOf({ id: text }), 'Removed.') },
      refusals: [401, 403, 404],
    }),
    change('tarefa', 'tarefa', 'leave it as a task with somebody, or with nobody', task, ['responsavel']),
    change('feito', 'feito', 'say that the task is done, or is not', { feito: { type: 'boolean' } }, ['feito']),
  ]
}

const countsCall = (register: Register): ApiCall =>
  registerCall(register, {
    id: 'comentarios-contagem',
    method: 'get',
    path: '/comentarios/contagem',
    summary: 'how many comments and open tasks some records have; those without any are left out',
    parameters: [
      ...storeParameters(register),
      queryParameter('ids', { type: 'string', description: `Up to ${mostCounted} keys, with commas`, examples: ['1,2,3'] }),
    ],
    replies: { 200: jsonResponse({ type: 'array', maxItems: mostCounted, items: counts }, 'The counts.') },
    refusals: [400, 401, 403, 404],
  })

const text: JsonObject = { type: 'string' }
const userId: JsonObject = { type: 'integer', minimum: 1 }

const person: JsonObject = objectOf({ id: { type: 'integer' }, nome: text })

const counts: JsonObject = objectOf({
  id: text,
  comentarios: { type: 'integer', minimum: 0 },
  tarefas: { type: 'integer', minimum: 0 },
})

const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] })

const words: Readonly<Record<string, JsonObject>> = {
  texto: { type: 'string', minLength: 1, maxLength: mostLetters },
  mencoes: { type: 'array', maxItems: mostMentions, items: userId },
}

const task: Readonly<Record<string, JsonObject>> = {
  responsavel: orNull(userId),
  prazo: { type: ['string', 'null'], format: 'date' },
}

const acts = ['editar', 'excluir', 'tarefa', 'feito']

const properties: JsonObject = {
  id: { type: 'string', format: 'uuid' },
  resposta: { type: ['string', 'null'], description: 'The comment that it answers' },
  texto: { type: 'string', description: 'Empty where it was removed' },
  quem: person,
  quando: { type: 'string', format: 'date-time' },
  editado: { type: 'boolean' },
  excluido: { type: 'boolean' },
  mencoes: { type: 'array', items: person },
  responsavel: orNull(person),
  prazo: { type: ['string', 'null'], format: 'date' },
  feitoEm: { type: ['string', 'null'], format: 'date-time' },
  feitoPor: orNull(person),
  pode: {
    type: 'object',
    description: 'What whoever asks may do with it',
    properties: Object.fromEntries(acts.map(act => [act, { type: 'boolean' }])),
    required: acts,
  },
}

const reply: JsonObject = { type: 'object', properties, required: Object.keys(properties) }
