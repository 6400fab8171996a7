import { loadWithRetry } from '../../ui/loadWithRetry.ts'

/** The code of the comments of a record. */
export const loadComments = () => loadWithRetry(() => import('./Comments.tsx'))
