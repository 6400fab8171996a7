import { explain, rightsOfOther } from '../explain/operations.ts'
import { afterImport, existingImport, saveImport } from '../import/operations.ts'
import { activity, undo } from '../undo/operations.ts'
import { sincronizar } from './equipamentos/sincronizar.ts'
import { filiaisClonaProdutos } from './filiais/clona.ts'
import { filiaisProdutos } from './filiais/produtos.ts'
import { saveSale, saveSales } from './movimentos/intake.ts'
import { answerNps } from './nps/answer.ts'
import { npsScore } from './nps/score.ts'
import type { Operation } from './operation.ts'
import { toledoMGVTXT } from './produtos/toledo.ts'
import { search } from './search/search.ts'
import { convidar } from './users/convidar.ts'

/** Every operation. */
export const operations: readonly Operation[] = [
  convidar,
  saveImport,
  existingImport,
  afterImport,
  activity,
  undo,
  search,
  explain,
  rightsOfOther,
  sincronizar,
  filiaisProdutos,
  filiaisClonaProdutos,
  toledoMGVTXT,
  saveSale,
  saveSales,
  answerNps,
  npsScore,
]
