import { isCnpj } from '../../kinds/taxId/digits.ts'
import {
  ApiError,
  createIntegrationClient,
  findEndpoint,
  type IntegrationClient,
  isNotFoundAnswer,
  type OpenPlugin,
  objectOf,
  operation,
} from '../../server/plugin.ts'
import { type Company, readCompany } from './company.ts'
import { stubCnpjAnswer } from './stubServer.ts'

/** Milliseconds that a lookup may take. */
const timeout = 5000

/** Companies by CNPJ, from BrasilAPI. */
export const openCnpj: OpenPlugin = async context => {
  const found = await findEndpoint(context, {
    variable: 'CNPJ_URL',
    publicAddress: 'https://brasilapi.com.br',
    answer: stubCnpjAnswer,
  })
  const client = createIntegrationClient({ name: 'CNPJ_URL', address: found.address, timeout, health: context.health })
  return { name: 'cnpj', operations: [buscaCnpj(client)], close: found.close }
}

/** The specification leaves the address open: named like Apps/buscaCEP. */
const buscaCnpj = (client: IntegrationClient) =>
  operation({
    method: 'GET',
    path: 'Apps/buscaCNPJ/:cnpj',
    title: 'Dados públicos de uma empresa',
    gate: 'logged',
    input: objectOf({ cnpj: { type: 'string', pattern: '^[0-9A-Za-z./-]{14,18}$' } }),
    output: { type: 'object', properties: { razao_social: { type: 'string' }, nome_fantasia: { type: 'string' } } },
    messages: ['cnpj-invalid', 'partner.registry-unknown', 'partner.registry-failed'],
    async run({ input, log }): Promise<Company> {
      const cnpj = input.cnpj.replace(/[./-]/g, '').toUpperCase()
      if (!isCnpj(cnpj)) throw new ApiError(422, 'cnpj-invalid', {}, [{ path: 'cnpj', code: 'cnpj-invalid' }])
      const company = await client.read(['api', 'cnpj', 'v1', cnpj]).then(readCompany, (error: unknown) => {
        if (isNotFoundAnswer(error)) throw new ApiError(404, 'partner.registry-unknown', { cnpj })
        log.warn({ err: error }, 'company lookup failed')
        return undefined
      })
      if (!company) throw new ApiError(424, 'partner.registry-failed')
      return company
    },
  })
