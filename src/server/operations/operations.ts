import { toledoScaleFile } from '../../domain/catalogue/operations/toledoScaleFile.ts'
import { syncEquipment } from '../../domain/equipment/operations/syncEquipment.ts'
import { inviteUser } from '../../domain/people/operations/inviteUser.ts'
import { saveSale, saveSales } from '../../domain/sales/operations/saveSales.ts'
import { branchPrices } from '../../domain/stores/operations/branchPrices.ts'
import { sendPricesToBranches } from '../../domain/stores/operations/sendPricesToBranches.ts'
import { npsScore } from '../../domain/survey/npsScore.ts'
import { answerNps } from '../../domain/survey/operations/answerNps.ts'
import { explain, rightsOfOtherUser } from '../features/explain/operations.ts'
import { existingImportKeys, finishImport, saveImport } from '../features/import/operations.ts'
import { search } from '../features/search/search.ts'
import { activity, undoOperation } from '../features/undo/operations.ts'
import type { Operation } from './operation.ts'

/** Every operation. */
export const operations: readonly Operation[] = [
  inviteUser,
  saveImport,
  existingImportKeys,
  finishImport,
  activity,
  undoOperation,
  search,
  explain,
  rightsOfOtherUser,
  syncEquipment,
  branchPrices,
  sendPricesToBranches,
  toledoScaleFile,
  saveSale,
  saveSales,
  answerNps,
  npsScore,
]
