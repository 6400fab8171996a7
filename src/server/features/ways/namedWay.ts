import type { Field, Register, Way } from '../../../model/model.ts'
import { ApiError } from '../../error.ts'

/** A way and the choice that it changes. */
export interface NamedWay {
  readonly field: Field
  readonly way: Way
}

/** The way of that id that people take. @throws ApiError 404 */
export function wayNamed({ fields }: Register, id: string | undefined): NamedWay {
  for (const field of fields) {
    const way = field.ways?.list.find(one => one.id === id && !one.server)
    if (way) return { field, way }
  }
  throw new ApiError(404, 'not-found')
}
