import type { StubRequest, StubResponse } from '../../server/plugin.ts'
import { stubProducts } from './goods.ts'
import { pictureOf } from './picture.ts'

/** The contract of Cosmos: GET gtins/{code}.json, and photos below products/. */
export function stubEanAnswer(
  { method, steps: [what, last = ''] }: Pick<StubRequest, 'method' | 'steps'>,
  address: string,
): StubResponse {
  const found = stubProducts.find(({ gtin }) => gtin === last.replace('.json', ''))
  if (method !== 'GET' || !found) return { status: 404, body: { message: 'O recurso solicitado não existe.' } }
  if (what === 'products') return { status: 200, body: pictureOf(found.colour) }
  if (what !== 'gtins') return { status: 404, body: { message: 'O recurso solicitado não existe.' } }
  const { gtin, description, ncm, cest } = found
  return {
    status: 200,
    body: {
      gtin: Number(gtin),
      description,
      thumbnail: `${address}/products/${gtin}`,
      ncm: { code: ncm },
      cest: cest === undefined ? null : { code: cest },
    },
  }
}
