import { isRecord, membersOf, recordsIn } from '../../src/base/record.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Schema = Readonly<Record<string, unknown>>

/** One call as the API's own document tells it. */
export interface DocumentedCall {
  readonly method: Method
  /** Below /api, its parts in braces: `/produtos/{id}`. */
  readonly path: string
  readonly query: Readonly<Record<string, Schema>>
  /** Members that its body may have: those of all shapes that the document offers. */
  readonly body: Readonly<Record<string, Schema>> | undefined
  /** Whether the body may be a list of such objects. */
  readonly listed: boolean
}

/** Calls that end the session or are streams. */
const left = new Set(['/users/logout', '/events', '/users/change-password'])

/** Every call that the API's own document tells of, but for those that end the session or are streams. */
export function callsOf(document: unknown): DocumentedCall[] {
  const at = (path: string): Schema =>
    path.split('/').reduce<Schema>((found, step) => membersOf(found[step]), membersOf(document))
  const followed = (value: unknown): Schema => {
    const { $ref } = membersOf(value)
    return typeof $ref === 'string' ? at($ref.slice(2)) : membersOf(value)
  }
  const whole = (value: unknown, depth = 4): Schema => {
    const schema = followed(value)
    if (depth === 0) return schema
    const items = schema.items === undefined ? {} : { items: whole(schema.items, depth - 1) }
    return { ...schema, ...items, properties: propertiesOf(schema, one => whole(one, depth - 1)) }
  }
  const shapes = (value: unknown): Schema[] => {
    const schema = followed(value)
    const { anyOf } = schema
    return Array.isArray(anyOf) ? anyOf.flatMap(shapes) : [schema]
  }
  return Object.entries(at('paths')).flatMap(([path, methods]) =>
    Object.entries(membersOf(methods)).flatMap(([method, says]): DocumentedCall[] => {
      if (left.has(path)) return []
      const { parameters, requestBody } = membersOf(says)
      const queries = recordsIn(parameters)
        .map(followed)
        .filter(one => one.in === 'query')
      const body = membersOf(membersOf(membersOf(requestBody).content)['application/json'])
      const all = requestBody === undefined ? [] : shapes(body.schema)
      const objects = all.flatMap(one => (one.type === 'array' ? shapes(one.items) : [one]))
      return [
        {
          method: method.toUpperCase() as Method,
          path,
          query: Object.fromEntries(queries.map(one => [String(one.name), membersOf(one.schema)])),
          body:
            requestBody === undefined ? undefined : Object.assign({}, ...objects.map(one => propertiesOf(followed(one), whole))),
          listed: all.some(one => one.type === 'array'),
        },
      ]
    }),
  )
}

const propertiesOf = ({ properties }: Schema, followed: (value: unknown) => Schema): Record<string, Schema> =>
  isRecord(properties) ? Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, followed(one)])) : {}
