import { createIntegrationClient, findEndpoint, type OpenPlugin } from '../../server/plugin.ts'
import { createCourier } from './couriers.ts'
import { type CourierCompany, courierOperations } from './operations.ts'
import { stubCourierAnswer } from './stubServer.ts'

/** Milliseconds that a courier may take. */
const timeout = 8000

const companies: readonly (CourierCompany & { readonly variable: string })[] = [
  {
    name: 'PickNGo',
    partner: 'Pick N Go',
    variable: 'PICKNGO_URL',
    credentials: [
      { field: 'app_id', member: 'appId', header: 'app-id' },
      { field: 'app_key', member: 'appKey', header: 'app-key' },
    ],
    located: true,
  },
  {
    name: 'BeeDelivery',
    partner: 'Bee Delivery',
    variable: 'BEEDELIVERY_URL',
    credentials: [
      { field: 'app_key', member: 'appKey', header: 'app-key' },
      { field: 'external_id', member: 'externalId', header: 'external-id' },
    ],
    located: false,
  },
]

/** Couriers: Pick N Go and Bee Delivery. */
export const openCouriers: OpenPlugin = async context => {
  const opened = await Promise.all(
    companies.map(async ({ variable, ...company }) => {
      const found = await findEndpoint(context, { variable, answer: stubCourierAnswer })
      const client = createIntegrationClient({ name: variable, address: found.address, timeout, health: context.health })
      return { operations: courierOperations(company, createCourier(client)), close: found.close }
    }),
  )
  return {
    name: 'couriers',
    operations: opened.flatMap(({ operations }) => operations),
    close: async () => void (await Promise.all(opened.map(({ close }) => close()))),
  }
}
