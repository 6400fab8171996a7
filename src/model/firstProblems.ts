import type { Problem } from './problem.ts'

/** How many problems are told: of one record among several, and of one reply. Nobody reads more, and a wrong program sends thousands. */
export const mostProblems = { ofRecord: 20, ofReply: 300 } as const

/** The first so many problems; where there are more, the last one says that only these are told. */
export function firstProblems(problems: readonly Problem[], most: number): readonly Problem[] {
  if (problems.length <= most) return problems
  return [...problems.slice(0, most), { path: '', code: 'more-problems', params: { max: most } }]
}

/**
 * Shares out what one reply tells of many records: of each its first problem, and more of it while the reply has room. So a reply
 * grows with what was sent and not with how wrong it is.
 */
export function createProblemBudget(): (problems: readonly Problem[]) => readonly Problem[] {
  let room: number = mostProblems.ofReply
  return problems => {
    const told = room > 0 ? firstProblems(problems, Math.min(mostProblems.ofRecord, room)) : problems.slice(0, 1)
    room -= told.length
    return told
  }
}
