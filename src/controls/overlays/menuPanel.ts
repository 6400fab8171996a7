import { codeOnDemand } from '../codeOnDemand.ts'

/** The panel of an open menu: 33 kB that no page needs to stand. */
export const menuPanel = codeOnDemand(() => import('./MenuPanel.tsx'))
