import { deliveryMenus } from '../../domain/stores/public.ts'
import {
  ApiError,
  createIntegrationClient,
  findEndpoint,
  type IntegrationClient,
  IntegrationError,
  type OpenPlugin,
  operation,
  type Queries,
  requireStore,
  tableOf,
} from '../../server/plugin.ts'
import { menuSteps, type StatusCall, statusCalls } from './statusCalls.ts'
import { createStubDatabase } from './stubServer.ts'

/** Milliseconds that the app may take. */
const timeout = 4000

/** The app's menus. Without an address there is no app, and nothing to tell it. */
type App = IntegrationClient | undefined

/** The delivery app: it is told of a status as it changes, and forgets the menu of a name that is given up. */
export const openDeliveryApp: OpenPlugin = async ground => {
  const { DELIVERY_APP_KEY: key } = ground.env
  const found = await findEndpoint(ground, { variable: 'DELIVERY_APP_URL', answer: createStubDatabase() })
  const headers = key ? { authorization: `Bearer ${key}` } : {}
  const app = found.address
    ? createIntegrationClient({ name: 'DELIVERY_APP_URL', address: found.address, timeout, headers, health: ground.health })
    : undefined
  const removeMenu = async (appName: string): Promise<void> => void (await asked(app?.write('DELETE', menuSteps(appName))))
  return {
    name: 'deliveryApp',
    operations: [...statusCalls.map(one => tellStatus(one, app)), deletarMenu(removeMenu)],
    needs: ['stores'],
    offers: [deliveryMenus.by({ remove: removeMenu })],
    close: found.close,
  }
}

/** A failure of the app as the caller is told it. */
const asked = <T>(answer: Promise<T> | undefined): Promise<T | undefined> =>
  Promise.resolve(answer).catch((error: unknown) => {
    if (error instanceof IntegrationError) throw new ApiError(424, 'delivery-app.failed')
    throw error
  })

/** The store's name in the app: what is kept counts, and not what a call says. */
async function appNameOf(q: Queries, lojaId: number): Promise<string> {
  const { rows } = await q.query<{ name: string | null }>(
    'SELECT "appDeliveryUri" AS name FROM lojas WHERE "lojaId" = $1 AND id = $1',
    [lojaId],
  )
  return rows[0]?.name ?? ''
}

const tellStatus = ({ path, title, register, key, status, place }: StatusCall, app: App) =>
  operation<Readonly<Record<string, unknown>>>({
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
    output: { type: 'object', properties: { id: { type: 'integer' }, status: { type: 'boolean' } }, required: ['id', 'status'] },
    messages: ['not-found', 'delivery-app.failed'],
    async run({ database, publish, model, caller, input }) {
      if (!model.registers[register]) throw new ApiError(404, 'register-unknown', { register })
      const lojaId = requireStore(caller)
      const id = Number(input[key])
      const columns = place.map(([, column]) => `"${column}"`).join(', ')
      const [row, appName] = await database.read({ stores: [lojaId] }, async q => {
        const sql = `SELECT ${columns} FROM ${tableOf(model, register).sql} WHERE "lojaId" = $1 AND id = $2`
        return [(await q.query(sql, [lojaId, id])).rows[0], await appNameOf(q, lojaId)] as const
      })
      if (!row) throw new ApiError(404, 'not-found')
      // Menus that are open here hear it as any change of the store.
      publish({ register, lojaId, ids: [String(id)] })
      const { [status]: on, appRetirada, appEntrega, appMesa } = input
      const steps = place.flatMap(([step, column]) => [step, String(row[column])])
      if (appName) await asked(app?.write('PATCH', menuSteps(appName, steps), { [status]: on, appRetirada, appEntrega, appMesa }))
      return { id, status: on === true }
    },
  })

const deletarMenu = (removeMenu: (appName: string) => Promise<void>) =>
  operation<{ readonly lojaId: number }>({
    method: 'DELETE',
    path: 'Lojas/deletarMenu',
    title: 'Apagar o cardápio publicado no app',
    gate: 'owner || admin',
    input: { type: 'object', properties: { lojaId: { type: 'integer' } }, required: ['lojaId'] },
    output: { type: 'object', properties: { apagado: { type: 'boolean' } }, required: ['apagado'] },
    messages: ['delivery-app.failed'],
    async run({ database, caller }) {
      const lojaId = requireStore(caller)
      const appName = await database.read({ stores: [lojaId] }, q => appNameOf(q, lojaId))
      if (appName) await removeMenu(appName)
      return { apagado: appName !== '' }
    },
  })
