import type { Problem } from '../../../model/problem.ts'
import { ApiError } from '../../error.ts'

/** A record that was refused, with every problem at its field; the only one speaks for the whole. */
export function validationError(problems: readonly Problem[]): ApiError {
  const [first] = problems
  if (problems.length === 1 && first) return new ApiError(422, first.code, first.params, problems)
  return new ApiError(422, 'validation', { count: problems.length }, problems)
}

/** Problems of one record among several: the place in the body comes first. */
export const problemsAt = (problems: readonly Problem[], index: number | undefined): Problem[] =>
  problems.map(problem =>
    index === undefined ? problem : { ...problem, path: [index, problem.path].filter(part => part !== '').join('.') },
  )
