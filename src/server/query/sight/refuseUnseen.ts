import type { Model, Rights } from '../../../model/model.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../fetchPlanRows.ts'
import type { Table } from '../table.ts'
import { isActAllowed } from '../visibility.ts'
import { unseenProblems } from './unseen.ts'

/**
 * Refuses bodies that name a field which their sender may not read. The server's own writes that follow a call are not asked: only people say here
 * what they mean. @throws ApiError
 */
export function refuseUnseen(
  bodies: readonly DataRow[],
  { model, table }: { readonly model: Model; readonly table: Table },
  { rights }: { readonly rights: Rights },
  several: boolean,
): void {
  // Without a right to write that is told, and nothing of fields.
  if (!(['create', 'change'] as const).some(act => isActAllowed(table.register, act, rights))) return
  const problems = bodies.flatMap((body, index) =>
    unseenProblems(body, table, { model, rights }).map(problem => ({
      ...problem,
      path: several ? `${index}.${problem.path}` : problem.path,
    })),
  )
  const [first] = problems
  if (first) throw new ApiError(422, problems.length === 1 ? first.code : 'validation', { count: problems.length }, problems)
}
