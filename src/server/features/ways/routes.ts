import type { RegisterRoute } from '../../http/registerRequest.ts'
import { takeWay } from './takeWay.ts'

/** The calls by which the ways of a choice are taken. */
export const wayRoutes: readonly RegisterRoute[] = [
  { method: 'POST', path: '/ways/:way', answer: takeWay },
  { method: 'POST', path: '/:id/ways/:way', answer: takeWay },
]
