import { registerOfRole } from '../../../model/access/roles.ts'
import type { Model } from '../../../model/model.ts'
import { type Table, tableOf } from '../../query/table.ts'

/** The list of a run's steps. */
const STEPS = 'passos'

/** The tables of what automations did: the runs and their steps. */
export interface RunTables {
  readonly runs: Table
  readonly steps: Table
  /** The column of a step that names its run, and the one that keeps their order. */
  readonly by: string
  readonly order: string | undefined
}

export function runTables(model: Model): RunTables {
  const register = registerOfRole(model, 'automationRuns')
  const runs = register && tableOf(model, register.name)
  const list = runs?.lists.get(STEPS)
  if (!runs || !list) throw new Error('No register plays the role "automationRuns"')
  return { runs, steps: tableOf(model, list.register), by: list.by, order: list.order }
}
