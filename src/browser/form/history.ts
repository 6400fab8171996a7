import { patient } from '../frame/patient.ts'

/** The code of a record's history, fetched when it is asked for. */
export const loadHistory = () => patient(() => import('./HistoryPanel.tsx'))
