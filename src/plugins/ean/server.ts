import { textChecks } from '../../kinds/text/checks.ts'
import {
  ApiError,
  createIntegrationClient,
  fetchPicture,
  findEndpoint,
  type IntegrationClient,
  imageTypeOf,
  inputOfStore,
  isNotFoundAnswer,
  type OpenPlugin,
  type OperationContext,
  operation,
} from '../../server/plugin.ts'
import { readProduct } from './product.ts'
import { stubEanAnswer } from './stubServer.ts'

/** Milliseconds that a lookup may take. */
const timeout = 3000

/** Where Cosmos keeps its photos. */
const cosmosPhotos = 'https://cdn-cosmos.bluesoft.com.br'

/** Products by bar code, from a service of the contract of Cosmos. Everybody has an own key there: without an address it is off. */
export const openEan: OpenPlugin = async context => {
  const { EAN_KEY: key, EAN_PHOTOS: photos = cosmosPhotos } = context.env
  const found = await findEndpoint(context, { variable: 'EAN_URL', answer: stubEanAnswer })
  const headers = { 'user-agent': 'Retaguarda', ...(key ? { 'x-cosmos-token': key } : {}) }
  const client = createIntegrationClient({ name: 'EAN_URL', address: found.address, timeout, headers, health: context.health })
  const origins = new Set([photos, found.address].flatMap(text => (text && URL.canParse(text) ? [new URL(text).origin] : [])))
  return { name: 'ean', operations: [consultaEan(client, origins)], close: found.close }
}

const consultaEan = (client: IntegrationClient, origins: ReadonlySet<string>) =>
  operation({
    method: 'GET',
    path: 'produtos/consultaEAN',
    title: 'Dados de um produto pelo código de barras',
    gate: 'cardapio_criar || cardapio_editar',
    input: inputOfStore({ ean: { type: 'string', pattern: '^(\\d{8}|\\d{12,14})$' } }),
    output: {
      type: 'object',
      properties: Object.fromEntries(['ean', 'desc_prod', 'ncmId', 'cestId', 'fotoUrl'].map(name => [name, { type: 'string' }])),
    },
    messages: ['product.ean-failed', 'product.ean-unavailable'],
    async run({ input: { ean }, database, log, storeFile }) {
      // Own codes of a shop are as long as bar codes: those without their check digit are nobody else's business.
      if (!textChecks.ean(ean)) throw new ApiError(404, 'product.ean-failed')
      const found = await client.read(['gtins', `${ean}.json`]).then(readProduct, (error: unknown) => {
        if (isNotFoundAnswer(error)) throw new ApiError(404, 'product.ean-failed')
        log.warn({ err: error }, 'bar code lookup failed')
        return undefined
      })
      if (!found) throw new ApiError(424, 'product.ean-unavailable')
      const { photo, ncmId, cestId, desc_prod } = found
      const [ncm, cest, fotoUrl] = await Promise.all([
        known(database, 'ncms', ncmId),
        known(database, 'cests', cestId),
        photoOf(storeFile, ean, photo, origins),
      ])
      return { ean, desc_prod, ncmId: ncm, cestId: cest, fotoUrl }
    },
  })

/** A code of a tax table that stands in ours; a product may refer to no other. */
async function known(database: OperationContext<unknown>['database'], table: 'ncms' | 'cests', id: string): Promise<string> {
  if (id === '') return ''
  const { rows } = await database.read({ stores: [] }, q => q.query(`SELECT id FROM "${table}" WHERE id = $1`, [id]))
  return rows.length > 0 ? id : ''
}

/** The photo, kept among our files: once a product and store, however often the code is typed. */
async function photoOf(
  storeFile: OperationContext<unknown>['storeFile'],
  ean: string,
  photo: string | undefined,
  origins: ReadonlySet<string>,
): Promise<string> {
  const bytes = await fetchPicture(photo, origins)
  const type = bytes && imageTypeOf(bytes)
  return bytes && type ? storeFile(['produtos', `ean-${ean}`, `foto.${type.extension}`], bytes) : ''
}
