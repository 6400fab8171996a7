import type { Property } from '../../generated/definitions.ts'
import type { JsonType, KindName, Refinement } from '../../kinds/kind.ts'
import { isKindName, kindNames } from '../../kinds/values.ts'
import { nearestWord } from '../source/nearest.ts'

/** The kind that a JSON type alone means, where the definition names no format. */
const kindOfJsonType = {
  string: 'text',
  integer: 'integer',
  number: 'decimal',
  boolean: 'boolean',
  array: 'weekdays',
  object: 'file',
} as const satisfies Record<JsonType, KindName>

/** A field's kind and refinement, from its format or else from its type. Nothing when the format is unknown. */
export function kindOfProperty(
  property: Pick<Property, 'format' | 'type' | 'oneOf' | 'reference'>,
  refinements: Readonly<Record<string, Refinement>>,
): { kind: KindName; refinement?: string } | undefined {
  const format = property.format
  if (format !== undefined) {
    if (isKindName(format)) return { kind: format }
    const refinement = Object.hasOwn(refinements, format) ? refinements[format] : undefined
    return refinement && { kind: refinement.kind, refinement: format }
  }
  if (property.reference) return { kind: property.type === 'array' ? 'references' : 'reference' }
  if (property.oneOf) return { kind: property.type === 'array' ? 'multiChoice' : 'choice' }
  return { kind: property.type === undefined ? 'text' : kindOfJsonType[property.type] }
}

/** The same; a format that is not known is read as the nearest one, so that its mistyping is told alone. */
export const likelyKindOfProperty = (
  property: Parameters<typeof kindOfProperty>[0],
  refinements: Readonly<Record<string, Refinement>>,
): { kind: KindName; refinement?: string } => {
  const known = kindOfProperty(property, refinements)
  if (known) return known
  const near = nearestWord(property.format ?? '', [...kindNames, ...Object.keys(refinements)])
  return (near === undefined ? undefined : kindOfProperty({ format: near }, refinements)) ?? { kind: 'text' }
}

/** Tells whether a property is a child list and not a field. */
export const isChildListProperty = (property: Property): boolean => property.items !== undefined || property.list !== undefined
