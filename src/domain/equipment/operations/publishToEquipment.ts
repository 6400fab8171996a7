import { ApiError, objectOf, operation, type RowOf, requireStore, runWrite, tableOf } from '../../../server/domain.ts'
import { requestSync } from '../requestSync.ts'

/** Asks every active piece of equipment of a store to take over what changed until now. */
export const publishToEquipment = operation({
  method: 'POST',
  path: 'Equipamento_eventos/publicar',
  title: 'Publicar o cardápio nos equipamentos da loja',
  gate: 'cardapio_publicar && store.publicarLojaFisica',
  input: objectOf({ lojaId: { type: 'integer' } }),
  output: objectOf({ equipamentos: { type: 'integer' }, update_until: { type: 'string', format: 'date-time' } }),
  messages: ['equipment.none-active'],
  async run({ model, caller, writing }) {
    const lojaId = requireStore(caller)
    const update_until = new Date().toISOString()
    const register = tableOf(model, 'equipamento_eventos').register
    return runWrite(writing, register, async work => {
      // In one order, so that two who publish at once do not wait for each other.
      const { rows } = await work.q.query<RowOf<'equipamentos', 'id'>>(
        `SELECT id FROM ${tableOf(model, 'equipamentos').sql} WHERE "lojaId" = $1 AND coalesce(ativo, true) ORDER BY id FOR UPDATE`,
        [lojaId],
      )
      if (rows.length === 0) throw new ApiError(400, 'equipment.none-active')
      for (const { id } of rows) await requestSync({ equipamentoId: Number(id), update_until, completo: false }, work)
      await work.q.query(
        `INSERT INTO ${tableOf(model, 'Loja_publicacoes').sql} ("lojaId", destino, publicado_em) VALUES ($1, 'EQUIPAMENTOS', $2)
         ON CONFLICT ("lojaId", destino) DO UPDATE SET publicado_em = excluded.publicado_em`,
        [lojaId, update_until],
      )
      return { equipamentos: rows.length, update_until }
    })
  },
})
