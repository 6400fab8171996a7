import type { BrowserPlugin } from '../../browser/plugin.ts'

/** Charts of reports, drawn by nivo. */
export const charts: BrowserPlugin = { name: 'charts', charts: () => import('./Chart.tsx') }
