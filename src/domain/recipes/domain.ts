import type { Domain } from '../../server/domain.ts'
import { keepRecipe } from './effects/keepRecipe.ts'

/** What products are made of, and what that costs. */
export const recipes: Domain = { name: 'recipes', needs: ['stock'], effects: { keepRecipe } }
