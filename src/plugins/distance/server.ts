import {
  ApiError,
  createIntegrationClient,
  findEndpoint,
  type IntegrationClient,
  inputOfStore,
  type OpenPlugin,
  objectOf,
  operation,
  partnerRefusal,
  partnerRefusals,
} from '../../server/plugin.ts'
import { askDirections, NoDirections } from './directions.ts'
import { stubDirectionsAnswer } from './stubServer.ts'

/** Milliseconds that the service may take. */
const timeout = 8000
const partner = 'Serviço de mapas'

/** The test of distances: how far it is from one address to another, as the map service has it. */
export const openDistance: OpenPlugin = async context => {
  const key = context.env.MAPS_KEY?.trim() ?? ''
  const found = await findEndpoint(context, {
    variable: 'MAPS_URL',
    ...(key === '' ? {} : { publicAddress: 'https://maps.googleapis.com' }),
    answer: stubDirectionsAnswer,
  })
  const client = createIntegrationClient({
    name: 'MAPS_URL',
    address: found.address,
    timeout,
    maxBytes: 1024 * 1024,
    health: context.health,
  })
  return { name: 'distance', operations: [testDistance(client, key)], close: found.close }
}

const testDistance = (client: IntegrationClient, key: string) =>
  operation({
    method: 'GET',
    path: 'Apps/distanciaDebug',
    title: 'Distância entre dois endereços, e o caminho',
    gate: 'admin',
    input: inputOfStore({
      origem: { type: 'string', maxLength: 500, description: 'Endereço da loja' },
      destino: { type: 'string', maxLength: 500 },
    }),
    output: objectOf({
      distance: { type: 'number', description: 'Quilômetros do primeiro caminho' },
      directions_json: { type: 'object', additionalProperties: true, description: 'O que o serviço de mapas respondeu' },
    }),
    messages: [...partnerRefusals, 'distance.store-address', 'distance.destination', 'distance.no-way'],
    async run({ input }) {
      const [origin, destination] = [input.origem.trim(), input.destino.trim()]
      if (origin === '')
        throw new ApiError(422, 'distance.store-address', {}, [{ path: 'origem', code: 'distance.store-address' }])
      if (destination === '')
        throw new ApiError(422, 'distance.destination', {}, [{ path: 'destino', code: 'distance.destination' }])
      try {
        const { distance, answer } = await askDirections(client, key, { origin, destination })
        return { distance, directions_json: answer }
      } catch (error) {
        if (!(error instanceof NoDirections)) throw partnerRefusal(partner, error)
        if (error.status === 'OVER_QUERY_LIMIT') throw new ApiError(424, 'partner.busy', { partner })
        if (error.said !== '') throw new ApiError(424, 'partner.refused', { partner, said: error.said })
        throw new ApiError(424, 'distance.no-way', { status: error.status })
      }
    },
  })
