import { ApiError } from '../error.ts'
import type { RequestQuery } from './registerRequest.ts'

/** `skip` and `limit` of a call that takes no filter. */
export function readPaging(
  query: RequestQuery,
  { limit, most }: { limit: number; most: number },
): { skip: number; limit: number } {
  return { skip: whole(query.skip, 'skip', 0, 1_000_000), limit: whole(query.limit, 'limit', limit, most) }
}

function whole(value: unknown, word: string, usual: number, most: number): number {
  if (value === undefined || value === '') return usual
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0) throw new ApiError(400, 'filter-part-invalid', { word })
  if (number > most) throw new ApiError(400, 'filter-limit-invalid', { word, max: most })
  return number
}
