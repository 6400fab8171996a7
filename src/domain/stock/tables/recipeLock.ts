import { holdInStore, type Queries } from '../../../server/domain.ts'

/** Held by who changes what a product is made of, and shared by all who sell: neither misses what the other is about to write. */
const LOCK = 'recipes'

/** Waits until no recipe of the store is being changed; none will be before this transaction ends. */
export const shareRecipes = (q: Queries, lojaId: number): Promise<void> => holdInStore(q, lojaId, LOCK, 'shared')

/** Waits until nobody's sales of the store are being written; none will be before this transaction ends. */
export const holdRecipes = (q: Queries, lojaId: number): Promise<void> => holdInStore(q, lojaId, LOCK)
