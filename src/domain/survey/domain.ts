import type { Domain } from '../../server/domain.ts'
import { answerNps } from './operations/answerNps.ts'
import { npsScore } from './operations/npsScore.ts'

/** The satisfaction survey. */
export const survey: Domain = { name: 'survey', operations: [answerNps, npsScore] }
