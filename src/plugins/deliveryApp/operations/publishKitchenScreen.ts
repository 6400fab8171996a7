import {
  ApiError,
  objectOf,
  operation,
  type RowOf,
  requireStore,
  type UnitOfWork,
  withUnitOfWork,
} from '../../../server/plugin.ts'
import { type DeliveryApp, jsonSteps } from '../app.ts'
import { type KitchenLine, kitchenScreen } from '../kds/kitchenScreen.ts'
import { kitchenOf } from '../kds/kitchenSteps.ts'

/** Publishes what a screen of the kitchen shows. */
export const publishKitchenScreen = (app: DeliveryApp) =>
  operation({
    method: 'POST',
    path: 'Kds/publicar',
    title: 'Publicar um KDS',
    gate: 'cadastros_ver',
    input: objectOf({ lojaId: { type: 'integer' }, kdsId: { type: 'integer' } }),
    output: objectOf({ id: { type: 'integer' }, publicado_em: { type: 'string', format: 'date-time' } }),
    standsAlone: true,
    messages: ['not-found', 'kds.groups-missing', 'delivery-app.missing', 'delivery-app.failed'],
    async run({ database, caller, input, writing }) {
      const lojaId = requireStore(caller)
      const { screen, lines } = await database.read({ stores: [lojaId] }, async q => {
        const found = await q.query<RowOf<'kds', 'uuid' | 'nome' | 'minutos_atraso'>>(
          'SELECT uuid, nome, minutos_atraso FROM kds WHERE "lojaId" = $1 AND id = $2',
          [lojaId, input.kdsId],
        )
        const { rows } = await q.query<KitchenLine & Record<string, unknown>>(
          `SELECT g."grupoId"::float8 AS group, r.nome AS name, array_agg(p.id::float8 ORDER BY p.id) FILTER (WHERE p.id IS NOT NULL) AS products
           FROM kds_grupos g JOIN grupos r ON r."lojaId" = g."lojaId" AND r.id = g."grupoId"
           LEFT JOIN kds_itens i ON i."lojaId" = g."lojaId" AND i."kdsId" = g."kdsId"
           LEFT JOIN produtos p ON p."lojaId" = i."lojaId" AND p.id = i."produtoId" AND p."grupoId" = g."grupoId"
           WHERE g."lojaId" = $1 AND g."kdsId" = $2 GROUP BY g."grupoId", r.nome, g.ordem ORDER BY g.ordem`,
          [lojaId, input.kdsId],
        )
        return { screen: found.rows[0], lines: rows }
      })
      if (!screen?.uuid) throw new ApiError(404, 'not-found')
      if (lines.length === 0) throw new ApiError(400, 'kds.groups-missing')
      const kitchen = await kitchenOf(database, lojaId)
      await app.send('PUT', jsonSteps(...kitchen, 'telas', screen.uuid), kitchenScreen(screen, lines))
      const publicado_em = new Date().toISOString()
      await withUnitOfWork(writing, { stores: [lojaId] }, work => notePublished(work, lojaId, input.kdsId, publicado_em))
      return { id: input.kdsId, publicado_em }
    },
  })

/** The moment is no change of the record: whoever edits it meanwhile loses nothing. */
async function notePublished({ q, model, changes }: UnitOfWork, lojaId: number, id: number, moment: string): Promise<void> {
  const register = model.registers.kds
  await q.query('UPDATE kds SET publicado_em = $3 WHERE "lojaId" = $1 AND id = $2', [lojaId, id, moment])
  if (register) changes.push({ register, lojaId, id: String(id) })
}
