import type { Domain } from '../../server/domain.ts'
import { answerNps } from './operations/answerNps.ts'

/** The satisfaction survey. */
export const survey: Domain = { name: 'survey', operations: [answerNps] }
