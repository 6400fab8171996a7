import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import {
  ApiError,
  holdStore,
  operation,
  readRemembered,
  requireStore,
  saveOneRecord,
  tableOf,
  withUnitOfWork,
} from '../../../server/domain.ts'
import { type AppStatus, appStatusAt, orderKinds, type StoreHours } from '../status/appStatus.ts'
import { readStoreHours } from '../status/readStoreHours.ts'

const gate = 'cardapio_digital_ver && store.cardapio_digital'
const moment = { type: ['string', 'null'], format: 'date-time' }
const openState = { aberto: { type: 'boolean' }, inicio: moment, fim: moment, motivo: { type: ['string', 'null'] } }
const output = {
  type: 'object',
  properties: {
    ...openState,
    emergencia: { type: 'boolean' },
    testaHorarioPorOperacao: { type: 'boolean' },
    operacao: {
      type: 'object',
      properties: Object.fromEntries(orderKinds.map(kind => [kind, { type: 'object', properties: openState }])),
    },
  },
}

/** Whether the store is open in the delivery app, and why not. */
export const appStatus = operation({
  method: 'GET',
  path: 'Loja_perfil/appStatus',
  title: 'Se a loja está aberta no app de delivery',
  gate,
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output,
  messages: [],
  async run({ database, model, caller }) {
    const lojaId = requireStore(caller)
    // The app and every open page ask again and again, and hours change now and then.
    const hours = await readRemembered(database, { lojaId, registers: ['lojas', 'Loja_Horarios'], key: 'hours' }, () =>
      database.read({ stores: [lojaId] }, q => readStoreHours(q, model, lojaId)),
    )
    return statusOf(hours, model)
  },
})

/** Closes the store in the app until somebody opens it again. */
export const emergencyPause = operation({
  method: 'POST',
  path: 'Apps/pausaEmergencia',
  title: 'Fechar a loja no app por uma emergência, ou abri-la de novo',
  gate,
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      // Named by its values: a null that became false would close the store.
      status: { enum: [true, false], description: 'true abre, false fecha' },
      appDeliveryUri: { type: ['string', 'null'], description: 'Dispensado: vale o que a loja tem' },
    },
    required: ['status'],
  },
  output,
  messages: ['store-status.not-open', 'store-status.not-paused'],
  async run({ model, caller, input, writing, publish }) {
    const lojaId = requireStore(caller)
    const stores = tableOf(model, 'lojas')
    const status = await withUnitOfWork(writing, { stores: [lojaId] }, async work => {
      // Held: two who close at once do it one after the other.
      await holdStore(work.q, lojaId)
      const before = statusOf(await readStoreHours(work.q, model, lojaId), model)
      if (input.status && !before.emergencia) throw new ApiError(400, 'store-status.not-paused')
      if (!input.status && !before.aberto) throw new ApiError(400, 'store-status.not-open')
      const body = { id: lojaId, pausa_emergencia_em: input.status ? null : new Date().toISOString() }
      await saveOneRecord(body, stores, { ...work, byServer: true })
      return statusOf(await readStoreHours(work.q, model, lojaId), model)
    })
    // Pages that show the hours show the status, too.
    publish({ register: 'Loja_Horarios', lojaId, ids: [] })
    return status
  },
})

function statusOf(hours: StoreHours, model: Model): AppStatus {
  const said = (name: string): string => formatMessage(model, `store-status.${name}`)
  return appStatusAt(Date.now(), hours, {
    emergency: said('emergency'),
    outOfHours: said('out-of-hours'),
    noHours: said('no-hours'),
  })
}
