import { valueOf } from '../../kinds/values.ts'
import type { Register } from '../../model/model.ts'
import type { Call, Json } from './call.ts'
import { body, inQuery, key, parameter, record, refusals, replies, says, store } from './parts.ts'

const text: Json = { type: 'string' }
const number: Json = { type: 'integer' }
const yes: Json = { type: 'boolean' }
const object = (properties: Json, ...required: string[]): Json => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
})
const found: Json = {
  ...object({ where: { type: 'object' }, q: text }),
  description: 'The records meant: all that this filter finds and the caller may change.',
}

/** Changes of many records at once, and what they would meet. */
export function severalCalls(register: Register): Call[] {
  const { name } = register
  const item = object({ id: key(register), version: number }, 'id')
  const each = object({ lojaId: number, itens: { type: 'array', items: item }, validas: yes }, 'itens')
  const alike = object(
    {
      lojaId: number,
      registros: found,
      dados: { type: 'object' },
      visto: { ...text, format: 'date-time' },
      validas: yes,
      parte: {
        ...object({ apos: key(register), quantos: number }, 'quantos'),
        description: 'Only so many of the records, behind this key: very many are changed part by part, as one action.',
      },
      ensaio: { ...yes, description: 'Tells what would become of it; nothing is saved.' },
    },
    'registros',
    'dados',
  )
  const problem = object({ path: text, code: text, message: text })
  const named = object({ id: key(register), rotulo: text, path: text, code: text, message: text })
  const changed = object({ registros: { type: 'array', items: record(register) }, problemas: { type: 'array', items: problem } })
  const counted = object({
    alterados: number,
    recusados: number,
    problemas: { type: 'array', items: named },
    vistos: number,
    ate: { anyOf: [key(register), { type: 'null' }] },
  })
  const value = object({ valor: {}, rotulo: text, quantidade: number })
  const asked = object({ lojaId: number, registros: found, campo: text, valor: {} }, 'registros', 'campo')
  const answer = object({
    total: number,
    mudam: number,
    visto: { ...text, format: 'date-time' },
    valores: { type: 'array', items: value },
  })
  return [
    {
      path: `/${name}/alterarVarios`,
      method: 'post',
      says: says(
        register,
        'alterarVarios',
        'different changes of many records, or the same of all that a filter finds; all or none unless only the valid ones are wanted',
        {
          requestBody: body({ anyOf: [each, alike] }),
          responses: { 200: replies({ anyOf: [changed, counted] }, 'Changed.'), ...refusals(400, 401, 403, 422) },
        },
      ),
    },
    {
      path: `/${name}/valores`,
      method: 'post',
      says: says(register, 'valores', 'what the records of a filter have in a field, and how many a value would change', {
        requestBody: body(asked),
        responses: { 200: replies(answer, 'The values, the commonest first.'), ...refusals(400, 401, 403) },
      }),
    },
  ]
}

/** Sums over all rows of a list; offered where something can be summed. */
export function totalsCall(register: Register): Call[] {
  const names = register.fields
    .filter(field => field.stored && !field.secret && valueOf(field.kind).sums)
    .map(field => field.name)
  if (names.length === 0) return []
  const sums = object(Object.fromEntries(names.map(one => [one, { type: 'number' }])))
  return [
    {
      path: `/${register.name}/totais`,
      method: 'get',
      says: says(register, 'totais', 'exact sums over all rows of a filter', {
        parameters: [
          parameter('filter'),
          parameter('q'),
          inQuery('campos', { ...text, description: 'Fields to be summed, comma separated.' }, true),
          ...store(register),
        ],
        responses: { 200: replies(object({ count: number, totais: sums }), 'The sums.'), ...refusals(400, 401, 403) },
      }),
    },
  ]
}
