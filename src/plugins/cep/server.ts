import {
  ApiError,
  createIntegrationClient,
  findEndpoint,
  type IntegrationClient,
  type OpenPlugin,
  objectOf,
  openOperation,
} from '../../server/plugin.ts'
import { readAddress } from './address.ts'
import { stubCepAnswer } from './stubServer.ts'

/** Milliseconds that a lookup may take. */
const timeout = 1000

/** Addresses by CEP, from ViaCEP. */
export const openCep: OpenPlugin = async context => {
  const found = await findEndpoint(context, {
    variable: 'CEP_URL',
    publicAddress: 'https://viacep.com.br',
    answer: stubCepAnswer,
  })
  const client = createIntegrationClient({
    name: 'CEP_URL',
    address: found.address,
    timeout,
    maxBytes: 16 * 1024,
    health: context.health,
  })
  return { name: 'cep', operations: [buscaCep(client)], close: found.close }
}

/** The visitor's sign-up looks addresses up, too: it needs no session. */
const buscaCep = (client: IntegrationClient) =>
  openOperation({
    method: 'GET',
    path: 'Apps/buscaCEP/:cep',
    title: 'Endereço de um CEP',
    perMinute: 60,
    input: objectOf({ cep: { type: 'string', pattern: '^\\d{5}-?\\d{3}$' } }),
    output: {
      type: 'object',
      properties: Object.fromEntries(
        ['cep', 'logradouro', 'bairro', 'localidade', 'uf', 'ibge'].map(name => [name, { type: 'string' }]),
      ),
    },
    messages: ['cep.not-found', 'cep.unavailable'],
    async run({ input, log }) {
      const cep = input.cep.replace('-', '')
      const answer = await client.read(['ws', cep, 'json', '']).then(readAddress, (error: unknown) => {
        log.warn({ err: error }, 'CEP lookup failed')
        return 'unavailable' as const
      })
      if (typeof answer === 'string') throw new ApiError(424, 'cep.unavailable')
      if (!answer.found) throw new ApiError(404, 'cep.not-found', { cep: input.cep })
      return answer.found
    },
  })
