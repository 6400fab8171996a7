import { loadWithRetry } from '../../ui/loadWithRetry.ts'

/** The code of the ways of a record's states, fetched with the first form that has some. */
export const loadRecordWays = () => loadWithRetry(() => import('./RecordWays.tsx'))
