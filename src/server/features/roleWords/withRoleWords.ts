import type { RegisterRole } from '../../../model/access/registerRole.ts'
import type { Caller } from '../../access/caller.ts'
import { modelForCaller } from '../../access/storeFields.ts'
import type { RegisterRequest, RegisterRoute } from '../../http/registerRequest.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { describeHistoryRows } from '../history/describeHistoryRows.ts'
import { describeFieldSettings } from './describeFieldSettings.ts'

type Answer = RegisterRoute['answer']
type Describe = (rows: readonly DataRow[], ask: RegisterRequest, caller: Caller) => Promise<readonly DataRow[]>

/** The registers whose rows come with words that no column holds. */
const described: Partial<Record<RegisterRole, Describe>> = {
  history: (rows, { model, service }, caller) =>
    describeHistoryRows(rows, { model: modelForCaller(model, caller), caller, database: service.database }),
  fieldSettings: async (rows, { model }, caller) => describeFieldSettings(rows, model, caller),
}

/** The same answer, but rows of such a register come with the words that people read. */
export const withRoleWords =
  (answer: Answer): Answer =>
  ask => {
    const { role } = ask.table.register
    const describe = role && described[role]
    return answer(describe ? { ...ask, describeRows: (rows, caller) => describe(rows, ask, caller) } : ask)
  }
