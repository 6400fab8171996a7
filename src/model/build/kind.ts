import type { Property } from '../../generated/definitions.ts'
import type { KindName, Refinement } from '../../kinds/kind.ts'

/** How each kind may travel in JSON. */
export const jsonTypesOfKind: Readonly<Record<KindName, readonly string[]>> = {
  text: ['string'],
  integer: ['integer', 'number'],
  decimal: ['number', 'integer'],
  money: ['number', 'integer'],
  percent: ['number', 'integer'],
  boolean: ['boolean'],
  date: ['string'],
  dateTime: ['string'],
  time: ['string'],
  choice: ['string', 'integer', 'number'],
  taxId: ['string'],
  weekdays: ['array'],
  reference: ['integer', 'string'],
  image: ['string'],
}

export const isKindName = (name: string): name is KindName => Object.hasOwn(jsonTypesOfKind, name)

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
  if (property.reference) return { kind: 'reference' }
  if (property.oneOf) return { kind: 'choice' }
  if (property.type === 'integer') return { kind: 'integer' }
  if (property.type === 'number') return { kind: 'decimal' }
  if (property.type === 'boolean') return { kind: 'boolean' }
  if (property.type === 'array') return { kind: 'weekdays' }
  return { kind: 'text' }
}

/** Whether a property is a child list and not a field. */
export const isChildListProperty = (property: Property): boolean => property.items !== undefined || property.list !== undefined
