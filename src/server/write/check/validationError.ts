import type { Problem } from '../../../model/problem.ts'
import { ApiError } from '../../error.ts'

/** A record that was refused, with every problem at its field; the only one speaks for the whole. */
export function validationError(problems: readonly Problem[]): ApiError {
  const [first] = problems
  if (problems.length === 1 && first) return new ApiError(422, first.code, first.params, problems)
  return new ApiError(422, 'validation', { count: problems.length }, problems)
}

/** The beginning of the paths of a record's fields, by its index among those of the body. */
export type BodyPlace = (index: number) => string

export const amongRecords: BodyPlace = index => `${index}.`
export const aloneInBody: BodyPlace = () => ''

/** Problems of a record at its place in the body; one of the record as a whole has the place by itself. */
export const problemsAt = (problems: readonly Problem[], place: string): Problem[] =>
  problems.map(problem => ({ ...problem, path: problem.path === '' ? place.replace(/\.$/, '') : `${place}${problem.path}` }))
