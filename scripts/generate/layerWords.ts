import { isRecord } from '../../src/base/record.ts'
import { placeWords } from '../../src/model/layers/layerContext.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * The meta-schemas as a layer obeys them, by the names of their files: it says what differs, so nothing is required, and says where things stand. Editors complete
 * from them; the checker judges what the whole comes to.
 */
export const partialMetaSchemas = (meta: Readonly<Record<string, Json>>): Map<string, string> =>
  new Map(
    Object.entries(meta).map(([name, schema]) => [
      name,
      `${JSON.stringify({ ...partial(schema), title: `${String(schema.title)}: what a layer says of it` })}\n`,
    ]),
  )

const describe: Readonly<Record<string, unknown>> = {
  $after: { type: 'string', description: 'The item after which this one stands, by its name.', examples: ['nome'] },
  $before: { type: 'string', description: 'The item before which this one stands, by its name.', examples: ['nome'] },
  $row: { const: 'same', description: 'In the line of the item that it stands beside: `same`.' },
  $hidden: { const: true, description: 'The item is shown no more; data, API and rules keep it: `true`.' },
  $comment: { type: 'string', description: 'Why the layer says so.' },
}

function partial(schema: Json): Json {
  const { required: _required, minProperties: _least, ...rest } = schema
  const parts = Object.entries(rest).map(([key, part]): [string, unknown] => [key, partOf(key, part)])
  const made = Object.fromEntries(parts)
  if (!isRecord(schema.properties) || schema.additionalProperties !== false) return made
  const words = Object.fromEntries(placeWords.map(word => [word, describe[word]]))
  return { ...made, properties: { $comment: describe.$comment, ...(isRecord(made.properties) ? made.properties : {}), ...words } }
}

/** Names of properties are no words of a schema. */
function partOf(key: string, part: unknown): unknown {
  if (key === 'examples' || key === 'default') return part
  if (!['properties', '$defs'].includes(key) || !isRecord(part)) return below(part)
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, below(each)]))
}

function below(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(below)
  return isRecord(value) ? partial(value) : value
}
