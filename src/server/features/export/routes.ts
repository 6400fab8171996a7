import type { RegisterRoute } from '../../http/registerRequest.ts'
import { exportRows } from './exportRows.ts'

/** Lists as files. */
export const exportRoutes: readonly RegisterRoute[] = [{ method: 'GET', path: '/exportar', answer: exportRows }]
