import {
  ApiError,
  changeRecords,
  inputOfStore,
  lockRows,
  objectOf,
  operation,
  requireStore,
  runWrite,
  tableOf,
} from '../../../server/domain.ts'
import { requestSync } from '../requestSync.ts'

/** Cancels a transaction that waits at its terminal, which hears of it by an event. */
export const cancelTransaction = operation({
  method: 'POST',
  path: 'Transaction_pos/cancelar',
  title: 'Cancelar uma transação que aguarda no terminal',
  gate: 'pdv_relatorios',
  input: inputOfStore({ equipamentoTransacaoId: { type: 'integer' } }),
  output: objectOf({ id: { type: 'integer' }, cancelada_em: { type: 'string', format: 'date-time' } }),
  messages: ['not-found', 'terminal.cancelled', 'terminal.done'],
  async run({ model, caller, input, writing }) {
    const lojaId = requireStore(caller)
    const table = tableOf(model, 'equipamento_transacaos')
    const id = input.equipamentoTransacaoId
    return runWrite(writing, table.register, async work => {
      const { rows } = await work.q.query<{ equipment: string; done: boolean; cancelled: boolean }>(
        `SELECT "equipamentoId" AS equipment, coalesce("transactionPosId", 0) > 0 AS done, cancelada_em IS NOT NULL AS cancelled
         FROM ${table.sql} WHERE "lojaId" = $1 AND id = $2 FOR UPDATE`,
        [lojaId, id],
      )
      const found = rows[0]
      if (!found) throw new ApiError(404, 'not-found')
      if (found.cancelled) throw new ApiError(400, 'terminal.cancelled')
      if (found.done) throw new ApiError(400, 'terminal.done')
      const cancelada_em = new Date().toISOString()
      await changeRecords(table, [id], { cancelada_em }, work, { history: false })
      const equipamentoId = Number(found.equipment)
      // A terminal that was removed since hears of nothing.
      const [standing] = await lockRows(work.q, 'equipamentos', lojaId, [equipamentoId])
      if (standing !== undefined) await requestSync({ equipamentoId, update_until: cancelada_em, completo: false }, work)
      return { id, cancelada_em }
    })
  },
})
