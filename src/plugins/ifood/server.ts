import { createIntegrationClient, findEndpoint, type OpenPlugin } from '../../server/plugin.ts'
import { createIFood } from './ifood.ts'
import { authorise, merchantStatus, requestCode, uninstall } from './operations.ts'
import { refreshTokens } from './refreshTokens.ts'
import { createIFoodStub } from './stubServer.ts'

/** Milliseconds that the platform may take. */
const timeout = 8000

/** iFood: stores are authorised by a code that somebody confirms at its portal, and told how they stand there. */
export const openIFood: OpenPlugin = async context => {
  const { IFOOD_CLIENT_ID: id = 'demonstracao', IFOOD_CLIENT_SECRET: secret = 'demonstracao' } = context.env
  const stub = createIFoodStub()
  const found = await findEndpoint(context, {
    variable: 'IFOOD_URL',
    ...(context.env.IFOOD_CLIENT_ID ? { publicAddress: 'https://merchant-api.ifood.com.br' } : {}),
    answer: stub.answer,
  })
  const client = createIntegrationClient({ name: 'IFOOD_URL', address: found.address, timeout, health: context.health })
  const ifood = createIFood(client, { id, secret })
  return {
    name: 'ifood',
    operations: [requestCode(ifood), authorise(ifood), merchantStatus(ifood), uninstall],
    jobs: [refreshTokens(ifood)],
    close: found.close,
  }
}
