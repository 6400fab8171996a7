import { ApiError, objectOf, operation, type RowOf, requireStore, tableOf } from '../../../server/plugin.ts'
import { appNameOf, type DeliveryApp, jsonSteps } from '../app.ts'
import { menuParts } from '../menu/menuParts.ts'
import type { StatusCall } from '../statusCalls.ts'

/** The place of a record in the menu, as far as its register has it. */
type PlaceRow = Partial<RowOf<'pergunta_resposta', 'id' | 'perguntaId'>> & { readonly shown: boolean }

/** Tells the app of a status as it changes. */
export const tellStatus = ({ path, title, register, key, status, place }: StatusCall, app: DeliveryApp) =>
  operation({
    method: 'POST',
    path,
    title,
    gate: 'cardapio_editar',
    input: {
      type: 'object',
      properties: {
        lojaId: { type: 'integer' },
        appDeliveryUri: { type: 'string' },
        [key]: { type: 'integer' },
        [status]: { type: 'boolean' },
        appRetirada: { type: ['boolean', 'null'] },
        appEntrega: { type: ['boolean', 'null'] },
        appMesa: { type: ['boolean', 'null'] },
        ...(register === 'pergunta_resposta' ? { perguntaId: { type: 'integer' } } : {}),
      },
      required: [key, status],
    },
    output: objectOf({ id: { type: 'integer' }, status: { type: 'boolean' } }),
    messages: ['not-found', 'menu.address-taken', 'delivery-app.failed'],
    async run({ database, publish, model, caller, input }) {
      if (!model.registers[register]) throw new ApiError(404, 'register-unknown', { register })
      const lojaId = requireStore(caller)
      const id = Number(input[key])
      const columns = place.map(([, column]) => `"${column}"`).join(', ')
      const shown = menuParts[place[0]?.[0] ?? '']?.where ?? 'true'
      const [row, appName] = await database.read({ stores: [lojaId] }, async q => {
        const sql = `SELECT ${columns}, ${shown} AS shown FROM ${tableOf(model, register).sql} WHERE "lojaId" = $1 AND id = $2`
        return [(await q.query<PlaceRow>(sql, [lojaId, id])).rows[0], await appNameOf(q, model, lojaId)] as const
      })
      if (!row) throw new ApiError(404, 'not-found')
      // Menus that are open here hear it as any change of the store.
      publish({ register, lojaId, ids: [String(id)] })
      const { [status]: on, appRetirada, appEntrega, appMesa } = input
      const steps = place.flatMap(([step, column]) => [step, String(row[column])])
      // Records that no menu has are not put into one by their status.
      if (appName && row.shown)
        await app.tell('PATCH', jsonSteps('cardapios', appName, ...steps), { [status]: on, appRetirada, appEntrega, appMesa })
      return { id, status: on === true }
    },
  })
