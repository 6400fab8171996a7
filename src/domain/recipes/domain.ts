import type { Domain } from '../../server/domain.ts'
import { followPackage } from './effects/followPackage.ts'
import { keepRecipe } from './effects/keepRecipe.ts'
import { costAnalysis } from './operations/costAnalysis.ts'
import { updatePrices } from './operations/updatePrices.ts'

/** Recipes: the ingredients of products, and their costs. */
export const recipes: Domain = {
  name: 'recipes',
  needs: ['samples', 'stock'],
  operations: [costAnalysis, updatePrices],
  effects: { keepRecipe, followPackage },
}
