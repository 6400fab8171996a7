import type { Domain } from '../../server/domain.ts'
import { appCurrency, storeCurrencies } from './effects/appCurrency.ts'
import { branchStore } from './effects/branchStore.ts'
import { storeProfile } from './effects/storeProfile.ts'
import { branchPrices } from './operations/branchPrices.ts'
import { sendPricesToBranches } from './operations/sendPricesToBranches.ts'

/** Stores, their branches and what they are in the delivery app. */
export const stores: Domain = {
  name: 'stores',
  needs: ['samples'],
  operations: [branchPrices, sendPricesToBranches],
  effects: { appCurrency, branchStore, storeCurrencies, storeProfile },
}
