import type { RegisterRoute } from '../../http/registerRequest.ts'
import { listHistory } from './listHistory.ts'
import { restoreVersion } from './restoreVersion.ts'

/** Routes to the changes of a record, and back. */
export const historyRoutes: readonly RegisterRoute[] = [
  { method: 'GET', path: '/:id/historico', answer: listHistory },
  { method: 'POST', path: '/:id/restaurar', answer: restoreVersion },
]
