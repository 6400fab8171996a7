import { withoutUndefined } from '../../../base/objects/withoutUndefined.ts'
import { kindByName } from '../../../kinds/values.ts'
import { rowPartsOf } from '../../../model/report/resultShape.ts'
import type { Parameter, Query, ResultColumn, ResultShape } from '../../../model/report.ts'
import { searchLimits } from '../../query/search/searchLimits.ts'
import type { ApiCall, JsonObject } from './apiCall.ts'
import { parameterReference, refusalResponses } from './components.ts'

/** A report's place in the document. */
export function reportCall(query: Query): ApiCall {
  const parts = rowPartsOf(query.result).map(({ path }) => path)
  return {
    path: `/${query.path}`,
    method: 'get',
    operation: {
      operationId: `report_${query.name}`,
      summary: query.title,
      description: `Gate: ${query.gate}`,
      tags: ['relatorios'],
      parameters: [parameterReference('lojaId'), ...query.parameters.flatMap(asked), ...(parts.length === 0 ? [] : file(parts))],
      responses: {
        200: {
          description: 'The figures.',
          content: { 'application/json': { schema: resultSchema(query.result) }, ...files(parts) },
        },
        // 422 also where the report took too long: a shorter period is asked for.
        ...refusalResponses(400, 401, 403, 422),
      },
    },
  }
}

/** The JSON Schemas of a report's parameters by name; of several values a list. */
export const parameterSchemas = ({ parameters }: Query): Record<string, JsonObject> =>
  Object.fromEntries(
    parameters.flatMap(of => {
      const item: JsonObject = { title: of.title, ...kindByName(of.kind).schema(of) }
      return of.fills.map(name => [name, of.many ? { type: 'array', items: item } : item])
    }),
  )

function asked(of: Parameter): JsonObject[] {
  const item = kindByName(of.kind).schema(of)
  return of.fills.map(name => ({
    name,
    in: 'query',
    required: of.required,
    description: of.help === undefined ? of.title : `${of.title}. ${of.help}`,
    ...(of.many ? { style: 'form', explode: false, schema: { type: 'array', items: item } } : { schema: item }),
  }))
}

const file = (parts: readonly string[]): JsonObject[] => [
  { name: 'format', in: 'query', schema: { enum: ['csv', 'xlsx'] }, description: 'The rows of one part as a file.' },
  {
    name: 'part',
    in: 'query',
    schema: { enum: parts },
    description: 'The rows of this part alone, content-count of them in all; of a file the only one when left out.',
  },
  {
    name: 'filter',
    in: 'query',
    description: 'With part, as JSON: how its rows are wanted.',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            order: { type: 'string', description: 'A column, and DESC behind it.' },
            q: { type: 'string', maxLength: searchLimits.everywhere, description: 'Words that a row holds.' },
            limit: { type: 'integer', minimum: 1, maximum: 1000 },
            skip: { type: 'integer', minimum: 0 },
          },
          additionalProperties: false,
        },
      },
    },
  },
  { name: 'except', in: 'query', schema: { enum: parts }, description: 'The rows of this part are left out.' },
]

const files = (parts: readonly string[]): JsonObject => (parts.length === 0 ? {} : { 'text/csv': { schema: { type: 'string' } } })

const columnSchema = (column: ResultColumn): JsonObject => {
  const { type, minimum: _min, maximum: _max, ...rest } = kindByName(column.kind).schema(column)
  const own = typeof type === 'string' ? { ...rest, type: [type, 'null'] } : { anyOf: [rest, { type: 'null' }] }
  return { title: column.title, ...own }
}

const recordSchema = (columns: readonly ResultColumn[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(columns.map(column => [column.name, columnSchema(column)])),
})

/** The JSON Schema of what a report answers. */
export function resultSchema(shape: ResultShape): JsonObject {
  switch (shape.is) {
    case 'value':
      return columnSchema(shape.column)
    case 'record':
      return {
        type: 'object',
        properties: Object.fromEntries(Object.entries(shape.members).map(([name, each]) => [name, resultSchema(each)])),
      }
    case 'rows':
      return withoutUndefined({ type: 'array', maxItems: shape.most, items: recordSchema(shape.columns) })
    case 'keyed':
      return keyedSchema(shape)
    case 'tree':
      return { type: 'array', description: `Each with ${shape.children}, the rows below it.`, items: recordSchema(shape.columns) }
  }
}

function keyedSchema({ by, columns, value }: Extract<ResultShape, { readonly is: 'keyed' }>): JsonObject {
  const end = columns.find(column => column.name === value)
  const last = end ? columnSchema(end) : recordSchema(columns.filter(column => !by.includes(column.name)))
  return by.reduceRight<JsonObject>(
    (below, name) => ({ type: 'object', description: `By ${name}.`, additionalProperties: below }),
    last,
  )
}
