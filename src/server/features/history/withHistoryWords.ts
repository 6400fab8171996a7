import { modelForCaller } from '../../access/storeFields.ts'
import type { RegisterRoute } from '../../http/registerRequest.ts'
import { describeHistoryRows } from './describeHistoryRows.ts'

type Answer = RegisterRoute['answer']

/** The same answer, but rows of the history's own register come with the words that people read. */
export const withHistoryWords =
  (answer: Answer): Answer =>
  ask => {
    if (ask.table.register.role !== 'history') return answer(ask)
    const { model, service } = ask
    return answer({
      ...ask,
      describeRows: (rows, caller) =>
        describeHistoryRows(rows, { model: modelForCaller(model, caller), caller, database: service.database }),
    })
  }
