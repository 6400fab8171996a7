import type { KindCase } from './case.ts'
import { choiceCases } from './closed.ts'
import { codeCases } from './codes.ts'
import { dateCases } from './moments.ts'
import { numberCases } from './numbers.ts'
import { taxIdCases } from './taxIds.ts'
import { textCases } from './texts.ts'

/** A case of every kind and every refinement. */
export const allKindCases: readonly KindCase[] = [...numberCases, ...dateCases, ...choiceCases, ...taxIdCases, ...textCases, ...codeCases]
