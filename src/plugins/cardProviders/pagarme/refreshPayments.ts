import {
  ApiError,
  askedPartner,
  installedStoresJob,
  objectOf,
  operation,
  partnerRefusals,
  requireStore,
} from '../../../server/plugin.ts'
import { bringOrders } from './orderRecords.ts'
import type { Pagarme } from './pagarme.ts'
import { installationRegister, installedStone, storeContextOf } from './storeContext.ts'

const partner = 'Stone'
const day = 86_400_000

/** Days that a person's refresh looks back, and the job's: what a notification should have told is rarely older. */
const lookBack = { person: 7, job: 2 }

const since = (days: number): Date => new Date(Date.now() - days * day)

/** Brings the payments of the last 7 days, for who does not want to wait for a notification. */
export const refreshPayments = (pagarme: Pagarme) =>
  operation({
    method: 'POST',
    path: 'ConnectStone/atualizar',
    title: 'Buscar na Stone os pagamentos dos últimos 7 dias',
    gate: 'pdv_relatorios',
    standsAlone: true,
    input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
    output: objectOf({ alterados: { type: 'integer' } }),
    messages: [...partnerRefusals, 'card-provider.not-installed'],
    async run({ caller, writing }) {
      const ofStore = storeContextOf(requireStore(caller), writing.service)
      const installed = await installedStone(ofStore)
      if (!installed) throw new ApiError(404, 'card-provider.not-installed', { partner })
      return { alterados: await askedPartner(partner, bringOrders(pagarme, ofStore, installed, since(lookBack.person))) }
    },
  })

/** Every hour the payments of the last two days are brought: a notification that never came costs an hour at most. */
export const bringPayments = (pagarme: Pagarme) =>
  installedStoresJob({
    id: 'pagarme-payments',
    everySeconds: 3600,
    register: installationRegister,
    failure: 'payments of Stone were not brought',
    async run(lojaId, context) {
      const ofStore = storeContextOf(lojaId, context)
      const installed = await installedStone(ofStore)
      if (installed) await bringOrders(pagarme, ofStore, installed, since(lookBack.job))
    },
  })
