import type { Domain } from '../../server/domain.ts'
import { findAnswerProducts } from './effects/findAnswerProducts.ts'
import { linkQuestionProducts } from './effects/linkQuestionProducts.ts'
import { refuseGroupRing } from './effects/refuseGroupRing.ts'
import { markSoldOut } from './operations/markSoldOut.ts'
import { sampleMenu } from './operations/sampleMenu.ts'
import { toledoScaleFile } from './operations/toledoScaleFile.ts'

/** The catalogue: products, their questions and answers, the file for a store's scales. */
export const catalogue: Domain = {
  name: 'catalogue',
  needs: ['samples'],
  operations: [toledoScaleFile, markSoldOut, sampleMenu],
  effects: { findAnswerProducts, linkQuestionProducts, refuseGroupRing },
}
