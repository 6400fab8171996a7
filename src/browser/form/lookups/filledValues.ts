import type { FieldValues } from '../draft/draftRows.ts'
import { equal } from '../draft/equal.ts'

/** Values that replies put, by place: while they stand as they were put, the next reply may change them. */
export interface FilledValues {
  /** Tells of a field of that place whether it still holds what a reply put there. */
  stillIn(place: string, values: FieldValues): (name: string) => boolean
  note(place: string, fills: FieldValues): void
}

export function createFilledValues(): FilledValues {
  const put = new Map<string, unknown>()
  return {
    stillIn: (place, values) => name => put.has(place + name) && equal(put.get(place + name), values[name]),
    note(place, fills) {
      for (const [name, value] of Object.entries(fills)) put.set(place + name, value)
    },
  }
}
