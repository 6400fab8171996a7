import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import { roleTable } from '../../roleTable.ts'
import { historyName } from '../../write/writeHistory.ts'

/** An action of somebody, because of which an automation starts. */
export interface CausingAction {
  readonly id: string
  readonly userId: number
}

/** The record that a run is about. */
export interface RunRecord {
  readonly register: string
  readonly id: string
}

/** A run as far as its cause matters. */
interface CausedRun {
  readonly id: number
  readonly because?: CausingAction
  readonly about?: RunRecord
}

/**
 * Gives the runs of a store of which the action that caused them was undone since, as far as it is about their record: an undo may leave some of an
 * action's records as they are. Of a record that came along, of which the action's history tells nothing, the action speaks.
 */
export async function undoneRuns(
  q: Queries,
  { model, lojaId }: { readonly model: Model; readonly lojaId: number },
  runs: readonly CausedRun[],
): Promise<ReadonlySet<number>> {
  const caused = runs.flatMap(({ id, because, about }) => {
    const register = about && model.registers[about.register]
    return because && about ? [{ id, because, name: register ? historyName(register) : '', record: about.id }] : []
  })
  if (caused.length === 0) return new Set()
  const history = roleTable(model, 'history')
  const told = (of: string): string =>
    `EXISTS (SELECT FROM ${history} h WHERE h."lojaId" = $1 AND h."acaoId" = ${of}::text AND h.recurso = i.name AND h."recursoId" = i.record)`
  const { rows } = await q.query<{ run: string }>(
    `SELECT i.run FROM unnest($2::bigint[], $3::bigint[], $4::uuid[], $5::text[], $6::text[]) AS i(run, "userId", action, name, record)
     JOIN system.actions a ON a."lojaId" = $1 AND a."userId" = i."userId" AND a.id = i.action AND a."undoneBy" IS NOT NULL
     WHERE ${told('a."undoneBy"')} OR NOT ${told('a.id')}`,
    [
      lojaId,
      caused.map(({ id }) => id),
      caused.map(({ because }) => because.userId),
      caused.map(({ because }) => because.id),
      caused.map(({ name }) => name),
      caused.map(({ record }) => record),
    ],
  )
  return new Set(rows.map(({ run }) => Number(run)))
}
