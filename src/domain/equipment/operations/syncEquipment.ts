import {
  ApiError,
  inputOfStore,
  objectOf,
  operation,
  type RowOf,
  requireStore,
  runWrite,
  tableOf,
} from '../../../server/domain.ts'
import { requestSync } from '../requestSync.ts'

/** Asks a piece of equipment to take over what changed until now. A sync that still waits is moved to now instead of asked twice. */
export const syncEquipment = operation({
  method: 'POST',
  path: 'equipamento_eventos/sincronizar',
  title: 'Sincronizar um equipamento',
  gate: 'cadastros_ver',
  input: inputOfStore({ equipamentoId: { type: 'integer' } }),
  output: objectOf({
    id: { type: 'integer' },
    equipamentoId: { type: 'integer' },
    update_until: { type: 'string', format: 'date-time' },
    completo: { type: 'boolean' },
  }),
  messages: ['not-found', 'equipment.inactive'],
  async run({ model, caller, input, writing }) {
    const events = tableOf(model, 'equipamento_eventos')
    const lojaId = requireStore(caller)
    const event = { equipamentoId: input.equipamentoId, update_until: new Date().toISOString(), completo: false }
    const id = await runWrite(writing, events.register, async work => {
      const { rows } = await work.q.query<RowOf<'equipamentos', 'ativo'>>(
        `SELECT "ativo" FROM ${tableOf(model, 'equipamentos').sql} WHERE "lojaId" = $1 AND id = $2 FOR UPDATE`,
        [lojaId, input.equipamentoId],
      )
      if (!rows[0]) throw new ApiError(404, 'not-found')
      if (rows[0].ativo === false) throw new ApiError(422, 'equipment.inactive')
      return requestSync(event, work)
    })
    return { id, ...event }
  },
})
