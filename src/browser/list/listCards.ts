import { lazyModule } from '../ui/lazyModule.ts'

/** The list as cards, for phones alone: fetched beside the page's code. */
export const listCards = lazyModule(() => import('./ListCards.tsx'))
