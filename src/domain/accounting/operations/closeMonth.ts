import { DateTime } from 'luxon'
import {
  ApiError,
  changeRecords,
  inputOfStore,
  inTransaction,
  type OperationContext,
  type OperationInput,
  objectOf,
  operation,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'
import { monthFile } from '../archive/monthFile.ts'

type Input = OperationInput<'POST Contador_arquivo/fechar'>

const input = inputOfStore({ arquivoId: { type: 'integer' } })
const output = objectOf({ id: { type: 'integer' }, fechado: { type: 'boolean' } })

/** Closes a month that is over: what comes to it later is told as such. It forbids nothing, since the law may ask for a late document. */
export const closeMonth = operation({
  method: 'POST',
  path: 'Contador_arquivo/fechar',
  title: 'Fechar um mês',
  gate: 'cadastros_ver',
  input,
  output,
  messages: ['not-found', 'accountant.month-running', 'accountant.closed-already'],
  run: running => setClosed(running, true),
})

/** Opens a closed month again. */
export const reopenMonth = operation({
  method: 'POST',
  path: 'Contador_arquivo/reabrir',
  title: 'Reabrir um mês fechado',
  gate: 'cadastros_ver',
  input,
  output,
  messages: ['not-found', 'accountant.not-closed'],
  run: running => setClosed(running, false),
})

function setClosed({ model, caller, input: { arquivoId }, writing }: OperationContext<Input>, closes: boolean) {
  const lojaId = requireStore(caller)
  const table = tableOf(model, 'Contador_arquivo')
  return inTransaction(writing, table.register, async work => {
    const { mes, fechado_em } = await monthFile(work.q, lojaId, arquivoId, 'FOR UPDATE')
    if (closes && mes >= DateTime.now().setZone(caller.zone).toFormat('yyyy-MM'))
      throw new ApiError(400, 'accountant.month-running')
    if (closes !== (fechado_em === null)) throw new ApiError(400, closes ? 'accountant.closed-already' : 'accountant.not-closed')
    const moment = {
      fechado_em: closes ? new Date().toISOString() : null,
      fechado_por: closes ? caller.name || caller.email : null,
    }
    await changeRecords(table, [arquivoId], moment, work, { history: false })
    return { id: arquivoId, fechado: closes }
  })
}
