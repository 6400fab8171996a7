import { loadWithRetry } from '../../ui/loadWithRetry.ts'

/** The code of a record's history, fetched when it is asked for. */
export const loadHistoryPanel = () => loadWithRetry(() => import('./HistoryPanel.tsx'))
