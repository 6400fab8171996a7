import { threadTask } from '../../../../server/domain.ts'
import type { readStatements } from './statementWork.ts'

/** Letters of some hundred lines: read in a few milliseconds, whatever they hold. */
const small = 60_000

/** Reads what people send as statements. */
export const statementTask = threadTask<typeof readStatements>({
  module: new URL('./statementWork.ts', import.meta.url),
  name: 'readStatements',
  isSmall: ({ files }) => files.length <= small,
})
