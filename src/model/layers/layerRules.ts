import { isRecord, membersOf } from '../../base/record.ts'
import { commonSchema, definitionSchemas } from '../source/definitionSchemas.ts'
import type { DefinitionKind } from '../source/definitions.ts'

/**
 * How a layer's list or object joins the product's, as `x-merge` of the meta-schemas says. Objects of words join word by word; of others:
 * `deep` is member by member, `names` the same where new members carry the layer's own prefix, `replace` the whole value anew, `set` values that are added,
 * `append` items that are added, `by` items that are known by the first of these words that they have (`lines`: some stand together in a list of their own).
 */
export type Merge = 'deep' | 'names' | 'replace' | 'set' | 'append' | KeyedMerge

/** Items that are known by a word. */
export interface KeyedMerge {
  readonly by: readonly string[]
  readonly lines?: boolean
}

/** Modes of `x-layer`: what a layer may say where the product has said something, or nothing. */
export const layerScopes = [
  'free',
  'product',
  'add',
  'fewer',
  'higher',
  'lower',
  'and',
  'and-said',
  'or',
  'absent',
  'placeholders',
] as const

/** The right to say a word: `free` and `product` hold for what stands below, too; the others narrow this word alone. */
export type LayerScope = (typeof layerScopes)[number]

interface Said {
  readonly schema: Readonly<Record<string, unknown>>
  /** The file in which it stands: its `$ref`s lead on from there. */
  readonly file: string
}

/** All that the meta-schemas say of one place of a definition. */
export interface LayerRules {
  readonly said: readonly Said[]
  readonly scope: LayerScope
}

const files: Readonly<Record<string, unknown>> = Object.fromEntries(
  [commonSchema, ...Object.values(definitionSchemas)].map(schema => [schema.$id, schema]),
)

/** Returns the rules of a whole file. */
export const rulesOf = (kind: DefinitionKind): LayerRules =>
  rules({ schema: membersOf(definitionSchemas[kind]), file: definitionSchemas[kind].$id }, 'product')

/** Returns the rules of a member, told by its name and by the words that stand beside it; of one that no meta-schema knows nothing is said. */
export function memberRules({ said, scope }: LayerRules, name: string, beside: readonly string[]): LayerRules {
  const named = said.filter(({ schema }) => isRecord(membersOf(schema.properties)[name]))
  const fitting = named.find(({ schema }) => isSubset(schema.required, beside)) ?? named[0]
  if (fitting) return rules({ ...fitting, schema: membersOf(membersOf(fitting.schema.properties)[name]) }, scope)
  const map = said.find(({ schema }) => isRecord(schema.additionalProperties))
  return map
    ? rules({ ...map, schema: membersOf(map.schema.additionalProperties) }, scope)
    : { said: [], scope: inherited(scope) }
}

/** Returns the rules of a list's items. */
export function itemRules({ said, scope }: LayerRules): LayerRules {
  const list = said.find(({ schema }) => isRecord(schema.items))
  return list ? rules({ ...list, schema: membersOf(list.schema.items) }, scope) : { said: [], scope: inherited(scope) }
}

/** Returns how a list joins the product's. */
export const listMergeOf = ({ said }: LayerRules): Merge =>
  mergeIn(said.filter(({ schema }) => hasType(schema, 'array'))) ?? 'replace'

/** Returns how an object joins the product's: word by word, unless something else is said. */
export const objectMergeOf = ({ said }: LayerRules): Merge =>
  mergeIn(said.filter(({ schema }) => hasType(schema, 'object'))) ?? 'deep'

/** Tells whether a place takes a text. */
export const takesText = ({ said }: LayerRules): boolean => said.some(({ schema }) => hasType(schema, 'string'))

const hasType = ({ type }: Said['schema'], wanted: string): boolean => [type].flat().includes(wanted)

const isSubset = (required: unknown, of: readonly string[]): boolean =>
  Array.isArray(required) && required.every(word => of.includes(String(word)))

function mergeIn(said: readonly Said[]): Merge | undefined {
  for (const { schema } of said) {
    const merge = schema['x-merge']
    if (merge === undefined) continue
    if (isRecord(merge)) return { by: [merge.by].flat().map(String), lines: merge.lines === true }
    return simple.find(each => each === merge)
  }
  return undefined
}

const simple = ['deep', 'names', 'replace', 'set', 'append'] as const

/** A narrowing of a word says nothing of what stands below it. */
const inherited = (scope: LayerScope): LayerScope => (scope === 'free' ? 'free' : 'product')

function rules(first: Said, above: LayerScope): LayerRules {
  const said = expanded(first)
  const own = said.map(({ schema }) => layerScopes.find(scope => scope === schema['x-layer'])).find(scope => scope !== undefined)
  return { said, scope: own ?? inherited(above) }
}

/** A schema with what its `$ref` leads to, and all branches of an `anyOf`. */
function expanded(said: Said): Said[] {
  const { $ref, anyOf, oneOf } = said.schema
  const branches = [anyOf, oneOf].flatMap(all => (Array.isArray(all) ? all : []))
  return [
    said,
    ...(typeof $ref === 'string' ? referred($ref, said.file) : []),
    ...branches.flatMap(branch => expanded({ schema: membersOf(branch), file: said.file })),
  ]
}

function referred(ref: string, from: string): Said[] {
  const [name = '', pointer = ''] = ref.split('#')
  const file = name || from
  let target: unknown = files[file]
  for (const step of pointer.split('/').slice(1)) target = membersOf(target)[step]
  return isRecord(target) ? expanded({ schema: target, file }) : []
}
