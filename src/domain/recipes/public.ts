export { loadRecipes } from './demo/loadRecipes.ts'
