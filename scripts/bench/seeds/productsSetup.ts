import { startStubServer } from '../../../src/server/integrations/stubServer.ts'
import type { Setup } from '../places/contest.ts'
import { closeAtEnd } from '../places/openResources.ts'
import { fillProducts } from './fillProducts.ts'

/** The demo's store whose calls are measured. */
export const STORE = 1

/**
 * A store of 20,000 products beside the hand-written server, with a provider that keeps whoever asks it waiting: what its notifications bring about
 * is handled beside, and is another measure.
 */
export const productsSetup: Setup = {
  byHand: true,
  prepare: client => fillProducts(client, [{ id: STORE, products: 20_000 }]),
  async env() {
    const silent = await startStubServer(() => ({ status: 200 }))
    closeAtEnd(() => silent.close())
    silent.behaviour = 'slow'
    return { PAGARME_URL: silent.address }
  },
}
