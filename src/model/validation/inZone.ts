import type { ValueOptions } from '../../kinds/kind.ts'
import type { Field } from '../model.ts'

const zoned = new WeakMap<Field, ValueOptions & { readonly zone: string }>()

/** The field's options with a time zone; stores that check records are mostly of one. */
export function inZone(field: Field, zone: string): ValueOptions {
  const known = zoned.get(field)
  if (known?.zone === zone) return known
  const made = { ...field, zone }
  zoned.set(field, made)
  return made
}
