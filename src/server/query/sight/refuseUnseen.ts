import type { Model, Rights } from '../../../model/model.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../fetchPlanRows.ts'
import type { Table } from '../table.ts'
import { isActAllowed } from '../visibility.ts'
import { unseenProblems } from './unseen.ts'

/**
 * Refuses a body that names a field which its sender may not read. The server's own writes that follow a call are not asked: only people say here
 * what they mean. @throws ApiError
 */
export const refuseUnseen = (body: DataRow, asked: Asked, reader: Reader): void => refuse([body], asked, reader, () => '')

/** The same of several bodies, each told at its place. */
export const refuseUnseenAmong = (bodies: readonly DataRow[], asked: Asked, reader: Reader): void =>
  refuse(bodies, asked, reader, index => `${index}.`)

interface Asked {
  readonly model: Model
  readonly table: Table
}

interface Reader {
  readonly rights: Rights
}

function refuse(
  bodies: readonly DataRow[],
  { model, table }: Asked,
  { rights }: Reader,
  placeOf: (index: number) => string,
): void {
  // Without a right to write that is told, and nothing of fields.
  if (!(['create', 'change'] as const).some(act => isActAllowed(table.register, act, rights))) return
  const problems = bodies.flatMap((body, index) =>
    unseenProblems(body, table, { model, rights }).map(problem => ({ ...problem, path: `${placeOf(index)}${problem.path}` })),
  )
  const [first] = problems
  if (first) throw new ApiError(422, problems.length === 1 ? first.code : 'validation', { count: problems.length }, problems)
}
