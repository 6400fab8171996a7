import { codeOnDemand } from '../codeOnDemand.ts'

/** What a menu shows when it is open: 33 kB that no page needs to stand. */
export const menuPanel = codeOnDemand(() => import('./MenuPanel.tsx'))
