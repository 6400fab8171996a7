import type { Field, Way } from '../field.ts'
import type { Register } from '../model.ts'

/** A way and the choice that it changes. */
export interface OwnWay {
  readonly field: Field
  readonly way: Way
}

/** The way of a register's choices that has this id: any, or one that people take. */
export function wayOf(
  { fields }: Pick<Register, 'fields'>,
  id: string | undefined,
  whose: 'any' | 'people' = 'any',
): OwnWay | undefined {
  for (const field of fields) {
    const way = field.ways?.list.find(one => one.id === id && (whose === 'any' || !one.server))
    if (way) return { field, way }
  }
  return undefined
}
