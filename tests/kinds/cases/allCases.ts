import { choiceCases } from './choiceCases.ts'
import { codeCases } from './codeCases.ts'
import { dateCases } from './dateCases.ts'
import { fileCases } from './fileCases.ts'
import type { KindCase } from './kindCase.ts'
import { membersCases } from './membersCases.ts'
import { numberCases } from './numberCases.ts'
import { taxIdCases } from './taxIdCases.ts'
import { textCases } from './textCases.ts'

/** A case of every kind and every refinement. */
export const allKindCases: readonly KindCase[] = [
  ...numberCases,
  ...dateCases,
  ...choiceCases,
  ...taxIdCases,
  ...textCases,
  ...codeCases,
  ...fileCases,
  ...membersCases,
]
