import type { Domain } from '../../server/domain.ts'
import { answerProducts } from './effects/answerProducts.ts'
import { questionLinks } from './effects/questionLinks.ts'
import { toledoScaleFile } from './operations/toledoScaleFile.ts'

/** What a store sells: products, their questions and answers, the file for its scales. */
export const catalogue: Domain = {
  name: 'catalogue',
  needs: ['samples'],
  operations: [toledoScaleFile],
  effects: { answerProducts, questionLinks },
}
