import type { Domain } from '../../server/domain.ts'
import { describeStoreField } from './effects/describeStoreField.ts'
import { giveUuid } from './effects/giveUuid.ts'
import { keepStoreProfile } from './effects/keepStoreProfile.ts'
import { refuseForeignBranch } from './effects/refuseForeignBranch.ts'
import { refuseForeignKitchen } from './effects/refuseForeignKitchen.ts'
import { refuseSameArea } from './effects/refuseSameArea.ts'
import { addStoreCurrencies, spreadAppCurrency } from './effects/spreadAppCurrency.ts'
import { appUserPoints } from './operations/appUserPoints.ts'
import { branchPrices } from './operations/branchPrices.ts'
import { linkableBranches, linkableKitchens } from './operations/linkableStores.ts'
import { linkBranchProduct } from './operations/linkBranchProduct.ts'
import { sendPricesToBranches } from './operations/sendPricesToBranches.ts'
import { appStatus, emergencyPause } from './operations/storeStatus.ts'

/** Stores, their branches and what they are in the delivery app. */
export const stores: Domain = {
  name: 'stores',
  needs: ['samples', 'finance'],
  operations: [
    appUserPoints,
    branchPrices,
    linkBranchProduct,
    sendPricesToBranches,
    linkableBranches,
    linkableKitchens,
    appStatus,
    emergencyPause,
  ],
  effects: {
    describeStoreField,
    giveUuid,
    spreadAppCurrency,
    refuseForeignBranch,
    refuseForeignKitchen,
    refuseSameArea,
    addStoreCurrencies,
    keepStoreProfile,
  },
}
