import type { RegisterRoute } from '../../http/registerRequest.ts'
import { decideWay } from './decideWay.ts'
import { recordWays } from './recordWays.ts'
import { takeWay } from './takeWay.ts'

/** The calls by which the ways of a choice are taken, waited for and told. */
export const wayRoutes: readonly RegisterRoute[] = [
  { method: 'GET', path: '/:id/ways', answer: recordWays },
  { method: 'POST', path: '/ways/:way', answer: takeWay },
  { method: 'POST', path: '/:id/ways/:way', answer: takeWay },
  { method: 'POST', path: '/:id/ways/:way/aprovar', answer: decideWay('approve') },
  { method: 'POST', path: '/:id/ways/:way/recusar', answer: decideWay('refuse') },
]
