import { explain, rightsOfOtherUser } from '../explain/operations.ts'
import { finishImport, existingImportKeys, saveImport } from '../import/operations.ts'
import { activity, undoOperation } from '../undo/operations.ts'
import { syncEquipment } from './equipamentos/sincronizar.ts'
import { sendPricesToBranches } from './filiais/clona.ts'
import { branchPrices } from './filiais/produtos.ts'
import { saveSale, saveSales } from './movimentos/intake.ts'
import { answerNps } from './nps/answer.ts'
import { npsScore } from './nps/score.ts'
import type { Operation } from './operation.ts'
import { toledoScaleFile } from './produtos/toledo.ts'
import { search } from './search/search.ts'
import { inviteUser } from './users/convidar.ts'

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
