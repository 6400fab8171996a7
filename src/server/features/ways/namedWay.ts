import type { Register } from '../../../model/model.ts'
import { type OwnWay, wayOf } from '../../../model/ways/wayOf.ts'
import { ApiError } from '../../error.ts'

/** The way of that id that people take. @throws ApiError 404 */
export function wayNamed(register: Register, id: string | undefined): OwnWay {
  const named = wayOf(register, id, 'people')
  if (!named) throw new ApiError(404, 'not-found')
  return named
}
