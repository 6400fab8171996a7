import type { Caller } from '../access/caller.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import type { Table } from '../query/table.ts'
import { unseenProblems } from '../query/unseen.ts'
import { isActAllowed } from '../query/visibility.ts'
import { problemsAt, validationError } from '../write/check/validationError.ts'
import type { RegisterRequest } from './registerRequest.ts'

/**
 * Refuses bodies that name a field which their sender may not read. What the server itself writes in following a call is not asked: only people
 * say here what they mean. @throws ApiError
 */
export function refuseUnseen(
  bodies: readonly DataRow[],
  { model, table }: Pick<RegisterRequest, 'model'> & { readonly table: Table },
  { rights }: Pick<Caller, 'rights'>,
  several: boolean,
): void {
  // Whoever may not write at all is told that, and nothing of fields.
  if (!(['create', 'change'] as const).some(act => isActAllowed(table.register, act, rights))) return
  const problems = bodies.flatMap((body, index) =>
    problemsAt(unseenProblems(body, table, { model, rights }), several ? index : undefined),
  )
  if (problems.length > 0) throw validationError(problems)
}
