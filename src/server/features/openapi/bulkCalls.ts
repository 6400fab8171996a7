import { kindByName } from '../../../kinds/values.ts'
import { adjustmentRoundings } from '../../../model/adjustment/adjustment.ts'
import type { Register } from '../../../model/model.ts'
import type { ApiCall, JsonObject } from './apiCall.ts'
import {
  jsonResponse,
  keySchema,
  parameterReference,
  queryParameter,
  recordReference,
  registerCall,
  storeParameters,
} from './components.ts'

const text: JsonObject = { type: 'string' }
const number: JsonObject = { type: 'integer' }
const yes: JsonObject = { type: 'boolean' }
const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
})
const found: JsonObject = {
  ...object({ where: { type: 'object' }, q: text }),
  description: 'The records meant: all that this filter finds and the caller may change.',
}

const adjustment: JsonObject = {
  ...object(
    {
      campo: text,
      tambem: { type: 'array', items: text, description: 'Further fields that are changed by the same.' },
      tipo: { type: 'string', enum: ['percentual', 'valor'] },
      valor: { type: 'number' },
      arredonda: { type: 'string', enum: [...adjustmentRoundings] },
    },
    'campo',
    'tipo',
    'valor',
  ),
  description:
    'A number of each record changed by percent or amount: `arredonda` to the nearest step, or to the nearest with such cents.',
}

/** Changes of many records at once, and what they would meet. */
export function bulkCalls(register: Register): ApiCall[] {
  const item = object({ id: keySchema(register), version: number }, 'id')
  const each = object({ lojaId: number, itens: { type: 'array', items: item }, validas: yes }, 'itens')
  const alike = object(
    {
      lojaId: number,
      registros: found,
      dados: { type: 'object', description: 'The same values for all; or say `ajuste`.' },
      ajuste: adjustment,
      visto: { ...text, format: 'date-time' },
      validas: yes,
      parte: {
        ...object({ apos: keySchema(register), quantos: number }, 'quantos'),
        description: 'Only so many of the records, behind this key: very many are changed part by part, as one action.',
      },
      ensaio: { ...yes, description: 'Tells what would become of it; nothing is saved.' },
    },
    'registros',
  )
  const problem = object({ path: text, code: text, message: text })
  const named = object({ id: keySchema(register), rotulo: text, path: text, code: text, message: text })
  const changed = object({
    registros: { type: 'array', items: recordReference(register) },
    problemas: { type: 'array', items: problem },
  })
  const counted = object({
    alterados: number,
    recusados: number,
    problemas: { type: 'array', items: named },
    vistos: number,
    ate: { anyOf: [keySchema(register), { type: 'null' }] },
  })
  const value = object({ valor: {}, rotulo: text, quantidade: number })
  const asked = object({ lojaId: number, registros: found, campo: text, valor: {}, ajuste: adjustment }, 'registros', 'campo')
  const answer = object({
    total: number,
    mudam: number,
    visto: { ...text, format: 'date-time' },
    valores: { type: 'array', items: value },
    exemplos: { type: 'array', items: object({ id: keySchema(register), rotulo: text, campo: text, de: {}, para: {} }) },
  })
  return [
    registerCall(register, {
      id: 'alterarVarios',
      method: 'post',
      summary:
        'different changes of many records, or the same of all that a filter finds; all or none unless only the valid ones are wanted',
      body: { anyOf: [each, alike] },
      replies: { 200: jsonResponse({ anyOf: [changed, counted] }, 'Changed.') },
      refusals: [400, 401, 403, 422],
    }),
    registerCall(register, {
      id: 'valores',
      method: 'post',
      summary: 'what the records of a filter have in a field, and how many a value would change',
      body: asked,
      replies: { 200: jsonResponse(answer, 'The values, the commonest first.') },
      refusals: [400, 401, 403],
    }),
  ]
}

/** Sums over all rows of a list; offered where something can be summed. */
export function totalsCall(register: Register): ApiCall[] {
  const names = register.fields
    .filter(field => field.stored && !field.secret && kindByName(field.kind).sums)
    .map(field => field.name)
  if (names.length === 0) return []
  const sums = object(Object.fromEntries(names.map(one => [one, { type: 'number' }])))
  const group = object({ valor: {}, rotulo: text, count: number, totais: sums })
  const groups = { type: 'array', items: group }
  const cells = { type: 'array', items: object({ linha: {}, coluna: {}, count: number, totais: sums }) }
  return [
    registerCall(register, {
      id: 'totais',
      method: 'get',
      summary: 'exact sums over all rows of a filter',
      parameters: [
        parameterReference('filter'),
        parameterReference('q'),
        queryParameter('campos', { ...text, description: 'Fields to be summed, comma separated; empty with `por`.' }, true),
        queryParameter('por', { ...text, description: 'Field by whose values the same is told, too.' }),
        queryParameter('colunas', { ...text, description: 'A second field beside `por`: its values, and pairs of both.' }),
        ...storeParameters(register),
      ],
      replies: {
        200: jsonResponse(
          object({
            count: number,
            totais: sums,
            grupos: groups,
            outros: number,
            colunas: groups,
            outrasColunas: number,
            celulas: cells,
          }),
          'The sums.',
        ),
      },
      refusals: [400, 401, 403],
    }),
  ]
}
